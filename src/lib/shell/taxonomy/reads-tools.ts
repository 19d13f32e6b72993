import type { ReadTable } from "./read.ts";

const kubectl =
  "-Aowlw -o: -l: -f? -c: -k? --all-namespaces --output= --selector= --show-labels --watch --field-selector= --sort-by= --no-headers=? --show-kind --label-columns= -L: --ignore-not-found --chunk-size= " +
  "--all-containers=? --previous -p --tail= --since= --since-time= --timestamps=? --container= --follow=? --prefix=? --limit-bytes= --containers --show-events=? --minify --flatten --raw --api-group= --namespaced=? --verbs= --recursive=? --api-version= --client=? --short=? --subresource=";
const table = "-aqsfl -f: --all --quiet --no-trunc --filter= --format= --digests --size --last= -n: --latest --help";

/** Programs with verbs: only the verbs that ask. */
export const toolReads: ReadTable = {
  "docker ps|docker images|docker image ls|docker image list|docker container ls|docker container list|docker volume ls|docker volume list|docker network ls|docker network list|docker context ls|docker context list|docker context show|docker plugin ls|docker node ls|docker service ls|docker stack ls|docker secret ls|docker config ls|docker buildx ls|docker search":
    table,
  "docker inspect|docker image inspect|docker container inspect|docker volume inspect|docker network inspect|docker image history|docker history|docker context inspect|docker service inspect|docker node inspect|docker manifest inspect|docker buildx inspect":
    "-sqH -f: --format= --size --type= --no-trunc --quiet --human --verbose",
  "docker logs|docker container logs|docker service logs":
    "-ft -n: --follow --tail= --since= --until= --timestamps --details",
  "docker stats|docker container stats": "-a --all --no-stream --no-trunc --format=",
  "docker top|docker container top": true,
  "docker port|docker container port|docker diff|docker container diff": "",
  "docker version|docker info|docker system info|docker system df|docker buildx version|docker buildx du|docker --version":
    "-fv -f: --format= --verbose --version",
  "docker compose ps|docker compose ls|docker compose images|docker compose logs|docker compose top|docker compose port|docker compose version|docker compose config":
    "-aqtf -n: --all --quiet --services --filter= --format= --status= --follow --tail= --since= --until= --timestamps --no-color --no-log-prefix --volumes --profiles --images --short --index= --protocol= --orphans --no-trunc",
  "docker events": ["--since= --until= -f: --filter= --format=", "none"],

  "kubectl get|kubectl describe|kubectl logs|kubectl top|kubectl top pod|kubectl top pods|kubectl top node|kubectl top nodes|kubectl explain|kubectl api-resources|kubectl api-versions|kubectl version|kubectl cluster-info|kubectl events":
    kubectl,
  "kubectl config view|kubectl config current-context|kubectl config get-contexts|kubectl config get-clusters|kubectl config get-users|kubectl rollout status|kubectl rollout history|kubectl auth can-i|kubectl auth whoami": `${kubectl} --list --revision= --timeout=`,
  "helm list|helm ls|helm status|helm history|helm get|helm get values|helm get manifest|helm get all|helm get notes|helm get hooks|helm version|helm env|helm repo list|helm search repo|helm show values|helm show chart":
    "-aAqo -o: -n: -f: -l: --all --all-namespaces --namespace= --output= --filter= --revision= --max= --short --date --reverse --time-format= --versions --version=?",

  "npm ls|npm list|npm ll|npm la|npm view|npm info|npm show|npm v|npm outdated|npm explain|npm why|npm root|npm prefix|npm bin|npm whoami|npm ping|npm search|npm help|npm config get|npm config list|npm config ls|npm get|npm pkg get|npm fund|npm owner ls|npm dist-tag ls|npm query":
    "-aglp --all --depth= --global --json --long --parseable --prod --production --dev --only= --omit= --include= --link --unicode --workspace= --workspaces -w:",
  "npm audit": ["--json --audit-level= --omit= --production --only=", "none"],
  "pnpm ls|pnpm list|pnpm ll|pnpm why|pnpm outdated|pnpm root|pnpm bin|pnpm config get|pnpm config list|pnpm store path|pnpm licenses list|pnpm view|pnpm info":
    "-rgPD --depth= --json --long --parseable --recursive --global --prod --dev --filter= --only-projects",
  "pnpm audit": ["--json --audit-level= --prod --dev", "none"],
  "bun pm ls|bun pm bin|bun pm cache|bun outdated": "--all",
  "pip list|pip show|pip freeze|pip check|pip config list|pip config get|pip debug|pip index versions|pip inspect|uv pip list|uv pip show|uv pip freeze|uv pip tree|uv python list|pipx list":
    "-loef --outdated --uptodate --format= --local --user --files --verbose --not-required --all --exclude= --editable --depth= --json --short",
  "poetry show|poetry env info|poetry env list|poetry check|poetry about|conda list|conda info|conda env list|conda search":
    "-tlope --tree --latest --outdated --path --full-path --only= --with= --without= --no-dev --short --json -n: --name= --envs",
  "cargo search|cargo version|cargo locate-project|cargo read-manifest": "--limit= --message-format= --manifest-path=",
  "rustup show|rustup toolchain list|rustup target list|rustup component list|rustup which|rustup check":
    "-v --installed --toolchain= --verbose",
  // `go env -w` writes; `go list`, `go vet` and their like may run what a build needs, and are left out.
  "go doc": "-=all -=u -=src -=short -=c -=cmd",
  "go env": "-=json",
  "go version": "-=m -=v",
  "gem list|gem info|gem environment|gem env|gem which|gem search": "-ardl --local --remote --all --details",
  "brew list|brew ls|brew info|brew outdated|brew search|brew deps|brew uses|brew leaves|brew config|brew doctor|brew --prefix|brew --version|brew --cellar|brew desc|brew cat|brew log|brew tap-info":
    "-1vd --versions --formula --cask --json=? --installed --tree --prefix --version --cellar --cache --full-name --pinned --desc --verbose",
  "apt list|apt show|apt search|apt policy|apt depends|apt rdepends|apt-cache search|apt-cache show|apt-cache policy|apt-cache depends|apt-cache rdepends|apt-cache madison|apt-mark showhold|apt-mark showmanual":
    "-a --installed --upgradable --all-versions --names-only -n --full",
  "dpkg|dpkg-query":
    "-lLsSpW -f: --list --listfiles --status --search --print-avail --show --showformat= --print-architecture --get-selections --version",
  "rpm -q|rpm -qa|rpm -qi|rpm -ql|rpm -qf|rpm -qc|rpm -qR|rpm --query":
    "-qailcdfR --all --info --list --queryformat= --whatprovides --requires --changelog --last",
  "yum list|yum info|yum search|dnf list|dnf info|dnf search|dnf repolist|yum repolist|apk list|apk info|apk search|snap list|snap info|flatpak list|zypper search|zypper info":
    "-aqv --installed --available --all --quiet --showduplicates",
  "pacman -Q|pacman -Qi|pacman -Ql|pacman -Qs|pacman -Qe|pacman -Qo|pacman -Qdt|pacman -Si|pacman -Ss": "",

  "gh pr list|gh pr view|gh pr status|gh pr diff|gh pr checks|gh issue list|gh issue view|gh issue status|gh repo view|gh repo list|gh run list|gh run view|gh workflow list|gh workflow view|gh release list|gh release view|gh label list|gh search code|gh search issues|gh search prs|gh search repos|gh auth status|gh gist list|gh gist view|gh status|gh secret list|gh variable list|gh cache list|gh ruleset list":
    "-sLaBHSAlbwjeR -s: -L: -a: -B: -H: -S: -A: -l: -R: -b: -w: -e: -u: -t: -q: --state= --limit= --author= --assignee= --base= --head= --search= --label= --json= --jq= --template= --repo= --comments --draft --app= --milestone= --log --log-failed --job= --verbose --name-only --color= --patch --required --branch= --workflow= --status= --event= --user= --owner= --language= --exit-status --yaml --active --hostname= --org= --created= --sort= --order=",

  "aws s3 ls|aws sts get-caller-identity|aws configure list|aws configure list-profiles|aws --version":
    "--recursive --human-readable --summarize --page-size= --version",
  "gcloud config list|gcloud auth list|gcloud info|gcloud projects list|gcloud version|gcloud --version":
    "--filter= --format= --limit= --sort-by= --verbosity= --version",
  "az account show|az account list|az version|az group list|az --version": "-o: --output= --query= --all --version",
  "terraform version|terraform show|terraform output|terraform state list|terraform state show|terraform workspace list|terraform workspace show|terraform graph|terraform -version|terraform --version":
    "-v -=json -=no-color -=raw -=id -=version --version",
  "terraform fmt -check": "-=diff -=recursive -=no-color -=list",
};

/** Programs that tell their version or how they are used when that is all they are asked; asked anything else they may run code. */
const helpful =
  "node deno bun npm npx pnpm tsc eslint prettier biome vitest jest python pip uv poetry pipx ruby gem perl php lua go gofmt cargo rustc rustup rustfmt " +
  "java javac kotlin scala gradle gcc g++ cc c++ clang clang++ make cmake ninja meson ld docker kubectl helm terraform pulumi ansible vagrant packer " +
  "aws gcloud az gh git hg svn curl wget ssh rsync tar gzip zip unzip xz zstd openssl gpg psql mysql sqlite3 redis-cli mongosh vim nvim emacs nano code " +
  "tmux screen fish ffmpeg convert magick pandoc dotnet swift zig elixir ghc stack opam ocaml julia Rscript R nim crystal dart flutter brew apt dnf yum " +
  "pacman snap flatpak systemctl jq yq rg fd sed awk grep find ls cat kind minikube k3d skaffold claude codex gemini hookline pre-commit ruff mypy " +
  "pytest black flake8 just nvm fnm volta";

/** What one asks for a version with → who answers that and does nothing else. `-v` starts an interpreter elsewhere. */
export const versionWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    "--version": helpful,
    "--help": helpful,
    "-v": "node npm pnpm docker php perl lua make redis-cli bun",
    "-V": "python ssh perl curl psql mysql tmux gzip pip make",
    "-version": "java javac scala terraform",
  }).map(([word, names]) => [word, new Set(names.split(" "))]),
);

/** Clouds have thousands of verbs; these shapes of them only ask. The operands must be exactly this. */
export const verbShapes: readonly (readonly [name: string, operands: RegExp, options: string])[] = [
  [
    "aws",
    /^[a-z0-9-]+ (?:describe|list)-[a-z0-9-]+$/,
    "--instance-ids= --cluster= --clusters= --stack-name= --name= --names= --function-name= --log-group-name= --log-group-name-prefix= --bucket= --prefix= --owners= --image-ids= --table-name= --db-instance-identifier= --services= --tasks= --hosted-zone-id= --user-name= --role-name= --vpc-ids= --group-ids= --max-results=",
  ],
  ["gcloud", /^(?:[a-z][a-z0-9-]* )+(?:list|describe(?: [A-Za-z0-9._-]+)?)$/, ""],
  ["az", /^(?:[a-z][a-z0-9-]* )+(?:list|show)$/, "--ids="],
];
