#!/bin/bash
# Refuses commands that destroy a disk or the whole project. Exit code 2 blocks, and what is on stderr is the reason.

# Quotes inside the command are escaped in JSON, so the value goes on after them.
command=$(grep -oE '"(command|cmd)": "([^"\\]|\\.)*"' | head -n 1 | cut -d'"' -f4-)

refuse() {
  echo "Dangerous command blocked: $1" >&2
  exit 2
}

has() {
  grep -qE "$1" <<<"$command"
}

# What a command's name must not be a part of, and what ends the path "/": "/tmp/x" does not.
start='(^|[^[:alnum:]_.-])'
end='([[:space:];&|)*"\\]|$)'

remove="${start}rm([[:space:]]+-[-[:alnum:]=]+)+[[:space:]]+"

has "${remove}/${end}" && refuse "it removes everything below /"
has "${remove}(\./)?(\*|\.)/?${end}" && refuse "it removes the project"
has "${remove}(\./)?\.git/?${end}" && refuse "it removes the project's history"
has "${start}mkfs([.[:space:]]|\"|$)" && refuse "it formats a disk"
has "${start}dd[[:space:]]([^;&|]*[[:space:]])?of=/dev/[hsnv]" && refuse "it overwrites a disk"
exit 0
