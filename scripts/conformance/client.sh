#!/usr/bin/env bash
# What the referee of the conformance suite starts for each scenario: hands it to the running client (client-host.ts),
# passes on what that says, and ends with its code.
exec 3<>"/dev/tcp/127.0.0.1/$GATEHOUSE_CLIENT_PORT" || exit 70
printf '%s\n' "$MCP_CONFORMANCE_SCENARIO" "$MCP_CONFORMANCE_PROTOCOL_VERSION" "$MCP_CONFORMANCE_CONTEXT" "${!#}" >&3
code=71 # the client went away without a word
while IFS= read -r line <&3; do
  case $line in
  'exit '*) code=${line#exit } ;;
  *) printf '%s\n' "${line#> }" >&2 ;;
  esac
done
exit "$code"
