import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { APIError } from 'openai/core/error'
import { z } from 'zod'
import { parse } from '../core/base/data/parse.ts'
import { HoldfastError, messageOf, messageWithCauses } from '../core/base/errors.ts'
import type { Signal } from '../core/base/platformTypes.ts'
import { redact } from '../core/base/secrets.ts'
import { testFileNumber } from '../core/base/testFile.ts'
import { registerLateVariables } from '../core/config/registerSecrets.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { finishOf, isBroken } from './ending.ts'
import { answerIn, describeFailure, EndpointClosedError, readErrorBody, wasCutOff } from './endpointFailure.ts'
import { isMocked } from './mocks.ts'
import { RetryableError } from './retry.ts'
import { samplingOf, schemaOf } from './sampling.ts'
import type { Answer, PlainMessage, Transport, TransportRequest } from './transport.ts'

/** How errors of API calls are told from others in any version and copy of the AI SDK. */
const MARKER = Symbol.for('vercel.ai.error.AI_APICallError')

/** What errors of clients (`openai`, `@anthropic-ai/sdk` and their like, of any version) and of the AI SDK's providers hold. */
interface ClientError extends Error {
  /** Undefined where there was no answer at all. */
  readonly status?: unknown
  readonly headers?: unknown
  readonly error?: unknown
  readonly statusCode?: unknown
  readonly responseHeaders?: unknown
  readonly responseBody?: string
  readonly isRetryable?: boolean
}

/** What a module's client threw as our own SDK would have, for the same retries and waits; undefined for other exceptions. */
function clientFailure(error: unknown): APIError | RetryableError | undefined {
  if (!(error instanceof Error)) return undefined
  const told: ClientError = error
  const { responseBody, isRetryable, message, status = told.statusCode, headers = told.responseHeaders } = told
  const isOfAiSdk = MARKER in error
  if (typeof status === 'number' && (isOfAiSdk ? status >= 400 : typeof headers === 'object' && headers !== null)) {
    // The body says more than the message where a provider of the AI SDK does not know the form of its errors.
    const said = responseBody ? readErrorBody(responseBody) : (told.error ?? { message })
    const sent = new Headers(headers as Record<string, string>)
    return APIError.generate(isRetryable ? retried(status) : status, { error: said }, undefined, sent)
  }
  // No answer, or one that broke off, so that it was no JSON.
  const timedOut = wasCutOff(error)
  const isBrokenOff = isOfAiSdk || timedOut || error.constructor.name === 'APIConnectionError'
  return isBrokenOff ? new RetryableError(messageWithCauses(error), undefined, { timedOut }) : undefined
}

/** Some providers ask for another attempt with a status that says otherwise. */
function retried(status: number): number {
  return status >= 500 || [408, 409, 425, 429].includes(status) ? status : 503
}

/** What an application under test is told beside the messages. A model behind a function goes by the parameters; an agent need not. */
export interface CandidateContext {
  /** Aborted when the run stops or the call takes too long. */
  readonly signal: Signal
  readonly item: { readonly suite: string; readonly id: string }
  readonly trial: number
  /** Cap on the answer in tokens, with room for thoughts where the entry gives `reasoningTokens`. */
  readonly maxTokens?: number
  readonly temperature?: number
  /** Seed of sampling; trials and votes have different ones. */
  readonly seed?: number
  /** The reply is to be one JSON object: any, or one of this JSON schema where the entry says `structuredOutput`. */
  readonly json?: true | { readonly name: string; readonly schema: Readonly<Record<string, unknown>> }
}

/** What an application under test answers, where it is more than a text. */
export interface CandidateReply extends Pick<Answer, 'content' | 'usage' | 'reasoning' | 'served' | 'refused'> {
  /** Why it ended: `stop`, `length` (cut by a cap), `content_filter`. After `error` the call is made again. */
  readonly finish?: string | undefined
  /** How it came to the answer, in any form. */
  readonly trace?: unknown
}

/** An application under test, named by `module:./agent.ts#ask`: gets the conversation so far and returns its answer. */
export type Candidate = (
  messages: readonly PlainMessage[],
  context: CandidateContext,
) => string | CandidateReply | Promise<string | CandidateReply>

const tokens = z.number().nonnegative()
const reply = z.object({
  content: z.string(),
  usage: z
    .object({ promptTokens: tokens, cachedTokens: tokens.optional(), completionTokens: tokens, reasoningTokens: tokens.optional() })
    .optional(),
  finish: z.string().optional(),
  reasoning: z.string().optional(),
  served: z.object({ model: z.string(), fingerprint: z.string().optional() }).optional(),
  refused: z.boolean().optional(),
  trace: z.unknown().optional(),
})

/** What a module returned, as a reply. Throws HoldfastError that says what came in its place. */
function checkedReply(value: unknown, label: string): z.output<typeof reply> {
  if (typeof value === 'string') return { content: value }
  if (typeof value === 'object' && value !== null && 'content' in value && typeof value.content !== 'function')
    return parse(reply, value, `the reply of ${label}`)
  throw new HoldfastError(
    'DATA',
    `Failed to read the reply of ${label}: it is ${kindOf(value)}, expected a text or an object with the text as content. Return one of them.`,
  )
}

/** What a value is, in words. */
function kindOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'a function' : String(value)
  if (Array.isArray(value)) return 'a list'
  if (Symbol.asyncIterator in value || 'getReader' in value || 'textStream' in value) return 'a stream, which is not read here'
  if ('choices' in value) return 'a whole chat completion: return its choices[0].message'
  const names = Object.keys(value).slice(0, 5).join(', ')
  return names === '' ? 'an object without fields' : `an object with the fields ${names}`
}

/** A function of a module as a model. Throws HoldfastError when the file does not exist. */
export function moduleTransport(path: string, exportName: string, root: string, entry: ModelEntry): Transport {
  const file = resolve(root, path)
  const label = `module:${path}#${exportName}`
  if (!existsSync(file))
    throw new HoldfastError('CONFIG', `Failed to read the model ${label}: no file ${file}. Paths start at the project's root.`)
  // Each test file sees the application as if it ran alone, with its own mocks.
  let loaded: Promise<Candidate> | undefined
  let loadedFor: number | undefined
  return {
    label,
    simulated: false,
    ...(entry.reasoningTokens !== undefined && { reasoningTokens: entry.reasoningTokens }),
    async send(request, signal) {
      if (loadedFor !== testFileNumber()) loaded = load(file, exportName, label)
      loadedFor = testFileNumber()
      const candidate = (await loaded) as Candidate
      const ask = async () => candidate(request.messages, contextOf(entry, request, signal))
      try {
        return readReply(checkedReply(await ask().finally(registerLateVariables), label))
      } catch (error) {
        return answerToFailure(error, label)
      }
    },
  }
}

function contextOf(entry: ModelEntry, request: TransportRequest, signal: Signal): CandidateContext {
  const { key, options } = request
  const { maxTokens, ...sampling } = samplingOf(entry, request)
  return {
    signal,
    item: { suite: key.suite, id: key.item },
    trial: key.trial,
    ...(maxTokens !== undefined && { maxTokens: maxTokens + (entry.reasoningTokens ?? 0) }),
    ...sampling,
    ...(options.json && { json: schemaOf(options.json, entry) ?? true }),
  }
}

function readReply(value: z.output<typeof reply>): Answer {
  const { trace: _, finish: told, ...answer } = value
  if (isBroken(told)) throw new RetryableError(`the module says that its model ended with ${told}`)
  const finish = finishOf(told)
  return { ...answer, ...(finish !== undefined && { finish }) }
}

/** The answer where a provider refused the prompt; else throws what an exception of the module amounts to. */
function answerToFailure(error: unknown, label: string): Answer {
  const failure = clientFailure(error) ?? error
  const answer = answerIn(failure)
  if (answer) return answer
  const isKnown = error instanceof HoldfastError || error instanceof RetryableError || (error instanceof Error && MARKER in error)
  if (isKnown) throw describeFailure(failure, label)
  const described = failure === error ? undefined : describeFailure(failure, label)
  // What no wait mends is the module's own to mend: it has the key and the address.
  if (described instanceof RetryableError || described instanceof EndpointClosedError) throw described
  throw new HoldfastError('ENDPOINT', `Failed to call ${label}: ${redact(messageOf(error))}. Mend the module.`)
}

async function load(file: string, exportName: string, label: string): Promise<Candidate> {
  const failed = (reason: string) => new HoldfastError('CONFIG', `Failed to read the model ${label}: ${reason}`)
  let module: Record<string, unknown>
  try {
    // Vitest reads TypeScript; Node 20 itself does not, and built code is loaded by Node.
    const { vi } = await import('vitest')
    // It may read its keys from a file.
    const imported = isMocked(file) ? vi.importMock<Record<string, unknown>>(file) : vi.importActual<Record<string, unknown>>(file)
    module = await imported.finally(registerLateVariables)
  } catch (error) {
    throw failed(`${redact(messageOf(error))}. Mend the module.`)
  }
  const candidate = module[exportName]
  if (typeof candidate === 'function') return candidate as Candidate
  throw failed(`it exports no function ${exportName}. It exports ${Object.keys(module).join(', ') || 'nothing'}.`)
}
