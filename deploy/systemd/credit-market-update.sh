#!/bin/sh
# Updates the market in /opt/credit-market to a release. Run it as root:
# credit-market-update FOLDER/credit-market-1.1.0.tar.gz
# SHA256SUMS of the release lies next to the archive. Where /etc/credit-market-release.pem is, its signature is needed too.
set -eu
archive=$(realpath "${1:?name the archive of a release}")
home=/opt/credit-market
key=/etc/credit-market-release.pem
cd "$(dirname "$archive")"

if [ -e "$key" ]; then
  openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig
else
  echo "$key is missing, so nothing proves who made this release: only its hash is checked"
fi
grep -F "  $(basename "$archive")" SHA256SUMS | sha256sum --check --strict -

rm -rf "$home.new"
mkdir "$home.new"
tar -xzf "$archive" -C "$home.new" --strip-components=1 --no-same-owner
echo "Checking the market before the update"
credit-market verify
systemctl stop credit-market
if ! credit-market backup; then
  systemctl start credit-market
  echo "The backup failed, so the market was not updated and runs as before"
  exit 1
fi
rm -rf "$home.old"
mv "$home" "$home.old"
mv "$home.new" "$home"
# Its migrations run before it answers.
systemctl start credit-market
port=$(. /etc/credit-market.env && echo "${PORT:-3000}")
for attempt in $(seq 1 300); do
  if curl -sf -o /dev/null "http://127.0.0.1:$port/readyz"; then
    echo "The market runs the new version. Install the files named here again, if any:"
    diff -rq "$home.old/deploy" "$home/deploy" || true
    exit 0
  fi
  sleep 1
done
echo "The market is not ready after 5 minutes: see journalctl -u credit-market. The earlier programs are in $home.old"
exit 1
