#!/bin/bash
# The restore drill to a point in time, on a database of its own that it makes and removes: backup, changes, a deletion by somebody who holds the
# superuser, restore to the moment before it, and the check of TrainTrail as the gate. Ends with 0 only if nothing was lost.
#
#   deploy/drill-point-in-time.sh pgbackrest     with pgBackRest, stored files by restic
#   deploy/drill-point-in-time.sh wal            with pg_basebackup and archived WAL, stored files by rsync
#
# Needs PostgreSQL (POSTGRES_BIN, default: the newest of Debian), pgbackrest and restic, or rsync. PORT (default 54329) and PORT + 1 must be free.
set -euo pipefail

method=${1:?pgbackrest or wal}
here=$(dirname -- "$(readlink -f -- "$0")")
if [ "$(id -u)" = 0 ]; then exec runuser -u postgres -- "$0" "$@"; fi

BIN=${POSTGRES_BIN:-$(ls -d /usr/lib/postgresql/*/bin | sort -V | tail -n 1)}
PORT=${PORT:-54329}
work=$(mktemp -d /tmp/traintrail-drill-XXXXXX)
cluster=$work/cluster
traintrail="$here/../bin/traintrail"
unset "${!PG@}"

export DATA_DIR=$work/data SECRET_KEY PUBLIC_URL=http://127.0.0.1:$((PORT + 1)) LOG_LEVEL=error DEMO_PASSWORD=drill-only-password
SECRET_KEY=$(openssl rand -base64 48)
export DATABASE_URL=postgres://traintrail_app:drill@127.0.0.1:$PORT/traintrail
export DATABASE_ADMIN_URL=postgres://traintrail_owner@127.0.0.1:$PORT/traintrail

server=
say() { printf '\n== %s\n' "$*"; }
ask() { psql -X -A -t -q -h 127.0.0.1 -p "$PORT" -U postgres -d "${2:-traintrail}" -c "$1"; }
start_postgres() { "$BIN/pg_ctl" -D "$cluster" -l "$work/postgres.log" -w -t 120 start >/dev/null; }
stop_postgres() { "$BIN/pg_ctl" -D "$cluster" -m fast -w stop >/dev/null; }
clean_up() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  "$BIN/pg_ctl" -D "$cluster" -m immediate -w stop >/dev/null 2>&1 || true
  rm -rf "$work"
}
trap clean_up EXIT
records() { ask "select count(*) || ' completions of ' || (select count(*) from users) || ' people' from training_records"; }

say "A database with the demo data"
"$BIN/initdb" -D "$cluster" -U postgres --auth=trust --encoding=UTF8 --data-checksums >/dev/null
mkdir -m 700 "$work/archive" "$work/backup" "$work/copies"
{
  echo "port = $PORT"
  echo "listen_addresses = '127.0.0.1'"
  echo "unix_socket_directories = '$work'"
  echo "archive_mode = on"
  echo "archive_timeout = 60"
} >>"$cluster/postgresql.conf"
case $method in
pgbackrest)
  cat >"$work/pgbackrest.conf" <<CONF
[global]
repo1-path=$work/backup
repo1-retention-full=2
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=$(openssl rand -base64 32)
log-path=$work
lock-path=$work
spool-path=$work
log-level-console=warn
start-fast=y

[traintrail]
pg1-path=$cluster
pg1-port=$PORT
pg1-user=postgres
pg1-socket-path=$work
CONF
  backrest() { pgbackrest --config="$work/pgbackrest.conf" --stanza=traintrail "$@"; }
  echo "archive_command = 'pgbackrest --config=$work/pgbackrest.conf --stanza=traintrail archive-push %p'" >>"$cluster/postgresql.conf"
  ;;
wal)
  echo "archive_command = 'test ! -f $work/archive/%f && cp %p $work/archive/%f.part && mv $work/archive/%f.part $work/archive/%f'" >>"$cluster/postgresql.conf"
  ;;
*)
  echo "pgbackrest or wal, not $method" >&2
  exit 2
  ;;
esac
start_postgres
ask "create role traintrail_owner login createrole" postgres
ask "create database traintrail owner traintrail_owner template template0 encoding 'UTF8'" postgres
"$traintrail" migrate >/dev/null
"$traintrail" demo >/dev/null
PORT=$((PORT + 1)) "$traintrail" serve --no-page >"$work/server.log" 2>&1 &
server=$!

say "The backup: first the database, then the stored files"
case $method in
pgbackrest)
  backrest stanza-create
  backrest check
  backrest --type=full backup
  export RESTIC_REPOSITORY=$work/copies RESTIC_PASSWORD=$(openssl rand -base64 32) RESTIC_CACHE_DIR=$work/restic-cache
  restic init >/dev/null
  restic backup --quiet "$DATA_DIR"
  ;;
wal)
  "$BIN/pg_basebackup" -h 127.0.0.1 -p "$PORT" -U postgres -D "$work/backup/base" -X none -c fast --no-manifest
  rsync -a "$DATA_DIR/" "$work/copies/"
  ;;
esac

say "Work goes on after it"
"$traintrail" create-admin --email after-the-backup@example.org --another >/dev/null
before=$(records)
sleep 1
target=$(ask "select clock_timestamp()")
sleep 1
echo "$before at $target"

say "Somebody with the superuser deletes completions, unseen by the triggers"
ask "set session_replication_role = replica; delete from training_records where id % 2 = 0"
echo "$(records) are left"
ask "select pg_switch_wal()" >/dev/null
if "$traintrail" verify >"$work/verify.txt" 2>&1; then
  echo "verify did not name the deletion" >&2
  exit 1
fi
grep -m 1 -i missing "$work/verify.txt" || head -n 1 "$work/verify.txt"

say "Restore to $target"
kill -TERM "$server" && { wait "$server" || true; }
server=
stop_postgres
case $method in
pgbackrest)
  backrest --delta --type=time "--target=$target" --target-action=promote restore
  rm -rf "$DATA_DIR/files"
  restic restore latest --quiet --target / --include "$DATA_DIR/files"
  ;;
wal)
  mv "$cluster" "$work/broken"
  cp -a "$work/backup/base" "$cluster"
  chmod 700 "$cluster"
  {
    echo "restore_command = 'cp $work/archive/%f %p'"
    echo "recovery_target_time = '$target'"
    echo "recovery_target_action = 'promote'"
  } >>"$cluster/postgresql.auto.conf"
  touch "$cluster/recovery.signal"
  rsync -a --ignore-existing "$work/copies/files/" "$DATA_DIR/files/"
  ;;
esac
start_postgres
until [ "$(ask "select pg_is_in_recovery()")" = f ]; do sleep 1; done
after=$(records)
echo "$after"

say "The gate: TrainTrail writes the restore to its trail and checks everything"
"$traintrail" note-restore
"$traintrail" verify | tail -n 1
if [ "$after" != "$before" ]; then
  echo "before: $before, after: $after" >&2
  exit 1
fi
say "Nothing was lost ($method, PostgreSQL $(ask "show server_version"))"
