import { hash } from 'node:crypto'
import { basename } from 'node:path'
import {
  combineTrials,
  conclude,
  counted,
  dataError,
  type ForeignLogs,
  type ForeignRun,
  figuresOf,
  groupBy,
  type ItemRecord,
  knownOf,
  latestRecords,
  mean,
  metric,
  presentationOf,
  type Role,
  redactedRecord,
  type ScoresDocument,
  type ScoreWays,
  type SuiteRules,
  type SummaryFunction,
  scoreWays,
  shellWord,
  singleLine,
  sum,
  summaryRules,
} from '../../../kit.ts'
import { isInspectLog, readInspectLog } from './inspectLog.ts'
import { inspectRecord, type ReadSample, sampleRules, wayOf } from './inspectRecord.ts'
import type { InspectHeader, InspectScore, InspectUsage } from './logSchema.ts'
import { metricKey, TOTAL } from './scoreValues.ts'

/** Inspect's own stand-in for a model. */
const MOCK = 'mockllm/'
/** Scorers of Inspect that ask a model; the role of that model. */
const GRADED = /(?:^|\/)model_graded/
const GRADER = 'grader'

/**
 * Reads a log of Inspect as a run: the task is the suite, a sample an item, an epoch a trial, and each score a metric.
 *
 * @param waysOf a task: what is said of which way its scores are good, which a log does not say.
 * @throws HoldfastError where the log cannot be read, and where it has no samples.
 */
export function readInspectRun(path: string, waysOf: (task: string) => ScoreWays = () => ({})): ForeignRun {
  const samples: ReadSample[] = []
  let header: InspectHeader | undefined
  readInspectLog(path, (head) => {
    header = head
    const rules = sampleRules(head, waysOf(head.eval.task))
    return (sample) => samples.push(inspectRecord(sample, rules))
  })
  if (!header || samples.length === 0) throw dataError(`Failed to read ${path}: it has no samples. Run the task with --log-samples.`)
  const records = latestRecords(samples.map(({ record }) => redactedRecord(record)))
  const ways = waysOf(header.eval.task)
  const planned = header.results?.total_samples ?? records.length
  return {
    document: documentOf(header, records, samples, { path, ways, planned }),
    records,
    planned,
    scorers: [...new Set([...samples.flatMap(({ values }) => [...values.keys()]), ...(header.results?.scores ?? []).map(resultKey)])],
    notes: notesOf(path, header, records, samples, takenWays(header.eval.task, scoreNames(records), ways)),
  }
}

function documentOf(
  header: InspectHeader,
  records: readonly ItemRecord[],
  samples: readonly ReadSample[],
  { path, ways, planned }: { readonly path: string; readonly ways: ScoreWays; readonly planned: number },
): ScoresDocument {
  const { eval: spec, stats } = header
  const suite = spec.task
  const dataset = spec.dataset.name ?? spec.dataset.location
  const asked = new Map(samples.map((sample) => [sample.record.item, sample.asked]))
  const calls = sum(samples.map((sample) => sample.calls))
  const sha256 = hash('sha256', [...asked.values()].sort().join())
  const judge = judgeOf(header)
  const roles: Role[] = ['candidate', ...(judge === undefined ? [] : (['judge'] as const))]
  const figures = figuresOf(inspectRules(suite, records, roles, ways), records, { gates: undefined, root: '' })
  // Of the value of a scorer itself, else of the scorer.
  const said = knownOf(scoreNames(records), (name) => wayOf(ways, name))
  // An empty text where Inspect does not know.
  const started = timeOf(stats?.started_at || spec.created)
  const { limit } = spec.config
  const byModel = stats?.model_usage ?? {}
  const own = byModel[spec.model]
  const graded = stats?.role_usage?.[GRADER] ?? (judge === spec.model ? undefined : byModel[judge ?? ''])
  const ended = {
    run: {
      // One call of `inspect eval` gives all of its logs one run_id, and older ones have no eval_id.
      id: spec.eval_id || [spec.run_id || basename(path), spec.task, spec.model, spec.created].join(' '),
      startedAt: started,
      finishedAt: timeOf(stats?.completed_at) || started,
      version: spec.packages?.inspect_ai ?? 'unknown',
      origin: 'inspect' as const,
      seed: 0,
      trials: spec.config.epochs ?? 1,
      roles: {
        candidate: { model: spec.model, simulated: spec.model.startsWith(MOCK) },
        ...(judge !== undefined && { judge: { model: judge, simulated: judge.startsWith(MOCK) } }),
      },
      called: { [suite]: roles },
      data: { [suite]: { source: dataset ? `${dataset}, by an Inspect log` : 'an Inspect log', sha256, items: asked.size } },
      options: {
        [suite]: {
          ...spec.task_args,
          ...(spec.task_version != null && { task_version: spec.task_version }),
          // Runs of which it is said otherwise are not alike.
          ...(Object.keys(said).length > 0 && { [WAYS]: said }),
        },
      },
      scoring: { [suite]: 1 },
      ...(typeof limit === 'number' && Number.isInteger(limit) && { limit }),
    },
    plan: { records: planned },
    records,
    figures: [figures],
    presentation: {
      [suite]: presentationOf({ roles, tasks: [{ task: suite, title: suite, items: asked.size }], headline: figures.headline }, figures),
    },
    calls: { [suite]: roles },
    // Logs do not count calls: those of the model are its messages, those of a judge one a sample.
    usage: {
      ...(own && { candidate: { ...sums(own), calls: calls || records.length } }),
      ...(judge !== undefined && graded && { judge: { ...sums(graded), calls: records.length } }),
    },
  }
  const flags = { strict: false, interrupted: false, sharded: false, otherFailures: [] }
  return conclude(ended, { gates: undefined, baseline: undefined, certificates: [], known: [], flags }).document
}

/** The model that graded, where a scorer asked one: the one it names, the one of the role, or the model under test itself. */
function judgeOf({ eval: { scorers, model, model_roles } }: InspectHeader): string | undefined {
  const grader = model_roles?.[GRADER]?.model
  const graded = scorers?.find(({ name }) => GRADED.test(name))
  if (!graded) return grader
  const named = [graded.options?.model].flat().filter((name) => typeof name === 'string')
  return named.length > 0 ? named.join(', ') : (grader ?? model)
}

/** In UTC; empty where the log says none that can be read. */
function timeOf(text: string | null | undefined): string {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

/** Prompt tokens of all kinds: Inspect counts those that are read from or written to a cache by themselves. */
function sums(usage: InspectUsage): Omit<ScoresDocument['usage'][string], 'calls'> {
  const { input_tokens, input_tokens_cache_read, input_tokens_cache_write, output_tokens, reasoning_tokens, total_cost } = usage
  return {
    cached: 0,
    promptTokens: (input_tokens ?? 0) + (input_tokens_cache_read ?? 0) + (input_tokens_cache_write ?? 0),
    ...(input_tokens_cache_read && { cachedTokens: input_tokens_cache_read }),
    completionTokens: output_tokens ?? 0,
    ...(reasoning_tokens != null && { reasoningTokens: reasoning_tokens }),
    usd: total_cost ?? null,
  }
}

function notesOf(path: string, header: InspectHeader, records: readonly ItemRecord[], samples: readonly ReadSample[], taken: string) {
  const { eval: spec, results } = header
  const count = (status: ItemRecord['status']) => records.filter((record) => record.status === status).length
  const [errors, unscored] = [count('error'), count('unscored')]
  const left = [
    ...(errors > 0 ? [`${counted(errors, 'sample')} ended in an error`] : []),
    ...(unscored > 0 ? [`${counted(unscored, 'sample')} had no score that counts`] : []),
  ]
  const twice = samples.length - records.length
  const repeated = `${path}: ${counted(twice, 'sample')} more ${twice === 1 ? 'has' : 'have'} an id and epoch that another has. The last of each counts.`
  return [
    `${path} is an Inspect log: ${singleLine(spec.task)}, ${singleLine(spec.model)}, ${counted(records.length, 'sample')}.${left.length > 0 ? ` Not counted, and no zeros: ${left.join(', ')}.` : ''}${taken}`,
    ...(twice > 0 ? [repeated] : []),
    ...differences(samples, results?.scores ?? []).map((difference) => `${path}: ${difference}. Holdfast shows the samples'.`),
  ]
}

/**
 * How the figures of Inspect logs are computed: the mean of each score over the samples, each once whatever its epochs. Intervals
 * resample samples, or the clusters that the log names.
 *
 * @param records of all the logs: a score that lies between 0 and 1 in every one of them is a share.
 * @param roles that the logs called.
 * @param ways which way scores are good, where it is said.
 */
function inspectRules(suite: string, records: readonly ItemRecord[], roles: readonly Role[], ways: ScoreWays): SuiteRules {
  const names = scoreNames(records)
  const isShare = (value: number | undefined) => value === undefined || (value >= 0 && value <= 1)
  const shares = new Set(names.filter((name) => records.every(({ scores }) => isShare(scores[name]))))
  return { name: suite, roles, scoring: 1, ...summaryRules(suite, meansOf(names, shares, ways)) }
}

/** Option of a run that was made of a log: which way its scores are good, where that was said. */
const WAYS = 'better'

/** What to know of the metrics of which nothing is said. */
function takenWays(suite: string, names: readonly string[], ways: ScoreWays): string {
  const taken = names.filter((name) => wayOf(ways, name) === undefined)
  if (taken.length === 0) return ''
  return singleLine(
    ` Taken: higher is better, of ${taken.join(', ')}. Else set HOLDFAST_BETTER=${shellWord(JSON.stringify({ [suite]: { [taken[0] as string]: 'lower' } }))}.`,
  )
}

/** Names of the scores, those of the first scorer before the others: they come first in every record that has them. */
function scoreNames(records: readonly ItemRecord[]): string[] {
  const places = new Map<string, number>()
  for (const { scores } of records)
    for (const [place, name] of Object.keys(scores).entries()) if (name !== TOTAL) places.set(name, Math.max(place, places.get(name) ?? 0))
  return [...places].sort(([, one], [, other]) => one - other).map(([name]) => name)
}

/** Which way is good, and what a figure is that is no share, a log does not say: the name of the metric says what is taken. */
function meansOf(names: readonly string[], shares: ReadonlySet<string>, ways: ScoreWays): SummaryFunction {
  return ({ records }) => {
    const items = combineTrials(records)
    return Object.fromEntries(
      names.map((name) => {
        const values = items.map(({ scores }) => scores[name]).filter((value) => value !== undefined)
        const said = wayOf(ways, name)
        const better = said ?? 'higher'
        const label = `${name} (${said ? '' : 'taken: '}${better} is better)`
        return [name, metric(mean(values), { n: values.length, label, better, ...(shares.has(name) && { range: [0, 1] }) })]
      }),
    )
  }
}

/** How the figure of one of a log's own results is called among the metrics. */
function resultKey({ name, scorer }: Pick<InspectScore, 'name' | 'scorer'>): string {
  return scorer == null || scorer === name ? metricKey(name) : metricKey(scorer, name)
}

/** Difference up to which two figures are the same: logs have all digits. */
const SAME = 1e-6
/** Figures of a log that are a mean of the samples' scores. */
const MEANS = new Set(['accuracy', 'mean'])
const DIGITS = 6

/** Where the log says another mean than all that it has of its samples gives, each in words. Figures by other reducers are passed over. */
function differences(samples: readonly ReadSample[], scores: readonly InspectScore[]): string[] {
  return scores.flatMap(({ name, scorer, reducer, metrics }) => {
    const key = resultKey({ name, scorer })
    const read = samples.flatMap(({ record: { item }, values }) => {
      const value = values.get(key)
      return value === undefined ? [] : [{ item, value }]
    })
    if (read.length === 0 || (reducer != null && reducer !== 'mean')) return []
    const own = mean([...groupBy(read, ({ item }) => item).values()].map((same) => mean(same.map(({ value }) => value))))
    return Object.entries(metrics ?? {}).flatMap(([metric, { value }]) => {
      const kind = metric.slice(metric.lastIndexOf('/') + 1)
      if (!MEANS.has(kind) || value === null || Math.abs(own - value) <= SAME * Math.max(1, Math.abs(value))) return []
      const [said, given] = [value, own].map((one) => Number(one.toFixed(DIGITS)))
      return [singleLine(`the log says ${kind} ${said} of ${key}, and its samples give ${given}`)]
    })
  })
}

/** Logs of Inspect as runs. */
export const inspectLogs: ForeignLogs = {
  isLog: isInspectLog,
  read: async (path, waysOf) => readInspectRun(path, waysOf),
  conversations: async (path) => {
    const all: { name: string; messages: readonly unknown[] }[] = []
    readInspectLog(path, () => ({ id, epoch, messages }) => {
      all.push({ name: epoch > 1 ? `${id}, epoch ${epoch}` : String(id), messages: messages ?? [] })
    })
    return all
  },
  // As it was said when they were read.
  rules: (suite, runs) => {
    const records = runs.flatMap((run) => run.records.filter((record) => record.suite === suite))
    const roles = new Set<Role>(runs.flatMap(({ document }) => document?.run.called?.[suite] ?? ['candidate']))
    const ways = runs.map(({ document }) => scoreWays.catch({}).parse(document?.run.options?.[suite]?.[WAYS]))
    return inspectRules(suite, records, [...roles], Object.assign({}, ...ways))
  },
}
