import type { ReadTable } from "./read.ts";

const diffing =
  "-pustbwRMCDaz -U: -S: -G: -O? -M? -C? --patch --no-patch --unified= --raw --stat=? --numstat --shortstat --dirstat=? --summary --name-only --name-status " +
  "--color=? --no-color --word-diff=? --color-words=? --word-diff-regex= --no-renames --find-renames=? --find-copies=? --diff-filter= --pickaxe-all --pickaxe-regex " +
  "--text --ignore-space-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-cr-at-eol --function-context --exit-code --quiet " +
  "--no-ext-diff --no-textconv --binary --full-index --abbrev=? --no-abbrev --minimal --patience --histogram --diff-algorithm= --inter-hunk-context= --relative=? " +
  "--no-prefix --src-prefix= --dst-prefix= --submodule=? --ignore-submodules=? --check --compact-summary --cached --staged --merge-base --no-index --no-color-moved --color-moved=? " +
  "--patch-with-stat --output-indicator-new= --output-indicator-old=";
const walking =
  "-n: -L: -gimEFPcqi0123456789 --oneline --graph --all --branches=? --tags=? --remotes=? --decorate=? --no-decorate --decorate-refs= --pretty=? --format= --abbrev-commit --no-abbrev-commit " +
  "--max-count= --skip= --since= --after= --until= --before= --author= --committer= --grep= --all-match --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp " +
  "--merges --no-merges --first-parent --follow --reverse --date= --date-order --topo-order --author-date-order --left-right --cherry-pick --cherry-mark --cherry --boundary --full-history --simplify-merges " +
  "--ancestry-path=? --source --show-signature --no-notes --notes=? --no-walk=? --walk-reflogs --parents --children --left-only --right-only --show-pulls --dense --sparse --full-diff --log-size --stdin --relative-date --mailmap --use-mailmap --cc --diff-merges= --remerge-diff --no-show-signature --min-parents= --max-parents= --encoding= --expand-tabs=? --glob= --exclude= --bisect";

/** What git only reads with. `--output` writes a file, `--ext-diff` and `--textconv` run programs: they are not among these. */
export const gitReads: ReadTable = {
  "git status":
    "-sbvz --short --branch --porcelain=? --long --verbose --untracked-files=? --ignored=? --ignore-submodules=? --column=? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --show-stash --null -u?",
  "git diff": diffing,
  "git log|git show|git whatchanged": `${diffing} ${walking}`,
  "git diff-tree|git diff-index|git diff-files": `${diffing} -rtmc --root --no-commit-id --stdin --pretty=? --format=`,
  "git shortlog": `${walking} -nsec -w? --numbered --summary --email --group= --committer`,
  "git blame|git annotate":
    "-wcCMfnselbtp -L: -M? -C? --line-porcelain --porcelain --date= --show-email --show-name --show-number --incremental --root --since= --reverse --first-parent --abbrev= --ignore-rev= --color-lines --color-by-age",
  "git rev-parse": true,
  "git rev-list": `${walking} --count --objects --no-object-names --use-bitmap-index --disk-usage`,
  "git ls-files":
    "-cdmosiktuvfzx -x: -X: --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --exclude= --exclude-standard --error-unmatch --full-name --recurse-submodules --abbrev=? --debug --eol --deduplicate --format=",
  "git ls-tree": "-drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev=? --format=",
  "git cat-file": "-tesp --batch-check=?",
  "git grep":
    "-acCeEFGhHiIlLnopPqrvwWz0123456789 -A: -B: -C: -e: -f: --cached --untracked --no-index --ignore-case --invert-match --word-regexp --line-number --count --files-with-matches --files-without-match --name-only --show-function --function-context --color=? --no-color --extended-regexp --fixed-strings --perl-regexp --heading --break --max-depth= --and --or --not --all-match --quiet --text --column --only-matching --context= --after-context= --before-context= --recurse-submodules",
  "git describe": true,
  "git name-rev|git merge-base|git count-objects|git check-ignore|git check-attr|git check-mailmap|git check-ref-format|git show-ref|git show-branch|git cherry|git range-diff|git for-each-ref|git patch-id|git stripspace|git verify-commit|git verify-tag|git verify-pack|git version|git --version|git get-tar-commit-id": `-abdehilmnqrstvzH --all --heads --tags --verify --quiet --verbose --hash=? --abbrev=? --dereference --exclude-existing --is-ancestor --fork-point --octopus --independent --name-only --refs= --exclude= --always --stdin --format= --sort= --count= --contains= --no-contains= --merged= --no-merged= --points-at= --no-index --non-matching --human-readable --current --list --sha1-name --topics --color=? --build-options --branches --exists`,
  "git branch": [
    "-avrlq --all --remotes --list --show-current --verbose --no-color --color=? --sort= --format= --column=? --no-column --abbrev=? --merged=? --no-merged=? --contains= --no-contains= --points-at= --ignore-case",
    "none",
  ],
  "git branch --list|git branch -l|git branch --merged|git branch --no-merged|git branch --contains|git branch --no-contains|git branch --points-at":
    "-avri --all --remotes --list --verbose --no-color --color=? --sort= --format= --merged=? --contains= --points-at=",
  "git tag": ["-l -n? --list --sort= --format= --contains= --merged=? --points-at= --column=? --color=?", "none"],
  "git tag -l|git tag --list|git tag --contains|git tag --merged|git tag --points-at":
    "-l -n? --list --sort= --format= --contains= --merged=? --points-at=",
  "git remote": ["-v --verbose", "none"],
  "git remote get-url": "--push --all",
  "git stash list": `${diffing} ${walking}`,
  "git stash show": diffing,
  "git reflog": [`${diffing} ${walking}`, "none"],
  "git reflog show|git reflog list|git reflog exists": `${diffing} ${walking}`,
  "git config": [
    "-lz --list --get --get-all --get-regexp --get-urlmatch --show-origin --show-scope --name-only --global --local --system --worktree --null --type= --bool --int --path --default=",
    "git-config",
  ],
  "git config get|git config list":
    "-z --all --show-origin --show-scope --name-only --global --local --system --worktree --null --type= --default= --regexp",
  "git worktree list|git notes list|git notes show|git bisect log|git submodule status|git submodule summary|git bundle verify|git bundle list-heads|git sparse-checkout list|git lfs ls-files|git lfs status|git lfs env|git replace -l":
    "-vzl --porcelain --verbose --recursive --cached --files --summary-limit=",
  "git var": "-l",
  "git help": "-ag --all --guides --config",
  // Without one of these it applies the patch.
  "git apply --stat|git apply --numstat|git apply --summary|git apply --check": "--stat --numstat --summary --check -v",
};
