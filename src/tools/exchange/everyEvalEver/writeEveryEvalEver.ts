import { createHash } from 'node:crypto'
import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  CallIndex,
  type CallRecord,
  HoldfastError,
  type ItemRecord,
  isScored,
  makeFolder,
  type PlainMessage,
  type RunFolder,
  redacted,
  type ScoresDocument,
  withMessages,
  writeFailure,
  writeWhole,
} from '../../../kit.ts'
import { aggregate, details, type Evaluation, evaluationOf, type Publisher, SCHEMA_VERSION } from './aggregate.ts'

/** A run to be written. */
export interface ExportedRun {
  readonly folder: RunFolder
  readonly document: ScoresDocument
  readonly records: readonly ItemRecord[]
}

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
  calls.update()
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
    token_usage: usageOf(own),
    performance: { latency_ms: own.reduce((sum, { ms = 0 }) => sum + ms, 0) },
    metadata: details({
      task: record.task,
      ...Object.fromEntries(Object.entries(record.tags).map(([name, value]) => [`tag.${name}`, [value].flat().join(';')])),
      ...Object.fromEntries(Object.entries(record.scores).map(([name, value]) => [`score.${name}`, value])),
    }),
  }
}

/** Tokens of the calls, where each of them tells. */
function usageOf(calls: readonly CallRecord[]) {
  const sum = (of: (usage: NonNullable<CallRecord['usage']>) => number | undefined) =>
    calls.reduce<number | undefined>((total, { usage }) => {
      const tokens = usage && of(usage)
      return total === undefined || tokens === undefined ? undefined : total + tokens
    }, 0)
  const [input, output] = [sum(({ promptTokens }) => promptTokens), sum(({ completionTokens }) => completionTokens)]
  if (calls.length === 0 || input === undefined || output === undefined) return null
  return { input_tokens: Math.round(input), output_tokens: Math.round(output), total_tokens: Math.round(input + output) }
}
