import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { parse } from '../base/data/parse.ts'
import { HoldfastError, messageOf } from '../base/errors.ts'
import { redact } from '../base/secrets.ts'
import type { PlainMessage, Transport, Usage } from './transport.ts'

/** What an application under test is told beside the messages. */
export interface CandidateContext {
  /** Aborted when the run stops or the call takes too long. */
  readonly signal: AbortSignal
  readonly item: { readonly suite: string; readonly id: string }
  readonly trial: number
}

/** An application under test, named by `module:./agent.ts#ask`: gets the conversation so far and returns its answer. */
export type Candidate = (
  messages: readonly PlainMessage[],
  context: CandidateContext,
) => Promise<string | { readonly content: string; readonly usage?: Usage; readonly trace?: unknown }>

const reply = z.union([
  z.string(),
  z.object({
    content: z.string(),
    usage: z.object({ promptTokens: z.number(), completionTokens: z.number() }).optional(),
    trace: z.unknown().optional(),
  }),
])

/**
 * A function of a module as a model.
 *
 * @throws HoldfastError when the file does not exist.
 */
export function moduleTransport(path: string, exportName: string, root: string): Transport {
  const file = resolve(root, path)
  const label = `module:${path}#${exportName}`
  if (!existsSync(file))
    throw new HoldfastError('CONFIG', `Failed to read the model ${label}: no file ${file}. Paths start at the project's root.`)
  let loaded: Promise<Candidate> | undefined
  return {
    label,
    simulated: false,
    async send({ key, messages }, signal) {
      loaded ??= load(file, exportName, label)
      const candidate = await loaded
      let value: unknown
      try {
        value = await candidate(messages, { signal, item: { suite: key.suite, id: key.item }, trial: key.trial })
      } catch (error) {
        throw new HoldfastError('ENDPOINT', `Failed to call ${label}: ${redact(messageOf(error))}. Mend the module.`)
      }
      const answer = parse(reply, value, `the reply of ${label}`)
      return typeof answer === 'string' ? { content: answer } : { content: answer.content, usage: answer.usage }
    },
  }
}

async function load(file: string, exportName: string, label: string): Promise<Candidate> {
  const module = await importModule(file, label)
  const candidate = module[exportName]
  if (typeof candidate === 'function') return candidate as Candidate
  throw new HoldfastError(
    'CONFIG',
    `Failed to read the model ${label}: it exports no function ${exportName}. It exports ${Object.keys(module).join(', ') || 'nothing'}.`,
  )
}

async function importModule(file: string, label: string): Promise<Record<string, unknown>> {
  try {
    // By Vitest, which reads TypeScript; Node 20 itself does not, and built code is loaded by Node.
    return await (await import('vitest')).vi.importActual<Record<string, unknown>>(file)
  } catch (error) {
    throw new HoldfastError('CONFIG', `Failed to read the model ${label}: ${redact(messageOf(error))}. Mend the module.`)
  }
}
