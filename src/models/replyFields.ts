import { z } from 'zod'
import { isObject } from '../core/base/data/parseJson.ts'
import { RetryableError, type Served, type Usage } from './transport.ts'

/** An object of which nothing is known. */
export type Fields = Readonly<Record<string, unknown>>

/** Tokens of one reply: no endpoint takes or gives so many. */
const tokenCount = z.number().nonnegative().max(1e9)

/** A name of a model, a build or a reason, which is not longer than it can be shown. */
export const shortText = z.string().max(300)

/** Any text. */
export const anyText = z.string()

/** What is read of a reply, field by field: one that is of another kind than it should be is left out, and named. */
export class ReplyFields {
  readonly #malformed = new Set<string>()

  /** The value of a field; undefined where it is missing, null, or not of this schema. */
  read<T>(schema: z.ZodType<T>, value: unknown, name: string): T | undefined {
    if (value === undefined || value === null) return undefined
    const parsed = schema.safeParse(value)
    if (!parsed.success) this.#malformed.add(name)
    return parsed.data
  }

  /** The objects of a list; what is no list of objects is left out. */
  objects(value: unknown, name: string): Fields[] {
    const list = this.read(z.array(z.unknown()), value, name) ?? []
    const objects = list.filter(isObject)
    if (objects.length < list.length) this.#malformed.add(name)
    return objects
  }

  /** Tokens as the API counts them, by its names of the prompt (`asked`) and the answer (`said`); undefined where it does not. */
  usage(value: unknown, asked: string, said: string): Usage | undefined {
    const usage = fieldsOf(value)
    const tokens = (name: string, told: unknown = usage[name]) => this.read(tokenCount, told, `usage.${name}`)
    const [prompt, answer, total] = [tokens(`${asked}_tokens`), tokens(`${said}_tokens`), tokens('total_tokens')]
    if (prompt === undefined && answer === undefined && total === undefined) return undefined
    const promptTokens = prompt ?? (answer === undefined ? 0 : Math.max(0, (total ?? 0) - answer))
    const cachedTokens = this.#cachedTokens(usage, asked)
    const reasoningTokens = tokens('reasoning_tokens', fieldsOf(usage[`${said}_tokens_details`]).reasoning_tokens)
    return {
      promptTokens,
      ...(cachedTokens && { cachedTokens: Math.min(cachedTokens, promptTokens) }),
      // Gemini counts thoughts in the total alone.
      completionTokens: Math.max(answer ?? 0, (total ?? 0) - promptTokens),
      ...(reasoningTokens !== undefined && { reasoningTokens }),
    }
  }

  /** Where endpoints tell it: OpenAI, vLLM and llama.cpp in the details, Together beside the sums, DeepSeek by a name of its own. */
  #cachedTokens(usage: Fields, asked: string): number | undefined {
    const told = fieldsOf(usage[`${asked}_tokens_details`]).cached_tokens ?? usage.cached_tokens ?? usage.prompt_cache_hit_tokens
    return this.read(tokenCount, told, 'usage.cached_tokens')
  }

  /** Who answered; undefined where the endpoint names no model. */
  served(reply: Fields): Served | undefined {
    const model = this.read(shortText, reply.model, 'model')
    const fingerprint = this.read(shortText, reply.system_fingerprint, 'system_fingerprint')
    return model ? { model, ...(fingerprint && { fingerprint }) } : undefined
  }

  /** Names what is left out as it is of no kind that can be read. */
  leaveOut(name: string): void {
    this.#malformed.add(name)
  }

  /** The fields that were left out, as part of an answer. */
  get told(): { readonly malformed?: readonly string[] } {
    return this.#malformed.size > 0 ? { malformed: [...this.#malformed] } : {}
  }
}

/** An object's fields; those of nothing where it is none. */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {}
}

/** Tells what a reply took that cannot be used. */
export function tellingUsage<T>(reply: unknown, asked: string, said: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof RetryableError) error.usage = new ReplyFields().usage(fieldsOf(reply).usage, asked, said)
    throw error
  }
}
