/** Other names of programs whose rules are written down once. */
export const aliases: ReadonlyMap<string, readonly string[]> = mapOf({
  "docker-compose": ["docker", "compose"],
  "podman-compose": ["docker", "compose"],
  podman: ["docker"],
  nerdctl: ["docker"],
  oc: ["kubectl"],
  kubecolor: ["kubectl"],
  tofu: ["terraform"],
  gawk: ["awk"],
  mawk: ["awk"],
  nawk: ["awk"],
  original_awk: ["awk"],
  egrep: ["grep"],
  fgrep: ["grep"],
  ggrep: ["grep"],
  gsed: ["sed"],
  gfind: ["find"],
  grm: ["rm"],
  python3: ["python"],
  python2: ["python"],
  pip3: ["pip"],
  pip2: ["pip"],
  "apt-get": ["apt"],
  microdnf: ["dnf"],
  "mkfs.ext2": ["mkfs"],
  nodejs: ["node"],
  dash: ["sh"],
  gtar: ["tar"],
  bsdtar: ["tar"],
  gdd: ["dd"],
  gmake: ["make"],
  "psql.exe": ["psql"],
});

export const shells: ReadonlySet<string> = new Set("sh bash ash zsh ksh mksh pdksh yash rbash".split(" "));

/** Run what they read from standard input or from their arguments, in a language that is not the shell's. */
export const interpreters: ReadonlySet<string> = new Set(
  "python perl ruby node deno bun php lua luajit osascript pwsh powershell fish csh tcsh tclsh expect groovy Rscript julia elixir iex ghci irb scala".split(
    " ",
  ),
);

export const downloaders: ReadonlySet<string> = new Set(
  "curl wget fetch aria2c http https xh axel lynx w3m links nc ncat netcat socat telnet ftp lftp sftp scp ssh tftp rsync gh aws gsutil dig nslookup host".split(
    " ",
  ),
);

/** Turn something unreadable into text. */
export const decoders: ReadonlySet<string> = new Set(
  "base64 base32 xxd openssl gunzip gzip zcat bunzip2 bzcat xz xzcat unxz zstd zstdcat uudecode basenc rev tr gpg uncompress od hexdump printf python perl".split(
    " ",
  ),
);

/** Options before the verb. Only these leave a command read-only: others change which program or configuration is used. */
export const verbOptions: ReadonlyMap<string, string> = mapOf({
  git: "-P -C: --no-pager --no-optional-locks --literal-pathspecs --no-replace-objects --icase-pathspecs --glob-pathspecs",
  docker: "-l: --log-level= --context= -c:",
  "docker compose": "-f: -p: --file= --project-name= --profile= --env-file= --ansi= --progress= --project-directory=",
  kubectl: "-n: --namespace= --context= --cluster= --user= --request-timeout= -v:",
  helm: "-n: --namespace= --kube-context= --debug",
  npm: "-s --silent --loglevel= --prefix= -C: --no-color",
  pnpm: "-C: -s -F: -r --dir= --filter= --silent --recursive --no-color",
  aws: "--region= --profile= --output= --query= --no-cli-pager --no-paginate --color= --max-items= --page-size= --filters= --debug --no-color",
  gcloud: "--project= --account= --format= --filter= --quiet -q --region= --zone= --limit= --sort-by=",
  az: "-o: --output= --query= --subscription= --resource-group= -g: -n: --name= --only-show-errors",
  systemctl: "--user --system --no-pager",
  gh: "-R: --repo=",
  terraform: "-=chdir=",
  cargo: "-qv --quiet --verbose --offline --locked --frozen --color=",
  ip: "-46ojsdcrhN -=br -=json -=brief -=color",
  brew: "-v --verbose",
  pip: "-qv --disable-pip-version-check --no-color",
});

/** Options with a value that stand before the verb but are not harmless; only used to find the verb behind them. */
export const verbOptionsWithValue: ReadonlyMap<string, string> = mapOf({
  git: "-C: -c: --git-dir= --work-tree= --namespace= --exec-path= --super-prefix= --config-env=",
  docker: "-H: --host= --config= -c: --context= -l: --log-level= --tlscacert= --tlscert= --tlskey=",
  "docker compose":
    "-H: --host= --config= --context= -f: -p: --file= --project-name= --profile= --env-file= --project-directory=",
  kubectl: "-n: -s: --namespace= --context= --kubeconfig= --cluster= --user= --server= --token= --as= --as-group= -v:",
  helm: "-n: --namespace= --kube-context= --kubeconfig=",
  aws: "--region= --profile= --output= --query= --endpoint-url= --ca-bundle= --color=",
  gcloud: "--project= --account= --configuration= --format= --region= --zone=",
  npm: "--prefix= -C: -w: --workspace= --registry= --userconfig=",
  pnpm: "-C: -F: --dir= --filter=",
  yarn: "--cwd=",
  terraform: "",
  systemctl: "-H: -M: -t: --host= --machine= --root=",
  gh: "-R: --repo=",
  make: "-C: -f: -j: -I: -o: --directory= --file=",
  kill: "-s: --signal=",
  truncate: "-s: -r: --size= --reference=",
  "redis-cli": "-h: -p: -a: -n: -u: -s:",
  psql: "-h: -U: -p: -d:",
  mysql: "-h: -u: -P: -D:",
  tee: "",
  install: "-m: -o: -g: -t: -S:",
  mv: "-S: -t: --suffix= --target-directory=",
  tmux: "-L: -S: -f:",
  crontab: "-u:",
  brew: "",
  sed: "-e: -f: -l:",
  perl: "-M: -m: -I: -e: -E: -0?",
  ruby: "-r: -I: -e:",
  sort: "-k: -t: -S: -T: -o:",
  fuser: "",
});

/** A Map, because names come from outside and must not find what every object has. */
function mapOf<T>(entries: Readonly<Record<string, T>>): ReadonlyMap<string, T> {
  return new Map(Object.entries(entries));
}
