#!/usr/bin/env bash
# LIFBench, gated against the baseline `main`, in a CI that starts a shell: bash holdfast.sh. Written by: npx holdfast init --ci shell
# With PULL, GITHUB_REPOSITORY (<owner>/<name>) and GITHUB_TOKEN it writes one comment on that pull request, in place of the one before.
set -u
# These take the place of what vitest.config.ts says: leave out what it has. The model under test gets its key from the environment.
export HOLDFAST_MODEL=openai:gpt-5-mini
# Who judges, where the suite has a judge. A baseline is held against runs of the same judge.
# export HOLDFAST_JUDGE=openai:gpt-5
# Items of each task, as the baseline has them; all without it.
# export HOLDFAST_LIMIT=20
export HOLDFAST_GATES='{"baseline":"main","lifbench":{"content.overall":{"min":0.7,"maxDrop":0.02}}}'

# The first baseline `main`, or a new one, is made of a run: npx holdfast compare latest --keep main. Commit reports/baselines.
# A folder of its own: where the run does not begin, an older one says nothing in the comment.
HOLDFAST_OUT="reports/runs/ci-$(date +%s)-$$"
export HOLDFAST_OUT
npx vitest run lifbench.eval
code=$?
if [ -n "${PULL:-}" ] && ! npx holdfast comment "$HOLDFAST_OUT" "$PULL" && [ "$code" -eq 0 ]; then code=1; fi
exit "$code"
