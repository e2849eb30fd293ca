import { createHash } from 'node:crypto'
import { HoldfastError } from '../base/errors.ts'
import type { ItemRecord } from '../format/records.ts'
import type { ScoresDocument } from '../format/scoresDocument.ts'
import { comparableOf, incomparable } from './baseline/baseline.ts'

/**
 * The scores document of records that several runs made. What records alone do not tell (models, usage, times) comes from the
 * runs' own, where there are any.
 *
 * @throws HoldfastError where they are not parts of one run.
 */
export function mergeDocuments(
  suite: string,
  records: readonly ItemRecord[],
  scores: ScoresDocument['suites'][string],
  documents: readonly ScoresDocument[],
  name: string,
): ScoresDocument {
  const [first] = documents
  const missing = missingShards(documents)
  for (const other of documents.slice(1)) {
    const why = first && differenceOf(first, other, suite)
    if (why)
      throw new HoldfastError(
        'DATA',
        `Failed to merge the runs ${first.run.id} and ${other.run.id}: ${why} differ. Merge shards of one run.`,
      )
  }
  // A merged run's gates were pending in its shards and are not known here; one run's own stand.
  const gates = documents.length === 1 ? (first?.gates ?? []).filter(({ metric }) => metric.startsWith(`${suite} `)) : []
  const now = new Date().toISOString()
  const times = (of: 'startedAt' | 'finishedAt') => documents.map(({ run }) => run[of]).sort()
  const sha256 = createHash('sha256')
    .update(JSON.stringify(records.map(({ item, trial }) => [item, trial]).sort()))
    .digest('hex')
  return {
    schema: 'holdfast.scores/1',
    run: {
      id: first?.run.id ?? name,
      startedAt: times('startedAt')[0] ?? now,
      finishedAt: times('finishedAt').at(-1) ?? now,
      version: first?.run.version ?? '',
      seed: first?.run.seed ?? 0,
      partial: documents.some(({ run }) => run.partial) || missing.length > 0,
      ...(first?.run.options && { options: first.run.options }),
      ...(first?.run.scoring && { scoring: first.run.scoring }),
      // All parts together are the whole run.
      ...(missing.length > 0 && { shard: documents.map(({ run }) => run.shard).join(' ') }),
      roles: mergeRoles(documents),
      data: { [suite]: first?.run.data[suite] ?? { source: name, sha256, items: scores.items } },
    },
    suites: { [suite]: scores },
    usage: sumUsage(documents),
    gates,
    exitCode: 0,
  }
}

/** A role is simulated as soon as it is in one of the runs. */
function mergeRoles(documents: readonly ScoresDocument[]): ScoresDocument['run']['roles'] {
  const merged: ScoresDocument['run']['roles'] = {}
  for (const [role, { model, simulated }] of documents.flatMap(({ run }) => Object.entries(run.roles))) {
    merged[role] = { model, simulated: simulated || (merged[role]?.simulated ?? false) }
  }
  return merged
}

function sumUsage(documents: readonly ScoresDocument[]): ScoresDocument['usage'] {
  const sum: ScoresDocument['usage'] = {}
  for (const { usage } of documents) {
    for (const [role, counts] of Object.entries(usage)) {
      const known = sum[role] ?? { calls: 0, cached: 0, promptTokens: 0, completionTokens: 0, usd: null }
      const usd = known.usd === null && counts.usd === null ? null : (known.usd ?? 0) + (counts.usd ?? 0)
      sum[role] = {
        calls: known.calls + counts.calls,
        cached: known.cached + counts.cached,
        promptTokens: known.promptTokens + counts.promptTokens,
        completionTokens: known.completionTokens + counts.completionTokens,
        usd,
      }
    }
  }
  return sum
}

/** What tells two runs apart that should be parts of one. */
function differenceOf(one: ScoresDocument, other: ScoresDocument, suite: string): string | undefined {
  const model = ({ run }: ScoresDocument, role: 'candidate' | 'judge') => run.roles[role]?.model
  if (one.run.seed !== other.run.seed || one.run.data[suite]?.sha256 !== other.run.data[suite]?.sha256) return 'their data or seed'
  if (model(one, 'candidate') !== model(other, 'candidate')) return 'their candidates'
  if (model(one, 'judge') !== model(other, 'judge')) return 'their judges'
  return incomparable(comparableOf(one, suite), comparableOf(other, suite)) && 'their options or scoring'
}

/** Parts of a sharded run that are not among the documents, as `2/4`. */
export function missingShards(documents: readonly ScoresDocument[]): string[] {
  const shards = documents.flatMap(({ run }) => run.shard ?? [])
  const count = Number(shards[0]?.split('/')[1] ?? 0)
  return Array.from({ length: count }, (_, index) => `${index + 1}/${count}`).filter((shard) => !shards.includes(shard))
}
