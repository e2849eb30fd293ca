import type { ScoresDocument } from '../core/format/scoresDocument.ts'

type RunRole = ScoresDocument['run']['roles'][string]
type Usage = ScoresDocument['usage'][string]

/** What endpoints told of themselves. */
const TOLD = ['served', 'fingerprints', 'adapted'] as const

/** What of a role's calls scores.json says beside the model's name. */
export function toldOf(calls: { readonly [name in (typeof TOLD)[number]]?: readonly string[] | undefined }): Partial<RunRole> {
  return Object.fromEntries(TOLD.flatMap((name) => (calls[name]?.length ? [[name, [...(calls[name] ?? [])]]] : [])))
}

/** A role of several items or parts: simulated as soon as it is in one, with all that endpoints told. */
export function withRole(known: RunRole | undefined, more: RunRole): RunRole {
  if (!known) return more
  const told = TOLD.flatMap((name) => {
    const all = new Set([...(known[name] ?? []), ...(more[name] ?? [])])
    return all.size > 0 ? [[name, [...all]]] : []
  })
  return { ...known, simulated: known.simulated || more.simulated, ...Object.fromEntries(told) }
}

/** The sum of two usages; a price that nobody knows stays unknown. */
export function withUsage(known: Usage | undefined, more: Usage): Usage {
  const sum = (name: 'calls' | 'cached' | 'promptTokens' | 'completionTokens') => (known?.[name] ?? 0) + more[name]
  const kinds = (['cut', 'malformed', 'thought', 'reasoningTokens'] as const).flatMap((name) => {
    const count = (known?.[name] ?? 0) + (more[name] ?? 0)
    return count > 0 ? [[name, count]] : []
  })
  const usd = (known?.usd ?? null) === null && more.usd === null ? null : (known?.usd ?? 0) + (more.usd ?? 0)
  return {
    calls: sum('calls'),
    cached: sum('cached'),
    promptTokens: sum('promptTokens'),
    completionTokens: sum('completionTokens'),
    usd,
    ...Object.fromEntries(kinds),
  }
}
