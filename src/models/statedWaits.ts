import { wallClock } from '../core/base/ownGlobals.ts'
/** Milliseconds that an endpoint asks to wait, by whatever says it: the header for it, the limits, or the text of its error. */
export function statedWait(headers: Headers | undefined, message: string): number | undefined {
  return retryAfterMs(headers, wallClock()) ?? exhaustedFor(headers) ?? waitInText(message)
}

/** Milliseconds a `Retry-After` header asks for: seconds or a date, or `retry-after-ms`. */
export function retryAfterMs(headers: Headers | undefined, now: number): number | undefined {
  const milliseconds = Number(headers?.get('retry-after-ms') ?? Number.NaN)
  if (milliseconds >= 0) return milliseconds
  const text = headers?.get('retry-after')
  if (!text) return undefined
  const seconds = Number(text)
  if (seconds >= 0) return seconds * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Milliseconds until an exhausted limit is reset: `x-ratelimit-…` headers in durations (OpenAI, Groq) or seconds (Azure). */
export function exhaustedFor(headers: Headers | undefined): number | undefined {
  const waits = ['requests', 'tokens'].flatMap((kind) => {
    if (headers?.get(`x-ratelimit-remaining-${kind}`) !== '0') return []
    return durationMs(headers.get(`x-ratelimit-reset-${kind}`) ?? '') ?? []
  })
  return waits.length === 0 ? undefined : Math.max(...waits)
}

/** Milliseconds that the text of an error asks to wait: `Please try again in 18.642s`, `retry after 26 seconds`. */
export function waitInText(message: string): number | undefined {
  const stated = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)?(?:ms|h|m|s))+|\d+(?= second))/i.exec(message)?.[1]
  return stated === undefined ? undefined : durationMs(stated)
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** A duration as OpenAI writes it, `6m0s`, `1.5s`, `20ms`; or as Azure does, in plain seconds. */
function durationMs(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  const parts = [...text.matchAll(/(?<![\d.])([\d.]+)(ms|h|m|s)/g)]
  return parts.length === 0 ? undefined : parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (UNITS[unit] ?? 0), 0)
}
