import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { grouped, labelled, roughly } from './layout.ts'

/** What the run took: calls by role, how many of them came from cache or recording, tokens, and cost where prices are known. */
export function usageLines(usage: ScoresDocument['usage'], width: number): string[] {
  const tokens = Object.values(usage).some(({ promptTokens, completionTokens }) => promptTokens + completionTokens > 0)
  const cached = Object.values(usage).some((role) => role.cached > 0)
  if (!tokens && !cached) return []
  const parts = Object.entries(usage).map(([role, { calls, cached: hits, promptTokens, completionTokens, usd }]) =>
    [
      `${role} ${grouped(calls)}`,
      ...(hits > 0 ? [`${Math.round((100 * hits) / calls)} % from cache or recording`] : []),
      ...(promptTokens + completionTokens > 0 ? [`${roughly(promptTokens)} tokens in, ${roughly(completionTokens)} out`] : []),
      ...(usd === null ? [] : [`$${usd.toFixed(2)}`]),
    ].join(', '),
  )
  return [...labelled('calls', parts.join('; '), width), '']
}
