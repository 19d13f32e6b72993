import type { ReadTable } from "./read.ts";

const checksum =
  "-bctzw --binary --check --text --tag --zero --quiet --status --strict --warn --ignore-missing --help --version";

export const fileReads: ReadTable = {
  "ls|dir|vdir": true,
  "cat|tac|rev|nl": true,
  "head|tail|wc|fold|fmt|cut|paste|join|comm|tr|expand|unexpand|column|pr|tsort": true,
  "stat|readlink|realpath|basename|dirname|pathchk|namei": true,
  "df|du": true,
  "cmp|diff3|colordiff|sdiff": "-bcilsqrBEwa --brief --quiet --silent --print-bytes --verbose --recursive --width=",
  diff:
    "-abBcdeEilnNpqrstTuwyZ -C: -U: -W: -x: -I: -F: -L: -0123456789 --brief --unified=? --context=? --color=? --side-by-side " +
    "--recursive --new-file --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-case --report-identical-files " +
    "--exclude= --label= --width= --suppress-common-lines --strip-trailing-cr --text --normal --minimal --no-dereference --help --version",
  "grep|zgrep|bzgrep|xzgrep": true,
  "zcat|bzcat|xzcat|zstdcat|gzcat|lz4cat": true,
  "od|hexdump|hd|strings": true,
  xxd: ["-abeEiupC -c: -g: -l: -s: -o: -n:", "at-most-one"],
  "md5sum|sha1sum|sha224sum|sha256sum|sha384sum|sha512sum|b2sum": checksum,
  "cksum|sum|md5": true,
  shasum: `${checksum} -a: --algorithm=`,
  "base64|base32": "-dD -i: -w: --decode --wrap= --ignore-garbage --help --version",
  file: "-bEhiIkLnNrsv0 -F: -P: -e: --brief --mime --mime-type --mime-encoding --dereference --no-dereference --separator= --version --help",
  tree: "-adfilpstuvhDFQNqrxgJXCnASU -L: -I: -P: --dirsfirst --filesfirst --noreport --gitignore --prune --du --si --inodes --device --charset= --filelimit= --matchdirs --ignore-case --sort=? --timefmt= --help --version",
  sort:
    "-bdfghiMnRrVcCmsuz -k: -t: -S: --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort " +
    "--month-sort --numeric-sort --random-sort --reverse --sort= --version-sort --check=? --merge --stable --unique --zero-terminated --key= " +
    "--field-separator= --help --version",
  // The second operand of uniq is the file it writes.
  uniq: [
    "-cdDiuz -f: -s: -w: --count --repeated --all-repeated=? --skip-fields= --ignore-case --skip-chars= --unique --zero-terminated --check-chars= --group=? --help --version",
    "at-most-one",
  ],
  "rg|ripgrep":
    "-aAbBcCeEFgGhHiIjlLmMnNoOpPqrsStTuUvVwx0. -A: -B: -C: -e: -f: -g: -E: -j: -m: -M: -r: -t: -T: -d: --files --type= --type-not= --type-list --glob= --iglob= " +
    "--ignore-case --smart-case --case-sensitive --fixed-strings --word-regexp --line-regexp --line-number --no-line-number --count --count-matches " +
    "--files-with-matches --files-without-match --hidden --no-ignore --no-ignore-vcs --no-heading --heading --with-filename --no-filename --max-count= " +
    "--max-depth= --context= --after-context= --before-context= --multiline --multiline-dotall --pcre2 --only-matching --replace= --color= --colors= " +
    "--column --json --stats --sort= --sortr= --invert-match --regexp= --file= --text --follow --null --quiet --trim --vimgrep --passthru --unrestricted " +
    "--max-columns= --threads= --no-messages --no-config --encoding= --crlf --glob-case-insensitive --help --version",
  ag: "-acilLnoQrsSuvwf -A: -B: -C: -G: --hidden --ignore= --ignore-dir= --literal --count --nocolor --color --nogroup --group --help --version",
  fd: "-HIsigaLpu0l -e: -t: -d: -E: -S: -c: -j: --hidden --no-ignore --case-sensitive --ignore-case --glob --absolute-path --follow --full-path --type= --extension= --exclude= --max-depth= --min-depth= --size= --changed-within= --changed-before= --color= --print0 --unrestricted --help --version",
  fdfind:
    "-HIsigaLpu0 -e: -t: -d: -E: --hidden --no-ignore --glob --type= --extension= --exclude= --max-depth= --version",
  find: ["", "find-expression"],
  "locate|mlocate|plocate": true,
  sed: [
    "-nErusz -l: -e: --quiet --silent --regexp-extended --expression= --null-data --separate --unbuffered --posix --sandbox --help --version",
    "sed-script",
  ],
  awk: ["-F: -v: --field-separator= --assign= --version", "awk-program"],
  jq: true,
  yq: "-rPMCNe -o: -p: -I: --output-format= --input-format= --prettyPrint --no-colors --colors --unwrapScalar --indent= --version --help",
  "bat|batcat":
    "-AnpP -l: -r: -H: --plain --paging= --color= --style= --line-range= --language= --number --show-all --decorations= --version --help",
  "exa|eza|lsd":
    "-1aAbBdDfFgGhHiIlLmrRsStTuUxX@ -I: -L: --long --all --tree --level= --git --git-ignore --group-directories-first --icons=? --sort= --color=? --header --recurse --reverse --only-dirs --oneline --help --version",
  "cloc|tokei|scc":
    "-e: -t: --exclude= --exclude-dir= --include-lang= --exclude-lang= --json --csv --by-file --quiet --files --sort= --version",
  // Without a verb of these, both unpack. A colon in an archive's name makes tar ask another machine for it.
  "unzip -l|unzip -v|unzip -t|unzip -p|unzip -Z|unzip -Z1": "-lvtZqp1",
  "tar -tf|tar tf|tar -tvf|tar tvf|tar -tzf|tar tzf|tar -tzvf|tar tzvf|tar -ztf|tar -ztvf|tar -tjf|tar -tJf|tar tjf|tar tJf|tar -tvzf":
    ["-vzjJ --wildcards --gzip", "plain"],
  zipinfo: true,
  "nm|size|readelf|otool":
    "-aAghlnprsSuDCdtWehV --all --symbols --headers --sections --demangle=? --defined-only --version",
  "getfacl|lsattr": true,
  iconv: "-cs -f: -t: --from-code= --to-code= --list -l",
};
