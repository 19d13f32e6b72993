#!/bin/sh
# answer.sh TEXT STDOUT [EXIT-CODE [STDERR]]: answers so if TEXT stands somewhere on standard input, and not at all otherwise.
# The input is one line without an end; reading it needs no second process.
IFS= read -r input
case "$input" in
  *"$1"*)
    printf '%s' "$2"
    printf '%s' "${4-}" >&2
    exit "${3:-0}"
    ;;
esac
