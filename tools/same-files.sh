#!/usr/bin/env bash
# Usage: same-files.sh DIR OTHER
# Fails, and shows the difference, unless every file below DIR is the same below OTHER. OTHER may have more.
set -euo pipefail

dir=$1
other=$(cd "$2" && pwd)
cd "$dir"
status=0
while IFS= read -r file; do
  diff -u "$other/$file" "$file" || status=1
done < <(find . -type f | sort)
exit "$status"
