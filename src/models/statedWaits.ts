/**
 * Milliseconds until a limit is reset of which the endpoint says that nothing is left: `x-ratelimit-…` headers, in durations as
 * OpenAI and Groq write them or in plain seconds as Azure does.
 */
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

/** A duration as OpenAI writes it, `6m0s`, `1.5s`, `20ms`; or as Azure does, in plain seconds. */
function durationMs(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  const units = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 } as const
  const parts = [...text.matchAll(/(?<![\d.])([\d.]+)(ms|h|m|s)/g)]
  return parts.length === 0
    ? undefined
    : parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * units[unit as keyof typeof units], 0)
}
