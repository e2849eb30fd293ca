import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { Command } from 'commander'
import { SUITES } from '../../suites/catalogue.ts'
import { comparableOf, incomparable, readBaseline } from '../baseline/baseline.ts'
import { compareWithBaseline } from '../baseline/compareWithBaseline.ts'
import { findCertificate } from '../certificate/certificate.ts'
import { suiteRules } from '../compare/suiteComparison.ts'
import type { Gates } from '../config/gates.ts'
import { resolveConfig } from '../config/resolve.ts'
import { readJsonl } from '../data/jsonl.ts'
import { readJson } from '../data/readJson.ts'
import { HoldfastError } from '../errors.ts'
import { DEFAULT_MAX_UNSCORED, evaluateGates } from '../gates/evaluateGates.ts'
import { type ItemRecord, inOrder, itemRecord, latestRecords } from '../run/records.ts'
import { runFolder } from '../run/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../run/scoresDocument.ts'
import { withIntervals } from '../stats/intervals.ts'
import type { SuiteDefinition } from '../suite.ts'
import { suiteScores } from '../summary/suiteScores.ts'
import { nearest } from '../text/nearest.ts'
import { findSuite } from './findSuite.ts'
import { loadOptions } from './loadOptions.ts'
import { openOutput } from './output.ts'

/** `holdfast summarize <suite> <paths…>`: item records to scores.json; several paths are merged. */
export function summarizeCommand(): Command {
  return new Command('summarize')
    .description('Summarize item records as a scores.json document. Several files or run folders, for instance shards, are merged.')
    .argument('<suite>', 'name of the suite')
    .argument('<paths...>', 'items.jsonl files or run folders')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (suite: string, paths: string[], { out }: { out?: string }) => {
      // A name that is nearly a bundled one is mistyped; any other may be a benchmark of the user's own.
      if (
        !SUITES.some(({ name }) => name === suite) &&
        nearest(
          suite,
          SUITES.map(({ name }) => name),
        )
      )
        findSuite(suite)
      const sources = paths.map(locate)
      const records: ItemRecord[] = []
      for (const { items } of sources)
        for await (const record of readJsonl(items, itemRecord)) if (record.suite === suite) records.push(record)
      const definition = SUITES.find(({ name }) => name === suite) ?? (records.length > 0 ? ownSuite(suite) : findSuite(suite))
      if (records.length === 0)
        throw new HoldfastError(
          'DATA',
          `Failed to summarize ${paths.join(', ')}: no record of the suite ${suite}. Name its items.jsonl or run folder.`,
        )
      const latest = inOrder(latestRecords(records))
      const scores = suiteScores(latest, withIntervals(latest, await definition.summarizer()))
      const documents = sources.flatMap(({ scores: path }) => (path ? [readJson(path, scoresDocument)] : []))
      const missing = missingShards(documents)
      const output = openOutput(out)
      const merged = assemble(suite, latest, scores, documents, basename(paths[0] ?? ''))
      const { document, reasons } = await decideGates(definition, merged, latest, missing)
      await output.line(JSON.stringify(document, null, 2))
      await output.close()
      if (reasons.length > 0) {
        process.stderr.write(`exit 1: ${reasons.join('; ')}.\n`)
        // Of a whole run the document says how it came out; of parts nobody has said it yet.
        if (document.run.shard !== undefined) process.exitCode = 1
      }
    })
}

/** Parts of a sharded run that are not among the documents, as `2/4`. */
function missingShards(documents: readonly ScoresDocument[]): string[] {
  const shards = documents.flatMap(({ run }) => run.shard ?? [])
  const count = Number(shards[0]?.split('/')[1] ?? 0)
  return Array.from({ length: count }, (_, index) => `${index + 1}/${count}`).filter((shard) => !shards.includes(shard))
}

/** The gates of merged parts, which were pending in each: those of the configuration in the folder and HOLDFAST_GATES. */
async function decideGates(
  definition: Pick<SuiteDefinition, 'name' | 'roles' | 'summarizer' | 'lowerIsBetter'>,
  merged: ScoresDocument,
  records: readonly ItemRecord[],
  missing: readonly string[],
): Promise<{ document: ScoresDocument; reasons: string[] }> {
  const root = process.cwd()
  const { name, lowerIsBetter } = definition
  const reasons = missing.length > 0 ? [`partial: shard ${missing.join(', ')} missing`] : []
  const { gates: configured } = resolveConfig(await loadOptions(root), process.env, root, SUITES)
  const own = configured?.[name]
  // Only parts leave gates to be decided here; a finished run decided its own.
  const limit = configured?.maxUnscored ?? DEFAULT_MAX_UNSCORED
  const lost = lostShare(merged, name)
  if (lost > limit)
    reasons.push(`${Math.round(100 * lost)} % of the items have no score, over the limit of ${Number((100 * limit).toFixed(2))} %`)
  if (!configured || merged.run.shard === undefined) {
    const broken = merged.gates.some(({ verdict }) => verdict === 'broken')
    return { document: { ...merged, exitCode: reasons.length > 0 || broken ? 1 : 0 }, reasons }
  }
  const only: Gates = {
    ...configured,
    ...Object.fromEntries(
      Object.entries(configured)
        .filter(([, rules]) => typeof rules === 'object')
        .map(([suite]) => [suite, suite === name ? own : {}]),
    ),
  } as Gates
  const summarize = await definition.summarizer()
  const withCommon = (some: readonly ItemRecord[]) => suiteScores(some, summarize(some)).metrics
  const baseline = only.baseline === undefined ? undefined : readBaseline(root, only.baseline)
  const gates = evaluateGates(only, merged.suites, {
    judge:
      definition.roles.length > 1
        ? merged.run.roles.judge && {
            model: merged.run.roles.judge.model,
            certificate: await findCertificate(root, merged.run.roles.judge.model, new Date()),
          }
        : undefined,
    comparisons: { [name]: compareWithBaseline(name, records, withCommon, only, root) },
    incomparable: { [name]: baseline && incomparable(comparableOf(baseline, name), comparableOf(merged, name)) },
    lowerIsBetter: (_suite, key) => lowerIsBetter?.(key) ?? false,
  })
  const broken = gates.filter(({ verdict }) => verdict === 'broken')
  const undecided = gates.filter(({ verdict, strict }) => verdict === 'undecided' && strict)
  const simulated = Object.entries(merged.run.roles).filter(([, role]) => role.simulated)
  const all = [
    ...reasons,
    ...broken.map(({ metric, rule, because }) => `${metric} ${rule} broken${because ? ` (${because})` : ''}`),
    ...undecided.map(({ metric, rule }) => `${metric} ${rule} undecided`),
    ...(simulated.length > 0 && !only.allowSimulated
      ? [`gates are configured and the ${simulated.map(([role]) => role).join(', ')} is simulated`]
      : []),
  ]
  const results = gates.map(({ because: _because, strict: _strict, ...gate }) => gate)
  return { document: { ...merged, gates: results, exitCode: all.length > 0 ? 1 : 0 }, reasons: all }
}

/** A benchmark of the user's own, whose summary stands in a test file: its mean total, overall and by task. */
function ownSuite(name: string): Pick<SuiteDefinition, 'name' | 'roles' | 'summarizer' | 'lowerIsBetter'> {
  process.stderr.write(`${name} is no bundled suite: its metrics here are the mean total, overall and by task.\n`)
  return { name, roles: ['candidate', 'judge'], summarizer: async () => (await suiteRules(name, true)).summarize }
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
/** Share of the items that should have a score and have none. */
function lostShare({ suites }: ScoresDocument, suite: string): number {
  const { items = 0, skipped = 0, unscored = 0, error = 0 } = suites[suite] ?? {}
  return items > skipped ? (unscored + error) / (items - skipped) : 0
}

/** What tells two runs apart that should be parts of one. */
function differenceOf(one: ScoresDocument, other: ScoresDocument, suite: string): string | undefined {
  const model = ({ run }: ScoresDocument) => run.roles.candidate?.model
  if (one.run.seed !== other.run.seed || one.run.data[suite]?.sha256 !== other.run.data[suite]?.sha256) return 'their data or seed'
  if (model(one) !== model(other)) return 'their candidates'
  return incomparable(comparableOf(one, suite), comparableOf(other, suite)) && 'their judges, options or scoring'
}

function assemble(
  suite: string,
  records: readonly ItemRecord[],
  scores: ScoresDocument['suites'][string],
  documents: readonly ScoresDocument[],
  name: string,
): ScoresDocument {
  const [first] = documents
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
      partial: documents.some(({ run }) => run.partial) || missingShards(documents).length > 0,
      ...(first?.run.options && { options: first.run.options }),
      ...(first?.run.scoring && { scoring: first.run.scoring }),
      ...(first?.run.shard && { shard: documents.map(({ run }) => run.shard).join(' ') }),
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
