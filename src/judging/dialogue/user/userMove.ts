import { z } from 'zod'
import type { Parsed } from '../../askJudge.ts'
import { replyJson } from '../../replyJson.ts'

/** How it stands for the user: talking on, having got what they want, or giving up. */
export const USER_STATES = ['goes-on', 'done', 'fed-up'] as const

/** What a user says next. */
export interface UserMove {
  /** Empty where the user ends the conversation without a word. */
  readonly message: string
  readonly state: (typeof USER_STATES)[number]
}

const move = z.object({ message: z.string(), state: z.enum(USER_STATES) })

/** Longest run of words that a user may have in common with their instructions, beside what they are to say. */
const LEAKED_WORDS = 8

/** A move as the JSON that {@link readMove} reads. */
export function writeMove({ message, state }: UserMove): string {
  return JSON.stringify({ message, state })
}

/**
 * Reads what a model that plays a user replied.
 *
 * @param secret what the user is told of how to behave, where a move that says it is refused.
 */
export function readMove(content: string, secret: string | undefined): Parsed<UserMove> {
  const json = replyJson(content.trim())
  if ('unusable' in json) return json
  const { success, data, error } = move.safeParse(json.value)
  if (!success) return { unusable: `its ${error.issues[0]?.path.join('.') || 'content'} does not fit` }
  if (data.message.trim() === '' && data.state === 'goes-on') return { unusable: 'its message is empty though the user goes on' }
  if (secret !== undefined && tells(data.message, secret)) return { unusable: 'it gives your instructions away' }
  return { value: { ...data, message: data.message.trim() } }
}

/** Whether a text has a run of words of another in it. */
export function tells(text: string, secret: string): boolean {
  const runs = (some: string) => {
    const all = some.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
    return all.slice(0, Math.max(0, all.length - LEAKED_WORDS + 1)).map((_, at) => all.slice(at, at + LEAKED_WORDS).join(' '))
  }
  const known = new Set(runs(secret))
  return runs(text).some((run) => known.has(run))
}
