/** A program whose arguments are, in the end, another command. */
export interface Wrapper {
  /** Its own options, in the notation of `options.ts`. They end where the inner command begins. */
  readonly options: string;
  /** Operands of its own before the inner command, e.g. the seconds of `timeout`. */
  readonly operands?: number;
  /** True when `NAME=value` may stand before the inner command. */
  readonly assigns?: true;
  /** Why even a harmless inner command cannot be called safe. */
  readonly doubt?: string;
  /** True when the inner command has more power than the user. */
  readonly empowers?: true;
  /** True when it only tells something if there is no inner command. */
  readonly readsAlone?: true;
  /** True when it hands words from its input to the inner command. */
  readonly feeds?: true;
  /** How the inner command is given: as words, or as one text for a shell. */
  readonly inner?: "words" | "text";
  /** Options whose value is a text for a shell, e.g. `su -c`. */
  readonly textOptions?: string;
  /** Options after which it runs nothing, e.g. `command -v`. */
  readonly asks?: string;
  /** The category of an inner destructive command, where it has one of its own. */
  readonly category?: string;
  /** True when the inner command only matters with one of the machine's directories handed in. */
  readonly mounts?: true;
}

const elsewhere = "It runs a command on another machine.";
const inContainer = "It runs a command in a container.";
const root = "It runs with the rights of another user.";
const fetched = "It runs a package, which it may fetch first.";
const traced = "It runs a command under a program that can do more than watch.";

const table: Readonly<Record<string, Wrapper>> = {
  command: { options: "+ -pvV", asks: "-v|-V" },
  builtin: { options: "+" },
  exec: { options: "+ -cl -a:" },
  env: {
    textOptions: "-S|--split-string",
    options:
      "+ -iv0 -u: -C: -S: --split-string= --ignore-environment --unset= --chdir= --null --debug --default-signal=? --ignore-signal=? --block-signal=? --help --version",
    assigns: true,
    readsAlone: true,
  },
  time: { options: "+ -pvlh -f: --format= --portability --verbose" },
  timeout: { options: "+ -v -k: -s: --foreground --preserve-status --kill-after= --signal= --verbose", operands: 1 },
  gtimeout: { options: "+ -v -k: -s: --foreground --preserve-status --kill-after= --signal= --verbose", operands: 1 },
  nice: { options: "+ -0123456789 -n: --adjustment=", readsAlone: true },
  ionice: { options: "+ -t -c: -n: --class= --classdata= --ignore" },
  chrt: { options: "+ -bfiorRav -T: -P: -D: --batch --fifo --idle --other --rr", operands: 1 },
  taskset: { options: "+ -ac --all-tasks --cpu-list", operands: 1 },
  stdbuf: { options: "+ -i: -o: -e: --input= --output= --error=" },
  unbuffer: { options: "+ -p" },
  setsid: { options: "+ -cfw --ctty --fork --wait" },
  caffeinate: { options: "+ -dimsu -t: -w:" },
  nohup: { options: "+", doubt: "It may write nohup.out and goes on after the session." },
  xargs: {
    options:
      "+ -0rtxp -n: -P: -I: -L: -d: -E: -s: -a: -J: -R: -i? -l? -e? --null --no-run-if-empty --verbose --max-args= --max-procs= --replace=? --delimiter= --max-lines=? --max-chars= --arg-file= --exit --interactive --eof=?",
    feeds: true,
  },
  parallel: {
    options: "+ -j: -k -0 -n: -N: -X -m -q -a: --jobs= --keep-order --null --dry-run --bar --progress --will-cite",
    feeds: true,
    doubt: "It runs a command built from its input.",
  },
  sudo: {
    options:
      "+ -AbEeHiKklnPSsVv -u: -g: -h: -p: -C: -T: -r: -t: -D: -R: --user= --group= --preserve-env=? --login --shell --non-interactive --stdin --background --set-home --chdir= --prompt=",
    assigns: true,
    doubt: root,
    empowers: true,
  },
  doas: { options: "+ -Lns -u: -C: -a:", doubt: root, empowers: true },
  pkexec: { options: "+ --user= --disable-internal-agent", doubt: root, empowers: true },
  gosu: { options: "+", operands: 1, doubt: root, empowers: true },
  "su-exec": { options: "+", operands: 1, doubt: root, empowers: true },
  runuser: {
    textOptions: "-c|--command|--call",
    options: "+ -u: -g: -l -m -p -c: --command=",
    doubt: root,
    empowers: true,
  },
  su: {
    textOptions: "-c|--command|--call",
    operands: 1,
    options: "-lmp -c: -s: -g: --command= --login --shell=",
    doubt: root,
    empowers: true,
  },
  chroot: {
    options: "+ --userspec= --groups= --skip-chdir",
    operands: 1,
    doubt: "It runs a command in another root directory.",
    empowers: true,
  },
  unshare: {
    options: "+ -imnpuUCTrcf --mount --uts --ipc --net --pid --user --fork --map-root-user --mount-proc=?",
    doubt: traced,
  },
  nsenter: { options: "+ -amuinpUCTFr -t: -S: -G: --target= --all --mount --pid --net", doubt: traced, empowers: true },
  firejail: { options: "+ --quiet --net= --private=?", doubt: traced },
  bwrap: { options: "+", doubt: traced },
  strace: { options: "+ -fFqvxyT -e: -o: -p: -s: -P: -E:", doubt: traced },
  ltrace: { options: "+ -fS -e: -o: -p:", doubt: traced },
  gdb: { options: "+", doubt: traced },
  watch: { options: "+ -bcdegptxw -n: -q: --interval= --differences=? --no-title --color --exec", inner: "text" },
  flock: {
    textOptions: "-c|--command|--call",
    options: "+ -sxnuoF -w: -E: -c: --shared --exclusive --nonblock --timeout= --close --command=",
    operands: 1,
    doubt: "It makes or locks a file.",
  },
  script: {
    textOptions: "-c|--command|--call",
    options: "-aefq -c: -t? -O: --command= --quiet --append --return",
    doubt: "It writes what happens into a file.",
  },
  "systemd-run": {
    options:
      "+ -qtPdGSr -p: -u: -M: --user --scope --unit= --property= --wait --pipe --pty --on-active= --on-calendar= --slice= --uid= --gid= --description=",
    doubt: "It hands a command to the service manager.",
    empowers: true,
  },
  busybox: { options: "+" },
  toybox: { options: "+" },
  "xvfb-run": { options: "+ -a -n: -s: -e: -f:", doubt: traced },
  "dbus-run-session": { options: "+", doubt: traced },
  proxychains: { options: "+ -q -f:", doubt: elsewhere },
  proxychains4: { options: "+ -q -f:", doubt: elsewhere },
  torsocks: { options: "+", doubt: elsewhere },
  torify: { options: "+", doubt: elsewhere },
  entr: { options: "+ -acdnprsxz", doubt: "It runs a command whenever a file changes." },
  watchexec: { options: "+ -cnr -e: -w: -i: --exts= --watch=", doubt: "It runs a command whenever a file changes." },
  nodemon: {
    textOptions: "-x|--exec",
    options: "+ -x: -e: -w: --exec= --ext= --watch=",
    doubt: "It runs a command whenever a file changes.",
  },
  hyperfine: { options: "+ -w: -r: -N --warmup= --runs=", inner: "text" },
  direnv: { options: "+", operands: 2, doubt: "It runs a directory's own set-up first." },
  dotenv: { options: "+ -e: -f:", doubt: "It sets variables from a file." },
  "cross-env": { options: "+", assigns: true },
  fakeroot: { options: "+", doubt: traced },
  sg: { textOptions: "-c|--command|--call", options: "-c:", operands: 1, doubt: root },
  ssh: {
    options:
      "+ -46AaCfGgKkMNnqsTtVvXxYy -B: -b: -c: -D: -E: -e: -F: -I: -i: -J: -L: -l: -m: -O: -o: -p: -Q: -R: -S: -W: -w:",
    operands: 1,
    inner: "text",
    doubt: elsewhere,
  },
  mosh: { options: "+ --ssh= -p:", operands: 1, doubt: elsewhere },
  sshpass: { options: "+ -ev -p: -f: -d:", doubt: elsewhere },
  rsh: { options: "+ -l:", operands: 1, inner: "text", doubt: elsewhere },
  "docker exec": {
    options:
      "+ -dit -e: -u: -w: --detach --interactive --tty --env= --env-file= --user= --workdir= --privileged --detach-keys=",
    operands: 1,
    doubt: inContainer,
    category: "dk-exec-host",
  },
  "docker container exec": {
    options: "+ -dit -e: -u: -w: --detach --interactive --tty --env= --env-file= --user= --workdir= --privileged",
    operands: 1,
    doubt: inContainer,
    category: "dk-exec-host",
  },
  "docker compose exec": {
    options: "+ -dTit -e: -u: -w: --detach --env= --index= --user= --workdir= --privileged --no-tty",
    operands: 1,
    doubt: inContainer,
    category: "dk-exec-host",
  },
  "docker run": {
    options:
      "+ -ditPq -v: -e: -p: -u: -w: -h: -l: -m: -a: -c: --rm --detach --interactive --tty --volume= --mount= --env= --env-file= --publish= --name= --network= --net= --user= --workdir= --entrypoint= --privileged --pull= --platform= --init --read-only --tmpfs= --cap-add= --cap-drop= --security-opt= --gpus= --memory= --cpus= --hostname= --add-host= --label= --link= --restart= --ipc= --pid= --shm-size= --ulimit= --device= --dns= --log-driver= --volumes-from= --userns=",
    operands: 1,
    doubt: inContainer,
    category: "dk-bind-mount",
    mounts: true,
  },
  "docker compose run": {
    options:
      "+ -dTitP -v: -e: -p: -u: -w: -l: --rm --detach --volume= --env= --publish= --name= --user= --workdir= --entrypoint= --no-deps --build --service-ports",
    operands: 1,
    doubt: inContainer,
    category: "dk-bind-mount",
    mounts: true,
  },
  "kubectl exec": {
    options: "-itq -c: -n: -f: --stdin --tty --container= --namespace= --context= --pod-running-timeout= --quiet",
    operands: 1,
    doubt: inContainer,
    category: "k8s-exec",
  },
  "kubectl run": {
    options: "-itq -n: --image= --rm --restart= --stdin --tty --namespace= --command --overrides= --env= --labels=",
    operands: 1,
    doubt: inContainer,
    category: "k8s-exec",
  },
  "git submodule foreach": {
    options: "+ -q --quiet --recursive",
    inner: "text",
    doubt: "It runs a command in every submodule.",
  },
  "git bisect run": { options: "+", doubt: "It checks out one commit after the other." },
  npx: {
    textOptions: "-c|--command|--call",
    options: "+ -yq -c: -p: --yes --no --package= --call= --quiet --no-install",
    doubt: fetched,
  },
  bunx: { options: "+ -y --bun", doubt: fetched },
  "npm exec": {
    textOptions: "-c|--command|--call",
    options: "+ -y -c: -p: --yes --no --package= --call=",
    doubt: fetched,
  },
  "npm x": {
    textOptions: "-c|--command|--call",
    options: "+ -y -c: -p: --yes --no --package= --call=",
    doubt: fetched,
  },
  "pnpm exec": { options: "+ -r -c --recursive", doubt: fetched },
  "pnpm dlx": { options: "+ -c -s --package=", doubt: fetched },
  "yarn exec": { options: "+", doubt: fetched },
  "yarn dlx": { options: "+ -q -p:", doubt: fetched },
  "bun x": { options: "+", doubt: fetched },
  uvx: { options: "+ -q --from= --with= --python=", doubt: fetched },
  "uv run": { options: "+ -qs -p: --with= --python= --no-sync --frozen --extra= --group=", doubt: fetched },
  "uv tool run": { options: "+ --from= --with=", doubt: fetched },
  "poetry run": { options: "+", doubt: fetched },
  "pipx run": { options: "+ --spec=", doubt: fetched },
  "pipenv run": { options: "+", doubt: fetched },
  "hatch run": { options: "+", doubt: fetched },
  "conda run": { options: "+ -n: -p: --no-capture-output --live-stream", doubt: fetched },
  "bundle exec": { options: "+", doubt: fetched },
  "rbenv exec": { options: "+", doubt: fetched },
  "pyenv exec": { options: "+", doubt: fetched },
  "mise exec": { options: "+", doubt: fetched },
  "nix-shell": { textOptions: "--run|--command", options: "-p: --run= --command= --pure", doubt: fetched },
  "tmux send-keys": { options: "+ -lRX -t: -N:", doubt: "It types into another terminal.", inner: "text" },
  "tmux new-session": {
    options: "+ -dAP -s: -n: -c: -x: -y: -t:",
    doubt: "It starts a session that goes on by itself.",
    inner: "text",
  },
  "tmux new": { options: "+ -dAP -s: -n: -c:", doubt: "It starts a session that goes on by itself.", inner: "text" },
};

/** By name, or by name and verbs. A Map, because names come from outside and must not find what every object has. */
export const wrappers: ReadonlyMap<string, Wrapper> = new Map(Object.entries(table));
