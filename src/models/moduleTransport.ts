import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { configError, messageOf } from '../core/base/errors.ts'
import { redact } from '../core/base/secrets.ts'
import { testFileNumber } from '../core/base/testFile.ts'
import { registerLateVariables } from '../core/config/registerSecrets.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { type Candidate, type CandidateContext, readReply, readSessionReply, type SessionCandidate } from './candidate.ts'
import { answerToFailure } from './endpointFailure.ts'
import { isMocked } from './mocks.ts'
import { samplingOf, schemaOf } from './sampling.ts'
import { type Conversing, isolationOnce, takeTurn } from './session/liveSession.ts'
import type { Transport, TransportRequest } from './transport.ts'

/** What to do about a module that fails. */
const MEND = 'Mend the module.'

/** What a module exports to be measured. */
type Exported = Candidate | SessionCandidate

/** An application of a module as a model: a function, or what opens sessions. Throws HoldfastError when the file does not exist. */
export function moduleTransport(path: string, exportName: string, root: string, entry: ModelEntry): Transport {
  const file = resolve(root, path)
  const label = `module:${path}#${exportName}`
  if (!existsSync(file)) throw configError(`Failed to read the model ${label}: no file ${file}. Paths start at the project's root.`)
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
    failed: (error) => answerToFailure(error, label, MEND),
  })
  const isolation = isolationOnce()
  return {
    label,
    simulated: false,
    ...(entry.reasoningTokens !== undefined && { reasoningTokens: entry.reasoningTokens }),
    keepsConversation: async () => typeof (await exported()) === 'object',
    async probe(signal) {
      const candidate = await exported()
      if (typeof candidate === 'function') return {}
      return { usage: await isolation(conversing(candidate), signal as AbortSignal) }
    },
    async send(request, signal) {
      const candidate = await exported()
      if (typeof candidate === 'object') {
        await isolation(conversing(candidate), signal as AbortSignal)
        return takeTurn(conversing(candidate), request, signal as AbortSignal)
      }
      const ask = async () => candidate(request.messages, context(request, signal as AbortSignal))
      try {
        return readReply(await ask().finally(registerLateVariables), label)
      } catch (error) {
        return answerToFailure(error, label, MEND)
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

async function load(file: string, exportName: string, label: string): Promise<Exported> {
  const failed = (reason: string) => configError(`Failed to read the model ${label}: ${reason}`)
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
