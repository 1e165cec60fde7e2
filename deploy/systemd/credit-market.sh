#!/bin/sh
# Runs a command of the market with the settings and the user of its service. Run it as root, from anywhere:
# credit-market backup /mnt/backups
set -eu
command=${1:?name a command, such as verify}
shift
umask 077
set -a
. /etc/credit-market.env
set +a
exec runuser -u credit-market -- node /opt/credit-market/tools/with-node.mjs "/opt/credit-market/tools/$command.ts" "$@"
