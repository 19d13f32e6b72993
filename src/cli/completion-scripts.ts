import type { shells } from "./commands.ts";

/*
 * The scripts know nothing about commands: they hand the words typed so far to `hookline __complete`, which prints one
 * candidate per line, followed by a tab and what it means. No candidate at all leaves the word to file completion.
 */

const bash = `# Completion of hookline for bash. Install with: eval "$(hookline completion bash)"
_hookline() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("\${line%%$'\\t'*}")
  done < <(hookline __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o default -F _hookline hookline
`;

const zsh = `#compdef hookline
# Completion of hookline for zsh. Install with: eval "$(hookline completion zsh)"
_hookline() {
  local line
  local -a candidates
  while IFS= read -r line; do
    candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done < <(hookline __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  if (( \${#candidates} )); then
    _describe hookline candidates
  else
    _files
  fi
}
compdef _hookline hookline
`;

const fish = `# Completion of hookline for fish. Install with:
#   hookline completion fish > ~/.config/fish/completions/hookline.fish
function __hookline_complete
  set -l words (commandline --cut-at-cursor --tokenize)
  set -l current (commandline --cut-at-cursor --current-token)
  set -l candidates (hookline __complete -- $words[2..-1] "$current" 2>/dev/null)
  if test (count $candidates) -gt 0
    printf '%s\\n' $candidates
  else
    __fish_complete_path "$current"
  end
end
complete --command hookline --no-files --arguments '(__hookline_complete)'
`;

export const completionScripts: Readonly<Record<(typeof shells)[number], string>> = { bash, zsh, fish };
