import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { APIError } from 'openai/core/error'
import { HoldfastError, messageOf, messageWithCauses } from '../core/base/errors.ts'
import { redact } from '../core/base/secrets.ts'
import { testFileNumber } from '../core/base/testFile.ts'
import { registerLateVariables } from '../core/config/registerSecrets.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { type Candidate, type CandidateContext, readReply, readSessionReply, type SessionCandidate } from './candidate.ts'
import { answerIn, describeFailure, EndpointClosedError, readErrorBody, wasCutOff } from './endpointFailure.ts'
import { isMocked } from './mocks.ts'
import { RetryableError } from './retry.ts'
import { samplingOf, schemaOf } from './sampling.ts'
import { checkIsolation } from './session/isolation.ts'
import type { Conversing } from './session/liveSession.ts'
import { takeTurn } from './session/sessionTransport.ts'
import type { Answer, Transport, TransportRequest, Usage } from './transport.ts'

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

/** What a module exports to be measured. */
type Exported = Candidate | SessionCandidate

/** An application of a module as a model: a function, or what opens sessions. Throws HoldfastError when the file does not exist. */
export function moduleTransport(path: string, exportName: string, root: string, entry: ModelEntry): Transport {
  const file = resolve(root, path)
  const label = `module:${path}#${exportName}`
  if (!existsSync(file))
    throw new HoldfastError('CONFIG', `Failed to read the model ${label}: no file ${file}. Paths start at the project's root.`)
  // Each test file sees the application as if it ran alone, with its own mocks.
  let loaded: Promise<Exported> | undefined
  let loadedFor: number | undefined
  const exported = (): Promise<Exported> => {
    if (!loaded || loadedFor !== testFileNumber()) loaded = load(file, exportName, label)
    loadedFor = testFileNumber()
    return loaded
  }
  const context: Conversing['context'] = (request, signal) => contextOf(entry, request, signal)
  const conversing = (candidate: SessionCandidate): Conversing => ({
    ...{ label, entry, candidate, context },
    read: (value) => {
      registerLateVariables()
      return readSessionReply(value, label)
    },
    failed: (error) => answerToFailure(error, label),
  })
  let isolated: Promise<Usage> | undefined
  /** Checked once, by the first question or else the first turn. */
  const isolation = (candidate: SessionCandidate) => {
    // What failed is looked at again by the next call.
    isolated ??= checkIsolation(conversing(candidate)).catch((error: unknown) => {
      isolated = undefined
      throw error
    })
    return isolated
  }
  return {
    label,
    simulated: false,
    ...(entry.reasoningTokens !== undefined && { reasoningTokens: entry.reasoningTokens }),
    keepsConversation: async () => typeof (await exported()) === 'object',
    async probe() {
      const candidate = await exported()
      if (typeof candidate === 'function') return {}
      return { usage: await isolation(candidate) }
    },
    async send(request, signal) {
      const candidate = await exported()
      if (typeof candidate === 'object') {
        await isolation(candidate)
        return takeTurn(conversing(candidate), request, signal as AbortSignal)
      }
      const ask = async () => candidate(request.messages, context(request, signal as AbortSignal))
      try {
        return readReply(await ask().finally(registerLateVariables), label)
      } catch (error) {
        return answerToFailure(error, label)
      }
    },
  }
}

function contextOf(entry: ModelEntry, request: TransportRequest, signal: AbortSignal): CandidateContext {
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

async function load(file: string, exportName: string, label: string): Promise<Exported> {
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
  if (typeof candidate === 'object' && candidate !== null && 'open' in candidate && typeof candidate.open === 'function')
    return candidate as SessionCandidate
  if (candidate !== undefined) throw failed(`its export ${exportName} is no function and has no function open. Mend the module.`)
  throw failed(`it exports no function ${exportName}. It exports ${Object.keys(module).join(', ') || 'nothing'}.`)
}
