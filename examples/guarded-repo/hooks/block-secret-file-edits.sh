#!/usr/bin/env bash
set -euo pipefail

payload="$(cat)"

case "$payload" in
  *'".env"'*|*'"id_rsa"'*)
    printf '{"deny":true,"deny_reason":"Protected secret file path."}\n'
    ;;
  *)
    printf '{}\n'
    ;;
esac
