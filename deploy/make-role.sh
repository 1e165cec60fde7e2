#!/bin/sh
# Creates, at the first start of compose's database, a role that owns the market's database and has no other rights.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$MARKET_PASSWORD" <<'SQL'
create role market login password :'password';
create database market owner market;
revoke connect on database market from public;
SQL
