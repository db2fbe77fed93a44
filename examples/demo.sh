#!/usr/bin/env bash
# Walks through the life of a managed runner with the real Pulumi engine, this provider and a fake of CoreWeave's API on
# this machine. Every promise is checked, and the first one that is not kept ends the demo with an error. All files are
# in a temporary directory, which is removed at the end.
#
# Run it with `make demo`, which builds what is missing.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
pulumi=${PULUMI_BIN:-$root/bin/pulumi}
work=$(mktemp -d "${TMPDIR:-/tmp}/coreweave-sandbox-demo.XXXXXX")
plugin=$root/bin/pulumi-resource-coreweave-sandbox
output= # of the last command
commands=0
log=$work/fakeapi.log
fake=
title=preparation

finish() {
  status=$?
  trap - EXIT INT TERM
  if [ "$status" -ne 0 ]; then
    printf '\nThe demo FAILED in: %s\n' "$title" >&2
  fi
  if [ -n "$fake" ]; then
    kill "$fake" 2>/dev/null || true
    wait "$fake" 2>/dev/null || true
  fi
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# step TITLE WHY
step() {
  title=$1
  printf '\n== %s\n   %s\n' "$1" "$2"
}

# run COMMAND... shows the command and what it prints. Pulumi is asked for quiet, plain output.
run() {
  printf '\n$ %s\n' "$*"
  commands=$((commands + 1))
  output=$work/output.$commands
  if [ "$1" = pulumi ]; then
    shift
    set -- "$pulumi" --non-interactive --color never "$@"
  fi
  "$@" 2>&1 | tee "$output" | grep -v '^@ \|^ *$' || [ "${PIPESTATUS[0]}" -eq 0 ]
}

# expect FILE PATTERN FACT, with an extended regular expression
expect() {
  if ! grep -Eq -- "$2" "$1"; then
    printf '   not so: %s (nothing matches %s)\n' "$3" "$2" >&2
    exit 1
  fi
  printf '   ok: %s\n' "$3"
}

# expect_calls NAME COUNT FACT, in the calls since `mark`
expect_calls() {
  local count
  count=$(calls | grep -c "^\"$1\"" || true)
  if [ "$count" -ne "$2" ]; then
    printf '   not so: %s (%s calls of %s)\n' "$3" "$count" "$1" >&2
    calls >&2
    exit 1
  fi
  printf '   ok: %s\n' "$3"
}

marked=0
mark() { marked=$(wc -l <"$log"); }
calls() { tail -n "+$((marked + 1))" "$log"; }

show_calls() {
  printf '\nWhat the API was asked, and its answers:\n'
  calls | uniq -c | sed 's/^ *\([0-9]*\) /   \1 x /'
}

hex() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

start_fake() {
  : >"$work/fakeapi.out"
  FAKEAPI_TOKEN=$COREWEAVE_API_TOKEN "$root/bin/fakeapi" --log --install-time 3s --delete-time 3s \
    >"$work/fakeapi.out" 2>"$log" &
  fake=$!
  for _ in $(seq 100); do
    COREWEAVE_API_ENDPOINT=$(sed -n 's/^listening on //p' "$work/fakeapi.out")
    [ -z "$COREWEAVE_API_ENDPOINT" ] || return 0
    kill -0 "$fake" 2>/dev/null || break
    sleep 0.1
  done
  cat "$log" >&2
  return 1
}

start=$SECONDS

# A Pulumi of its own: home, backend and passphrase are in the temporary directory, and nothing is downloaded.
unset PULUMI_STACK PULUMI_DEBUG_PROVIDERS PULUMI_ACCESS_TOKEN PULUMI_CONFIG_PASSPHRASE_FILE COREWEAVE_HTTP_TIMEOUT
export PATH="$root/bin:$PATH" PULUMI_IGNORE_AMBIENT_PLUGINS=1
export PULUMI_HOME="$work/home" PULUMI_BACKEND_URL="file://$work/state"
export PULUMI_SKIP_UPDATE_CHECK=1 PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION=1
export COREWEAVE_API_TOKEN COREWEAVE_API_ENDPOINT PULUMI_CONFIG_PASSPHRASE
PULUMI_CONFIG_PASSPHRASE=$(hex)
COREWEAVE_API_TOKEN=CW-SECRET-$(hex)
mkdir "$work/state" "$work/imported"
cp -R "$root/examples/yaml/quickstart" "$work/quickstart"

step "A fake API" "It answers as CoreWeave's RunnerManagementService does. Installing and deleting take three seconds each."
start_fake
echo "   listening on $COREWEAVE_API_ENDPOINT; the token is random and only in the environment"

step "The plugin" "It goes into the Pulumi home of the demo. Pulumi would also use a plugin on PATH, with a warning at each use."
run pulumi plugin install resource coreweave-sandbox "$("$plugin" --version)" --file "$plugin"

step "Configuration" "The example names no runner, cluster or zone; a stack does."
cd "$work/quickstart"
run pulumi stack init demo
run pulumi config set runnerId demo-runner
run pulumi config set clusterId 00000000-0000-4000-8000-000000000001
run pulumi config set zone us-east-04a

step "Create" "'pulumi up' sends the runner in one call, and returns when the platform has accepted it."
mark
run pulumi up --yes
expect "$output" '\+ 1 created|\+ 2 created' "the runner was created"
show_calls
expect_calls CreateManagedRunner 1 "it took one create call"
run pulumi stack output
expect "$output" 'installStatus +RUNNER_INSTALL_STATUS_(PENDING|PROVISIONING)' "the platform is still installing it"
expect "$output" 'clusterName +[^ ]' "the server has found the name of the cluster"

step "Refresh" "It reads what the platform reports, here that the installation has ended."
sleep 3
run pulumi refresh --yes --skip-preview --run-program --diff
run pulumi stack output
expect "$output" 'installStatus +RUNNER_INSTALL_STATUS_READY' "the runner is installed"
expect "$output" 'ready +true' "and works as configured"

step "Preview" "Nothing has changed in the program, so that nothing is to be done."
mark
run pulumi preview --expect-no-changes
expect_calls UpdateManagedRunner 0 "a preview changes nothing"

step "Edit" "A sandbox may now use twice the memory. The preview shows that field and no other."
sed 's/maxMemory: 32Gi/maxMemory: 64Gi/' Pulumi.yaml >edited && mv edited Pulumi.yaml
run pulumi preview --diff
expect "$output" '~ maxMemory *: "32Gi" => "64Gi"' "the preview shows the old and the new value"
expect "$output" '~ 1 to update' "the runner is updated, not replaced"

step "Update" "The call names what has changed, and carries the etag of the policy: an edit by somebody else is not overwritten."
mark
run pulumi up --yes --skip-preview
expect "$output" '~ 1 updated' "the runner was updated"
show_calls
expect_calls UpdateManagedRunner 1 "it took one update call"
case $(calls | sed -n 's/^"UpdateManagedRunner" [^ ]* 200 *//p') in
  '"policy"') echo "   ok: its mask was policy, and nothing else" ;;
  *) echo "   not so: its mask was policy, and nothing else" >&2 && exit 1 ;;
esac

step "Import" "A second, empty project takes over the runner that exists, and Pulumi writes the program for it."
cd "$work/imported"
printf 'name: imported\nruntime: yaml\n' >Pulumi.yaml
run pulumi stack init demo
mark
run pulumi import coreweave-sandbox:index:ManagedRunner runner demo-runner --yes --out program.yaml
cat program.yaml >>Pulumi.yaml
run cat Pulumi.yaml
expect Pulumi.yaml 'maxMemory: 64Gi' "the program has the policy as it is now"
expect Pulumi.yaml 'maxGpuCount: 0' "and the zero that forbids GPUs"
run pulumi preview --diff --expect-no-changes
expect_calls UpdateManagedRunner 0 "the runner was only read"

step "One owner" "Two stacks must not own one runner. The second lets go of it, which concerns its state only."
run pulumi state unprotect --all --yes
run pulumi state delete --yes "$("$pulumi" stack --show-urns | sed -n 's/.*URN: \(urn:.*ManagedRunner::runner\).*/\1/p')"
run pulumi stack
expect_calls DeleteManagedRunner 0 "the runner itself was not touched"
run pulumi stack rm --yes --force

step "Destroy" "It returns when the runner is gone, for only then its cluster is free for another one."
cd "$work/quickstart"
mark
run pulumi destroy --yes --skip-preview
expect "$output" '- 1 deleted|- 2 deleted' "the runner was deleted"
show_calls
expect_calls DeleteManagedRunner 1 "it took one delete call"
expect <(calls | tail -n 1) '^"GetManagedRunner" "demo-runner" 404' "the last look found no runner"
run pulumi stack rm --yes

step "The token" "A token from the environment is written nowhere."
if grep -rqF "$COREWEAVE_API_TOKEN" "$work"; then
  echo "   not so: the token is in:" >&2
  grep -rlF "$COREWEAVE_API_TOKEN" "$work" >&2
  exit 1
fi
echo "   ok: it is in no state, no log and no output"

printf '\nThe demo took %s seconds. Nothing is left of it.\n' "$((SECONDS - start))"
