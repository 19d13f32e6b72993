#!/bin/sh
# The agent wants to stop. Exit code 2 sends it back to work, and what is on stderr is what it is told. An agent that cannot
# make the tests pass is not kept for ever: Hookline lets it go after a few refusals and says so.

case "$(cat)" in
  *'"stop_hook_active": true'*) still=" still" ;;
esac

report=$(npm test --silent --no-update-notifier 2>&1) && exit 0

{
  echo "The tests$still fail, so you are not done."
  echo "$report" | grep FAIL
} >&2
exit 2
