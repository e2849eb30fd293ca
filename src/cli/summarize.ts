import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { readJsonl } from '../data/jsonl.ts'
import { readJson } from '../data/readJson.ts'
import { HoldfastError } from '../errors.ts'
import { DEFAULT_MAX_UNSCORED } from '../gates/evaluateGates.ts'
import { type ItemRecord, itemRecord, latestRecords } from '../run/records.ts'
import { runFolder } from '../run/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../run/scoresDocument.ts'
import { withIntervals } from '../stats/intervals.ts'
import { suiteScores } from '../summary/suiteScores.ts'
import { findSuite } from './findSuite.ts'
import { openOutput } from './output.ts'

/** `holdfast summarize <suite> <paths…>`: item records to scores.json; several paths are merged. */
export function summarizeCommand(): Command {
  return new Command('summarize')
    .description('Summarize item records as a scores.json document. Several files or run folders, for instance shards, are merged.')
    .argument('<suite>', 'name of the suite')
    .argument('<paths...>', 'items.jsonl files or run folders')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (suite: string, paths: string[], { out }: { out?: string }) => {
      const definition = findSuite(suite)
      const sources = paths.map(locate)
      const records: ItemRecord[] = []
      for (const { items } of sources)
        for await (const record of readJsonl(items, itemRecord)) if (record.suite === suite) records.push(record)
      if (records.length === 0)
        throw new HoldfastError(
          'DATA',
          `Failed to summarize ${paths.join(', ')}: no record of the suite ${suite}. Name its items.jsonl or run folder.`,
        )
      const latest = latestRecords(records)
      const scores = suiteScores(latest, withIntervals(latest, await definition.summarizer()))
      const documents = sources.flatMap(({ scores: path }) => (path ? [readJson(path, scoresDocument)] : []))
      const output = openOutput(out)
      await output.line(JSON.stringify(assemble(suite, latest, scores, documents, basename(paths[0] ?? '')), null, 2))
      await output.close()
    })
}

function locate(path: string): { items: string; scores: string | undefined } {
  if (!existsSync(path))
    throw new HoldfastError('USAGE', `Failed to summarize ${path}: no such file or folder. Name an items.jsonl or a run folder.`)
  if (!statSync(path).isDirectory()) return { items: path, scores: undefined }
  const folder = runFolder(path)
  if (!existsSync(folder.items)) throw new HoldfastError('USAGE', `Failed to summarize ${path}: it has no items.jsonl. Name a run folder.`)
  return { items: folder.items, scores: existsSync(folder.scores) ? folder.scores : undefined }
}

/** What records alone do not tell (models, usage, times) comes from the runs' own scores.json, where there are any. */
function assemble(
  suite: string,
  records: readonly ItemRecord[],
  scores: ScoresDocument['suites'][string],
  documents: readonly ScoresDocument[],
  name: string,
): ScoresDocument {
  const [first] = documents
  const odd = documents.find(({ run }) => run.seed !== first?.run.seed || run.data[suite]?.sha256 !== first?.run.data[suite]?.sha256)
  if (odd) {
    throw new HoldfastError(
      'DATA',
      `Failed to merge the runs ${first?.run.id} and ${odd.run.id}: their data or seed differ. Merge shards of one run.`,
    )
  }
  // A merged run's gates were pending in its shards and are not known here; one run's own stand.
  const gates = documents.length === 1 ? (first?.gates ?? []).filter(({ metric }) => metric.startsWith(`${suite} `)) : []
  const counted = scores.items - scores.skipped
  const lost = counted > 0 && (scores.unscored + scores.error) / counted > DEFAULT_MAX_UNSCORED
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
      partial: documents.some(({ run }) => run.partial),
      roles: mergeRoles(documents),
      data: { [suite]: first?.run.data[suite] ?? { source: name, sha256, items: scores.items } },
    },
    suites: { [suite]: scores },
    usage: sumUsage(documents),
    gates,
    exitCode: lost || gates.some(({ verdict }) => verdict === 'broken') ? 1 : 0,
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
