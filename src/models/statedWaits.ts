import { wallClock } from '../core/base/ownGlobals.ts'

/**
 * Milliseconds that an endpoint asks to wait, by whatever says it: the header for it, the limits, or the text of its error. Undefined
 * where nothing says more than nothing: then the usual wait is right, for 0 or a moment that has passed would use up all attempts at once.
 */
export function statedWait(headers: Headers | undefined, message: string, now = wallClock()): number | undefined {
  return retryAfterMs(headers, now) ?? exhaustedFor(headers, now) ?? waitInText(message, now)
}

/** Milliseconds that a `Retry-After` header asks for, or `retry-after-ms`. */
export function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms')?.trim() || Number.NaN)
  return milliseconds > 0 ? milliseconds : waitOf(headers?.get('retry-after') ?? '', now)
}

/**
 * Milliseconds until the last exhausted limit is reset: any pair of headers that are named alike, `…ratelimit…remaining…` at 0 and
 * `…ratelimit…reset…` (OpenAI, Azure, Groq, Anthropic, OpenRouter, the IETF's draft).
 */
export function exhaustedFor(headers: Headers | undefined, now = wallClock()): number | undefined {
  const waits = [...(headers ?? [])].flatMap(([name, left]) => {
    if (!/ratelimit.*remaining/.test(name) || left.trim() === '' || Number(left) !== 0) return []
    return waitOf(headers?.get(name.replace('remaining', 'reset')) ?? '', now) ?? []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}

/** Milliseconds that the text of an error asks to wait: `Please try again in 18.642s`, `retry after 26 seconds`, `wait until 2026-…`. */
export function waitInText(message: string, now = wallClock()): number | undefined {
  const [, moment, length] =
    /\b(?:try(?:ing)? again|retry(?:ing)?|wait)(?: (?:in|after|for|at|until|before))* (?:about )?(?:(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)|((?:\d+(?:\.\d+)? ?(?:milliseconds?|seconds?|minutes?|hours?|mins?|secs?|ms|h|m|s)\b ?(?:and )?)+|(?:\d+(?:\.\d+)?(?:ms|h|m|s))+))/i.exec(
      message,
    ) ?? []
  const stated = moment ?? length
  return stated === undefined ? undefined : waitOf(stated, now)
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }
/** Seconds from which a number is a moment: none waits for thirty years. */
const EPOCH_SECONDS = 1e9
const EPOCH_MS = 1e12

/**
 * Milliseconds until what a text says, more than 0: seconds, a moment since 1970 in seconds or milliseconds, a date, or a duration as
 * `6m0s`, `1.5s`, `20ms`, `2 minutes`, `PT30S`. Undefined for anything else.
 */
function waitOf(text: string, now: number): number | undefined {
  const stated = text.trim()
  const wait = /^\d+(?:\.\d+)?$/.test(stated) ? ofNumber(Number(stated), now) : (durationMs(stated) ?? ofDate(stated, now))
  return wait !== undefined && wait > 0 ? wait : undefined
}

function ofNumber(number: number, now: number): number {
  if (number >= EPOCH_MS) return number - now
  return number >= EPOCH_SECONDS ? 1000 * number - now : 1000 * number
}

/** A date has a colon; what else is read as one, as `-1`, is none. */
function ofDate(text: string, now: number): number | undefined {
  const date = text.includes(':') ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : date - now
}

function durationMs(text: string): number | undefined {
  const plain = text.toLowerCase().replace(/^pt/, '')
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?) ?(milliseconds?|ms|h|m|s)(?:ours?|in(?:ute)?s?|ec(?:ond)?s?)?(?: and)? ?/gy)]
  if (parts.length === 0 || parts.reduce((sum, [part]) => sum + part.length, 0) !== plain.length) return undefined
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 1), 0)
}
