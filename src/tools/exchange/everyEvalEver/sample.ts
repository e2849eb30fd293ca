import { createHash } from 'node:crypto'
import type { CallRecord, ItemRecord, PlainMessage } from '../../../kit.ts'
import { SCHEMA_VERSION } from './aggregate.ts'

/** What all samples of a file have in common. */
export interface SampleOf {
  readonly evaluationId: string
  readonly evaluationName: string
  readonly resultId: string
  readonly modelId: string
  /** Role whose calls are the conversation. */
  readonly role: 'candidate' | 'judge'
  /** Whether texts of the conversation are written. */
  readonly texts: boolean
}

/** Stands where a text was left out. */
const LEFT_OUT = '[left out]'

/**
 * An item of one trial in the form of Every Eval Ever 0.3.0; undefined for one that has no score, for the schema demands one and a
 * missing score is no zero.
 *
 * @param calls of the item, with their messages.
 */
export function sample(record: ItemRecord, calls: readonly CallRecord[], of: SampleOf): object | undefined {
  if (record.status !== 'passed' && record.status !== 'failed') return undefined
  const own = calls.filter(({ role, content }) => role === of.role && content !== undefined)
  const last = own.at(-1)
  const asked = last?.messages ?? []
  const shown = (text: string) => (of.texts ? text : LEFT_OUT)
  const answer = last?.content ?? ''
  const raw = asked.find(({ role }) => role === 'user')?.content ?? ''
  const talk: PlainMessage[] = [...(asked as PlainMessage[]), { role: 'assistant', content: answer }]
  const isSingle = talk.filter(({ role }) => role === 'user').length <= 1 && talk.filter(({ role }) => role === 'assistant').length === 1
  const turn = isSingle ? 0 : talk.length - 1
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: of.evaluationId,
    model_id: of.modelId,
    evaluation_name: of.evaluationName,
    evaluation_result_id: of.resultId,
    sample_id: record.trial === 0 ? record.item : `${record.item}#${record.trial}`,
    sample_hash: createHash('sha256').update(raw).digest('hex'),
    interaction_type: isSingle ? 'single_turn' : 'multi_turn',
    input: { raw: shown(raw), reference: [] },
    output: isSingle ? { raw: [shown(answer)], ...(of.texts && last?.reasoning && { reasoning_trace: [last.reasoning] }) } : null,
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
    metadata: {
      task: record.task,
      ...Object.fromEntries(Object.entries(record.tags).map(([name, value]) => [`tag.${name}`, [value].flat().join(';')])),
      ...Object.fromEntries(Object.entries(record.scores).map(([name, value]) => [`score.${name}`, String(value)])),
    },
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
