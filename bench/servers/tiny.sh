#!/bin/sh
# A server that starts in a millisecond and holds almost no memory, so that a host's own cost of starting and keeping
# servers shows. $1 is a file that sets $tools, the result of tools/list; it is sourced, since a shell that reads a line
# asks the system for every byte of it.
. "$1"
while read -r line; do
  id=${line##*\"id\":}
  id=${id%%[,\}]*}
  case $line in
    *'"method":"initialize"'*)
      revision=${line#*\"protocolVersion\":\"}
      revision=${revision%%\"*}
      result="{\"protocolVersion\":\"$revision\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"tiny\",\"version\":\"1\"}}" ;;
    *'"method":"tools/list"'*) result=$tools ;;
    *'"method":"notifications/'*) continue ;;
    *)
      printf '%s\n' "{\"jsonrpc\":\"2.0\",\"id\":$id,\"error\":{\"code\":-32601,\"message\":\"Method not found\"}}"
      continue ;;
  esac
  printf '%s\n' "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":$result}"
done
