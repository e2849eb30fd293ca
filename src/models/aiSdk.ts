/**
 * Models of the Vercel AI SDK as models of Holdfast.
 *
 * @module holdfast/ai-sdk
 */
import { z } from 'zod'
import { parse } from '../core/base/data/parse.ts'
import { configError } from '../core/base/errors.ts'
import type { CandidateContext, CandidateReply } from './candidate.ts'
import type { PlainMessage, Usage } from './transport.ts'

/** A language model of any provider of the AI SDK, of versions 5 to 7: `anthropic('…')`, `google('…')`, or what wraps one. */
export interface AiSdkModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doGenerate(options: never): PromiseLike<unknown>
}

/** Versions of the interface `LanguageModel` that the AI SDK 5, 6 and 7 define. */
const SPECIFICATIONS = ['v2', 'v3', 'v4']

const count = z.number().nonnegative().nullish()
/** Version 2: a number. Since version 3: that of all, and of the thoughts or the cached ones among them. What is no number is left out. */
const tokens = z
  .union([
    z.object({ total: count, reasoning: count, cacheRead: count }),
    count.transform((total) => ({ total, reasoning: undefined, cacheRead: undefined })),
  ])
  .catch({ total: undefined, reasoning: undefined, cacheRead: undefined })
/** The part of a result that is read here, in all these versions. */
const generated = z.object({
  content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
  /** Version 2: a word. Since version 3: that, and the provider's own word. */
  finishReason: z.union([z.string(), z.object({ unified: z.string() }).transform(({ unified }) => unified)]),
  usage: z.object({
    inputTokens: tokens,
    outputTokens: tokens,
    reasoningTokens: count.catch(undefined),
    cachedInputTokens: count.catch(undefined),
  }),
  response: z.object({ modelId: z.string().nullish() }).nullish(),
  /** Since version 4: the JSON where the texts hold more than it. */
  structuredOutputText: z.string().nullish(),
})
type Generated = z.output<typeof generated>

/** Settings that every request gets, by the AI SDK's names. */
export interface AiSdkSettings {
  /** Further parameters by provider, for instance `{ anthropic: { thinking: { type: 'enabled', budgetTokens: 4096 } } }`. */
  readonly providerOptions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Further HTTP headers. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * A model of the AI SDK as a function to export from a module, which `module:./models.ts#name` then names in any role: candidate, judge,
 * refuter or interactor. One request a call: Holdfast itself keeps limits and tries again. Throws HoldfastError `CONFIG` for what is no
 * language model of the AI SDK 5, 6 or 7.
 */
export function aiSdk(
  model: AiSdkModel,
  settings: AiSdkSettings = {},
): (messages: readonly PlainMessage[], context: CandidateContext) => Promise<CandidateReply> {
  assertModel(model)
  const label = `${model.provider} ${model.modelId}`
  return async (messages, context) => {
    const result = parse(generated, await model.doGenerate(optionsOf(messages, context, settings) as never), `the reply of ${label}`)
    return readGenerated(result, context.json !== undefined)
  }
}

function assertModel(model: unknown): void {
  const { specificationVersion: version, doGenerate } = (typeof model === 'object' && model !== null ? model : {}) as Partial<AiSdkModel>
  if (SPECIFICATIONS.includes(version ?? '') && typeof doGenerate === 'function') return
  const given = typeof model === 'string' ? JSON.stringify(model) : version ? `a model of specification ${version}` : typeof model
  throw configError(
    `Failed to take a model of the AI SDK: got ${given}. Give aiSdk a language model of its version 5, 6 or 7, for instance anthropic('claude-…').`,
  )
}

/** The request as the interface wants it. */
function optionsOf(
  messages: readonly PlainMessage[],
  { maxTokens, temperature, seed, json, signal }: CandidateContext,
  { providerOptions, headers }: AiSdkSettings,
): Record<string, unknown> {
  return {
    prompt: messages.map(({ role, content }) => ({ role, content: role === 'system' ? content : [{ type: 'text', text: content }] })),
    abortSignal: signal,
    maxOutputTokens: maxTokens,
    temperature,
    seed,
    responseFormat: json && { type: 'json', ...(json !== true && json) },
    providerOptions,
    headers,
  }
}

function readGenerated(result: Generated, json: boolean): CandidateReply {
  const reasoning = textOf(result, 'reasoning', '\n\n')
  const { modelId } = result.response ?? {}
  return {
    content: (json ? result.structuredOutputText : undefined) ?? textOf(result, 'text', ''),
    usage: usageOf(result.usage),
    finish: finishOf(result),
    ...(reasoning !== '' && { reasoning }),
    ...(modelId && { served: { model: modelId } }),
  }
}

function textOf({ content }: Generated, wanted: string, between: string): string {
  return content.flatMap(({ type, text }) => (type === wanted ? (text ?? []) : [])).join(between)
}

/** The reason in OpenAI's words; undefined for a text where the provider gave none that the AI SDK knows. */
function finishOf({ finishReason: reason, content }: Generated): string | undefined {
  if (content.some(({ type }) => type === 'tool-call')) return 'tool_calls'
  if ((reason === 'other' || reason === 'unknown') && content.some(({ type, text }) => type === 'text' && text)) return undefined
  // A stream that ended without a word may have lost its end.
  return reason === 'interrupted' ? 'error' : reason.replace('-', '_')
}

/** Undefined where the provider counts nothing: 0 would be a price of nothing. */
function usageOf({
  inputTokens: { total: prompt, cacheRead },
  outputTokens: { total: said, reasoning },
  reasoningTokens,
  cachedInputTokens,
}: Generated['usage']): Usage | undefined {
  const thought = reasoning ?? reasoningTokens
  const cached = cacheRead ?? cachedInputTokens
  if (typeof prompt !== 'number' && typeof said !== 'number') return undefined
  return {
    promptTokens: prompt ?? 0,
    ...(cached && { cachedTokens: cached }),
    completionTokens: said ?? 0,
    ...(typeof thought === 'number' && { reasoningTokens: thought }),
  }
}
