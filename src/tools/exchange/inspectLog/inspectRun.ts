import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import {
  conclude,
  counted,
  type ForeignRun,
  figuresOf,
  HoldfastError,
  type ItemRecord,
  latestRecords,
  presentationOf,
  type Role,
  redactedRecord,
  type ScoresDocument,
} from '../../../kit.ts'
import { CrossCheck } from './crossCheck.ts'
import { readInspectLog } from './inspectLog.ts'
import { inspectRecord, type SampleRules } from './inspectRecord.ts'
import { inspectRules } from './inspectRules.ts'
import type { InspectHeader, InspectUsage } from './logSchema.ts'

/** Inspect's own stand-in for a model. */
const MOCK = 'mockllm/'
/** Scorers of Inspect that ask a model; the role of that model. */
const GRADED = /(?:^|\/)model_graded/
const GRADER = 'grader'

/**
 * Reads a log of Inspect as a run: the task is the suite, a sample an item, an epoch a trial, and each score a metric.
 *
 * @throws HoldfastError where the log cannot be read, and where it has no samples.
 */
export function readInspectRun(path: string): ForeignRun {
  const check = new CrossCheck()
  const all: ItemRecord[] = []
  const asked = new Map<string, string>()
  let calls = 0
  let header: InspectHeader | undefined
  readInspectLog(path, (head) => {
    header = head
    const rules = sampleRules(head)
    return (sample) => {
      const read = inspectRecord(sample, rules)
      all.push(redactedRecord(read.record))
      asked.set(read.record.item, read.asked)
      check.add(read.record.item, read.values)
      calls += read.calls
    }
  })
  if (!header || all.length === 0)
    throw new HoldfastError('DATA', `Failed to read ${path}: it has no samples. Run the task with --log-samples.`)
  const records = latestRecords(all)
  const sha256 = createHash('sha256')
    .update([...asked.values()].sort().join())
    .digest('hex')
  const document = documentOf(header, records, { path, sha256, items: asked.size, calls })
  const planned = header.results?.total_samples ?? records.length
  return {
    document: { ...document, run: { ...document.run, partial: records.length < planned } },
    records,
    planned,
    notes: notesOf(path, header, records, check),
  }
}

function sampleRules({ eval: { task, config }, results }: InspectHeader): SampleRules {
  const scores = results?.scores ?? []
  const cluster = scores.flatMap(({ metrics }) => Object.values(metrics ?? {}).map(({ params }) => params?.cluster)).find(isText)
  return { suite: task, first: scores[0]?.scorer ?? scores[0]?.name, scoresErrors: config.score_on_error === true, cluster }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** What is known of a log beside its header. */
interface LogFacts {
  readonly path: string
  readonly sha256: string
  readonly items: number
  readonly calls: number
}

function documentOf(header: InspectHeader, records: readonly ItemRecord[], facts: LogFacts): ScoresDocument {
  const { eval: spec, stats } = header
  const suite = spec.task
  const judge = judgeOf(header)
  const roles: Role[] = ['candidate', ...(judge === undefined ? [] : (['judge'] as const))]
  const figures = figuresOf(inspectRules(suite, records, roles), records, { gates: undefined, root: '' })
  const started = timeOf(stats?.started_at ?? spec.created)
  const { limit } = spec.config
  const ended = {
    run: {
      id: spec.run_id ?? spec.eval_id ?? basename(facts.path),
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
      data: { [suite]: { source: dataName(header), sha256: facts.sha256, items: facts.items } },
      options: { [suite]: { ...spec.task_args, ...(spec.task_version != null && { task_version: spec.task_version }) } },
      scoring: { [suite]: 1 },
      ...(typeof limit === 'number' && Number.isInteger(limit) && { limit }),
    },
    plan: undefined,
    records,
    figures: [figures],
    presentation: { [suite]: presentationOf({ roles, tasks: [{ task: suite, title: suite, items: facts.items }] }, figures) },
    calls: { [suite]: roles },
    usage: usageOf(header, judge, { candidate: facts.calls || records.length, judge: records.length }),
  }
  const flags = { strict: false, interrupted: false, sharded: false, otherFailures: [] }
  const { document } = conclude(ended, { gates: undefined, baseline: undefined, certificates: [], known: [], flags })
  return document
}

/** The model that graded, where a scorer asked one: the one it names, the one of the role, or the model under test itself. */
function judgeOf({ eval: { scorers, model, model_roles } }: InspectHeader): string | undefined {
  const grader = model_roles?.[GRADER]?.model
  const graded = scorers?.find(({ name }) => GRADED.test(name))
  if (!graded) return grader
  const named = [graded.options?.model].flat().filter(isText)
  return named.length > 0 ? named.join(', ') : (grader ?? model)
}

function dataName({ eval: { dataset } }: InspectHeader): string {
  const name = dataset.name ?? dataset.location
  return name == null || name === '' ? 'an Inspect log' : `${name}, by an Inspect log`
}

/** In UTC; empty where the log says none that can be read. */
function timeOf(text: string | null | undefined): string {
  const time = new Date(text ?? '')
  return Number.isNaN(time.getTime()) ? '' : time.toISOString()
}

/** Tokens and price by role. Logs do not count calls: those of the model are its messages, those of a judge one a sample. */
function usageOf(
  { eval: { model }, stats }: InspectHeader,
  judge: string | undefined,
  calls: Readonly<Record<'candidate' | 'judge', number>>,
): ScoresDocument['usage'] {
  const byModel = stats?.model_usage ?? {}
  const graded = stats?.role_usage?.[GRADER] ?? (judge === model || judge === undefined ? undefined : byModel[judge])
  const own = byModel[model]
  return {
    ...(own && { candidate: { ...sums(own), calls: calls.candidate } }),
    ...(judge !== undefined && graded && { judge: { ...sums(graded), calls: calls.judge } }),
  }
}

/** Prompt tokens of all kinds: Inspect counts those that are read from or written to a cache by themselves. */
function sums(usage: InspectUsage): Omit<ScoresDocument['usage'][string], 'calls'> {
  const { input_tokens, input_tokens_cache_read, input_tokens_cache_write, output_tokens, reasoning_tokens, total_cost } = usage
  return {
    cached: 0,
    promptTokens: (input_tokens ?? 0) + (input_tokens_cache_read ?? 0) + (input_tokens_cache_write ?? 0),
    completionTokens: output_tokens ?? 0,
    ...(reasoning_tokens != null && { reasoningTokens: reasoning_tokens }),
    usd: total_cost ?? null,
  }
}

function notesOf(path: string, header: InspectHeader, records: readonly ItemRecord[], check: CrossCheck): string[] {
  const { eval: spec, results } = header
  const count = (status: ItemRecord['status']) => records.filter((record) => record.status === status).length
  const [errors, unscored] = [count('error'), count('unscored')]
  const left = [
    ...(errors > 0 ? [`${counted(errors, 'sample')} ended in an error`] : []),
    ...(unscored > 0 ? [`${counted(unscored, 'sample')} had no score that counts`] : []),
  ]
  return [
    `${path} is an Inspect log: ${spec.task}, ${spec.model}, ${counted(records.length, 'sample')}.${left.length > 0 ? ` Not counted, and no zeros: ${left.join(', ')}.` : ''}`,
    ...check.differences(results?.scores ?? []).map((difference) => `${path}: ${difference}. Holdfast shows the samples'.`),
  ]
}
