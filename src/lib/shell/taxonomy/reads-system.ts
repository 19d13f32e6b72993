import type { ReadTable } from "./read.ts";

/** Shell built-ins, and programs that tell about the machine. */
export const systemReads: ReadTable = {
  "echo|true|false|:|seq|yes|factor|sleep": true,
  // `printf -v` assigns to a variable, whatever its name.
  printf: ["+", "printf-format"],
  "cd|pushd|popd|dirs|pwd": true,
  "test|[": ["+", "test-expression"],
  expr: true,
  read: ["+ -rs -p: -d: -n: -N: -t: -u:", "variable-names"],
  set: ["+", "shell-options"],
  "exit|return|break|continue|times": true,
  wait: "+ -nf",
  umask: ["+ -S -p", "none"],
  "type|which|whereis": "+ -aftpPsmbl",
  help: true,
  history: ["+", "at-most-one"],
  jobs: "+ -lnprs",
  "alias|shopt|export|readonly|declare|typeset|ulimit": ["+ -pa", "none"],
  printenv: true,

  "whoami|id|groups|logname|users|who|w|last|lastlog|tty|arch|nproc|uptime|hostid": true,
  uname: true,
  hostname: [
    "-adfiIsAy --fqdn --long --short --all-ip-addresses --ip-address --domain --all-fqdns --help --version",
    "none",
  ],
  date: [
    "-uRj -d: -I? -r: --utc --universal --date= --iso-8601=? --rfc-3339= --rfc-email --reference= --help --version",
    "date-format",
  ],
  "cal|ncal": true,
  ps: true,
  "pgrep|pidof|pstree": true,
  top: ["-bcHiS1 -n: -d: -p: -u: -o: -l: -s: -w?", "none"],
  "free|vmstat|iostat|mpstat|lscpu|lsmem|lspci|lsusb|lsmod|lsns|lsipc|getconf|numastat|sw_vers|vm_stat": true,
  "lsblk|blkid|findmnt":
    "-abdfilmnoprtSDJPO -o: --all --fs --json --output= --list --bytes --pairs --noheadings --real --target= --df -T: -t:",
  lsof: true,
  ss: "-natuplxwsemi46oHOr --tcp --udp --listening --numeric --processes --all --summary --info --options",
  netstat: true,
  dmesg: "-THLkuxwr -l: -f: --human --ctime --level= --facility= --kernel --nopager --follow",
  journalctl:
    "-abefknxqrm -u: -n: -p: -g: -o: -S: -U: -t: --unit= --lines= --priority= --since= --until= --no-pager --output= --boot --dmesg --follow --reverse --grep= --list-boots --disk-usage --user --system",
  getent: true,
  locale: true,
  clear: "+ -T:",
  "man|apropos|whatis": "",
  "crontab -l": ["-u:", "none"],
  atq: true,
  "kill -0|kill -l|kill -L|kill --list": "+",
  sysctl: ["-anNeq --all --names --values", "plain"],
  swapon: ["-s --show=? --noheadings --bytes", "none"],
  mount: ["-l", "none"],
  "ip|ip addr|ip address|ip a|ip link|ip route|ip r|ip rule|ip neigh": ["-46ojsdcr -=br -=brief -=json", "none"],
  "ip addr show|ip a show|ip link show|ip route show|ip address show|ip route list|ip route get":
    "-46ojsdcr -=br -=brief -=json",
  ifconfig: ["-a -s", "at-most-one"],
  "systemctl status|systemctl show|systemctl cat|systemctl is-active|systemctl is-enabled|systemctl is-failed|systemctl list-units|systemctl list-unit-files|systemctl list-timers|systemctl list-dependencies|systemctl list-sockets|systemctl list-jobs|systemctl get-default|systemctl is-system-running":
    "-alnqo -n: -o: -t: -p: --all --no-pager --no-legend --type= --state= --property= --user --system --lines= --full --value --failed --plain --quiet --output=",
  "service --status-all": ["", "none"],
  "launchctl list|launchctl print|brew services list": "",
  "timedatectl|timedatectl status|hostnamectl|hostnamectl status|loginctl|loginctl list-sessions|localectl|localectl status":
    ["--no-pager", "none"],
  "defaults read|defaults read-type|defaults domains": "",
  "xcode-select -p|xcode-select --print-path": ["", "none"],
  "fdisk -l|sfdisk -l|fdisk --list|sfdisk --list": "",
  "parted -l|parted --list": ["", "none"],
  "diskutil list|diskutil info": "",
  "tmux ls|tmux list-sessions|tmux list-windows|tmux list-panes|screen -ls": "-a -t: -F:",
};
