import { createHash } from 'node:crypto'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  CallIndex,
  type CallRecord,
  dataError,
  HoldfastError,
  headlineOf,
  type ItemRecord,
  isScored,
  makeFolder,
  markOf,
  orUndefined,
  type PlainMessage,
  parseModelUri,
  type RunFolder,
  redacted,
  type ScoresDocument,
  type SuiteScores,
  withMessages,
  withoutCredentials,
  writeFailure,
  writeWhole,
} from '../../../kit.ts'

/** A run to be written. */
type ExportedRun = { readonly folder: RunFolder; readonly document: ScoresDocument; readonly records: readonly ItemRecord[] }

/**
 * Writes the suites of a run into the folders that Every Eval Ever has: `data/<benchmark>/<developer>/<model>/<uuid>.json` and, beside
 * it, `<uuid>_samples.jsonl`.
 *
 * @param texts whether the samples hold the texts of the conversations.
 * @returns the paths of the aggregates, from the folder.
 * @throws HoldfastError for a run without a model.
 */
export async function writeEveryEvalEver(run: ExportedRun, out: string, publisher: Publisher, texts: boolean): Promise<string[]> {
  const { document } = run
  const paths: string[] = []
  const calls = new CallIndex(run.folder.calls)
  try {
    for (const suite of Object.keys(document.suites)) {
      const evaluation = evaluationOf(document, suite, publisher)
      const base = join('data', evaluation.name, evaluation.model.id, uuidOf(`${document.run.id} ${suite}`))
      const path = `${base}_samples.jsonl`
      const written = await writeSamples(run, evaluation, calls, join(out, path), texts)
      const samples = { path: path.replaceAll('\\', '/'), ...written }
      writeWhole(join(out, `${base}.json`), `${JSON.stringify(redacted(aggregate(evaluation, samples)), null, 2)}\n`)
      paths.push(`${base}.json`)
    }
  } finally {
    calls.close()
  }
  return paths
}

/** The file of single items that belongs to an aggregate. */
type SamplesFile = Awaited<ReturnType<typeof writeSamples>> & { readonly path: string }

async function writeSamples({ folder, records }: ExportedRun, evaluation: Evaluation, calls: CallIndex, target: string, texts: boolean) {
  const { suite } = evaluation
  makeFolder(dirname(target))
  const hash = createHash('sha256')
  const withoutScore: Record<string, number> = {}
  let rows = 0
  // Item by item: a run's transcripts may be larger than memory.
  function* lines() {
    for (const record of records.filter((one) => one.suite === suite)) {
      const own = calls.callsOf(suite, record.item, record.trial).map((call) => withMessages(call, folder.blobs))
      const row = sample(record, own, evaluation, texts)
      if (!row) {
        withoutScore[record.status] = (withoutScore[record.status] ?? 0) + 1
        continue
      }
      const line = `${JSON.stringify(redacted(row))}\n`
      hash.update(line)
      rows += 1
      yield line
    }
  }
  // Put in its place once it is whole.
  const aside = `${target}.${process.pid}`
  try {
    await pipeline(lines, createWriteStream(aside, { flags: 'wx' }))
    renameSync(aside, target)
  } catch (error) {
    rmSync(aside, { force: true })
    throw error instanceof HoldfastError ? error : writeFailure(target, error)
  }
  // Items that have no score, and so no row, are counted by how they ended.
  return { sha256: hash.digest('hex'), rows, withoutScore }
}

/** A UUID of version 4 by its form, the same for the same text: exporting a run twice writes the same files. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Stands where a text was left out. */
const LEFT_OUT = '[left out]'

/**
 * An item of one trial in the form of Every Eval Ever 0.3.0; undefined for one that has no score, for the schema demands one and a
 * missing score is no zero.
 *
 * @param calls of the item, with their messages: those of the measured role are the conversation.
 * @param texts whether texts of the conversation are written.
 */
function sample(record: ItemRecord, calls: readonly CallRecord[], of: Evaluation, texts: boolean): object | undefined {
  if (!isScored(record)) return undefined
  const own = calls.filter(({ role, content }) => role === of.role && content !== undefined)
  const last = own.at(-1)
  const asked = last?.messages ?? []
  const shown = (text: string) => (texts ? text : LEFT_OUT)
  const answer = last?.content ?? ''
  const raw = asked.find(({ role }) => role === 'user')?.content ?? ''
  const talk: PlainMessage[] = [...(asked as PlainMessage[]), { role: 'assistant', content: answer }]
  const isSingle = talk.filter(({ role }) => role === 'user').length <= 1 && talk.filter(({ role }) => role === 'assistant').length === 1
  const turn = isSingle ? 0 : talk.length - 1
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: of.id,
    model_id: of.model.id,
    evaluation_name: of.name,
    ...(of.result !== undefined && { evaluation_result_id: of.result }),
    sample_id: record.trial === 0 ? record.item : `${record.item}#${record.trial}`,
    sample_hash: createHash('sha256').update(raw).digest('hex'),
    interaction_type: isSingle ? 'single_turn' : 'multi_turn',
    input: { raw: shown(raw), reference: [] },
    output: isSingle ? { raw: [shown(answer)], ...(texts && last?.reasoning && { reasoning_trace: [last.reasoning] }) } : null,
    messages: isSingle ? null : talk.map(({ role, content }, index) => ({ turn_idx: index, role, content: shown(content) })),
    answer_attribution: [
      {
        turn_idx: turn,
        source: isSingle ? 'output.raw' : `messages[${turn}].content`,
        extracted_value: shown(answer),
        extraction_method: 'custom',
        is_terminal: true,
      },
    ],
    evaluation: {
      score: record.scores.total ?? (record.status === 'passed' ? 1 : 0),
      is_correct: record.status === 'passed',
      num_turns: Math.max(1, talk.filter(({ role }) => role === 'user').length),
    },
    metadata: details({
      task: record.task,
      ...Object.fromEntries(Object.entries(record.tags).map(([name, value]) => [`tag.${name}`, [value].flat().join(';')])),
      ...Object.fromEntries(Object.entries(record.scores).map(([name, value]) => [`score.${name}`, value])),
    }),
  }
}

/** Developer of a model that does not say whose it is. */
const UNKNOWN = 'unknown'

/**
 * What is known of a model from its URI. Who made it is known only where its name says so (`Qwen/Qwen3-8B`), and how it is deployed
 * never: these fields say `unknown`. A simulated model is labelled as one.
 *
 * @param id the model's name in Hugging Face's form, where the user gives it.
 */
function modelInfo(uri: string, simulated: boolean, id?: string) {
  const name = nameOf(uri)
  const own = id ?? name
  // Files lie under the id: what no name of a folder may have is no part of it.
  const [developer = '', ...model] = (own.includes('/') ? own : `${simulated ? 'simulated' : UNKNOWN}/${own}`).split('/').map(folderName)
  return {
    name,
    /** `<developer>/<model>`. */
    id: `${developer}/${model.join('_')}`,
    ...(developer !== UNKNOWN && { developer }),
    additional_details: details({
      deployment_type: UNKNOWN,
      model_availability: UNKNOWN,
      uri: withoutCredentials(uri),
      simulated,
    }),
  }
}

function nameOf(uri: string): string {
  // A recording names its models by any words.
  const parsed = orUndefined(() => parseModelUri(uri))
  if (parsed?.scheme === 'http') return new URL(parsed.url).host
  if (parsed?.scheme === 'openai') return parsed.model
  return parsed ? uri.slice(uri.indexOf(':') + 1) : uri
}

/** Version of the schema that is written. */
const SCHEMA_VERSION = '0.3.0'

/** Who publishes the figures, and of which model. */
export interface Publisher {
  readonly organization: string
  readonly relationship: 'first_party' | 'third_party' | 'collaborative' | 'other'
  /** The model's name in Hugging Face's form. */
  readonly modelId?: string | undefined
}

/** A name as that of a folder, which leads nowhere else. */
function folderName(name: string): string {
  return name.replaceAll(/[^\w.@+-]/g, '_').replace(/^\.+/, '_') || '_'
}

/** What the schema has no field of its own for, as texts; what is not known, or not so, is left out. */
function details(all: Readonly<Record<string, string | number | boolean | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined || value === false ? [] : [[name, String(value)]])),
  )
}

/** A suite's figures in a run, as Every Eval Ever names them. */
type Evaluation = ReturnType<typeof evaluationOf>

/** What Every Eval Ever calls a suite's figures in a run. Throws HoldfastError for a run that called no model. */
export function evaluationOf(document: ScoresDocument, suite: string, publisher: Publisher) {
  const { run, presentation } = document
  const scores = document.suites[suite] as SuiteScores
  const { [suite]: called } = run.called ?? {}
  // The candidate, or the judge where the suite calls no candidate.
  const role: 'candidate' | 'judge' = (called?.includes('candidate') ?? run.roles.candidate) ? 'candidate' : 'judge'
  const measured = run.roles[role]
  if (!measured) throw dataError(`Failed to export ${run.id}: it called no model. Export a run that did.`)
  // A recording is called after the model that it is of: where it lies is nobody's business.
  const [served = 'recording'] = measured.served ?? []
  const model = modelInfo(measured.model.startsWith('replay:') ? served : measured.model, measured.simulated, publisher.modelId)
  const name = folderName(`holdfast-${suite}`)
  const { key } = headlineOf(scores, presentation?.[suite])
  return {
    ...{ document, suite, scores, publisher, role, model },
    judge: role === 'candidate' && called?.includes('judge') ? run.roles.judge : undefined,
    /** Also that of the folder that it lies in. */
    name,
    /** The same for the same run. */
    id: `${name}/${model.id.replace('/', '_')}/${epoch(run.finishedAt)}`,
    /** That single items belong to: the headline that was planned; undefined where it has no value, for no other takes its place. */
    result: Object.hasOwn(scores.metrics, key) ? `${suite}.${key}` : undefined,
  }
}

/**
 * A suite's figures in a run in the form of Every Eval Ever 0.3.0 (github.com/evaleval/every_eval_ever): every metric with its range,
 * its interval and the items behind it.
 */
function aggregate({ document, suite, scores, publisher, model, judge, name, id }: Evaluation, samples: SamplesFile) {
  const { run, presentation } = document
  const shown = presentation?.[suite]
  const data = run.data[suite]
  const { items, passed, failed, unscored, error, skipped } = scores
  const sourceData = {
    dataset_name: suite,
    source_type: 'other',
    additional_details: details({ source: data?.source ?? 'unknown', sha256: data?.sha256, items: data?.items, version: data?.version }),
  }
  const llmScoring = judge && {
    judges: [{ model_info: modelInfo(judge.model, judge.simulated) }],
    input_prompt: `The prompts of holdfast ${run.version}, suite ${suite}.`,
  }
  const options = details({ seed: run.seed, trials: run.trials ?? 1, options: JSON.stringify(run.options?.[suite] ?? {}) })
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: id,
    evaluation_timestamp: run.startedAt || undefined,
    retrieved_timestamp: epoch(run.finishedAt),
    source_metadata: {
      source_name: shown?.about?.title ?? suite,
      source_type: 'evaluation_run',
      source_organization_name: publisher.organization,
      evaluator_relationship: publisher.relationship,
      additional_details: details({
        ...{ run: run.id, items, passed, failed, unscored, error, skipped },
        ...{ mark: markOf(document, suite) || undefined, partial: run.partial, limit: run.limit, scoring: run.scoring?.[suite] },
        simulated: Object.values(run.roles).some(({ simulated }) => simulated),
      }),
    },
    eval_library: { name: 'holdfast', version: run.version },
    model_info: model,
    evaluation_results: Object.entries(scores.metrics).map(([key, { value, n, ci95, floor, note, ...metric }]) => ({
      evaluation_result_id: `${suite}.${key}`,
      evaluation_name: name,
      evaluation_timestamp: run.startedAt || undefined,
      source_data: sourceData,
      metric_config: {
        metric_id: `holdfast.${suite}.${key}`,
        metric_name: metric.label ?? key,
        ...(!metric.common && shown?.headline?.unit !== undefined && { metric_unit: shown.headline.unit }),
        lower_is_better: metric.better === 'lower',
        score_type: 'continuous',
        // Null is 'not provided', which a continuous score must not be.
        min_score: metric.range?.[0] ?? '-Infinity',
        max_score: metric.range?.[1] ?? 'Infinity',
        ...(llmScoring && { llm_scoring: llmScoring }),
      },
      score_details: {
        score: value,
        details: details({ n, floor, note }),
        ...(ci95 && {
          uncertainty: {
            confidence_interval: { lower: ci95[0], upper: ci95[1], confidence_level: 0.95, method: 'holdfast: docs/statistics.md' },
            num_samples: n,
          },
        }),
      },
      generation_config: { additional_details: options },
    })),
    detailed_evaluation_results: {
      format: 'jsonl',
      file_path: samples.path,
      hash_algorithm: 'sha256',
      checksum: samples.sha256,
      total_rows: samples.rows,
      additional_details: details(
        Object.fromEntries(Object.entries(samples.withoutScore).map(([status, count]) => [`without_score.${status}`, count])),
      ),
    },
  }
}

/** Seconds since 1970. A log may have no date: then of now, when it is read. */
function epoch(iso: string): string {
  return String((Date.parse(iso) || Date.now()) / 1000)
}
