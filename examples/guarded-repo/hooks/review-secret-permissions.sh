#!/usr/bin/env bash
# Denies write permission on secret files; has no opinion on anything else.
set -euo pipefail

payload="$(cat)"

case "$payload" in
  *'/.env"'*|*'/id_rsa"'*|*'".env"'*|*'"id_rsa"'*)
    printf '{"deny":true,"deny_reason":"Secrets files require manual review.","decision":"deny","reason":"Protected file pattern matched."}\n'
    ;;
  *)
    printf '{}\n'
    ;;
esac
