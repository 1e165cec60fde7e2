#!/bin/sh
# Runs a command of the market as its service runs: with the same settings and as the same user. As root, from anywhere:
# credit-market backup /mnt/backups
set -eu
command=${1:?name a command, such as verify}
shift
umask 077
set -a
. /etc/credit-market.env
set +a
exec runuser -u credit-market -- node "/opt/credit-market/tools/$command.ts" "$@"
