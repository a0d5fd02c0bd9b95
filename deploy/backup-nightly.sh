#!/bin/sh
# A new backup named by its time, then only the newest ones are kept: deploy/backup-nightly.sh FOLDER COUNT
# Where the backup fails or names a damaged file, it ends with 1 and removes nothing.
set -eu
folder=${1:?the folder of the backups}
keep=${2:-14}
program=$(dirname -- "$(dirname -- "$(readlink -f -- "$0")")")/bin/traintrail
"$program" backup --to "$folder/$(date -u +%Y-%m-%dT%H%M%SZ)"
# Names sort by time. Nothing else in the folder is touched, and nothing of a backup that is not whole.
find "$folder" -mindepth 1 -maxdepth 1 -type d -name '20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9][0-9][0-9][0-9][0-9]Z' |
  sort -r | tail -n "+$((keep + 1))" | while IFS= read -r old; do rm -rf -- "$old"; done
