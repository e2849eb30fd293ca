import type { CallRole, CallVolume, DraftRecipe, PlannedRoles } from '../../../kit.ts'
import type { DraftTask } from './draftItems.ts'

/** Times a question is put before the draft is given up. */
const ASKS = 3
/** Characters of a token, roughly, in English. */
const CHARACTERS = 4
/** Texts of one request to an embedder. */
const TEXTS_A_REQUEST = 32

/**
 * What drafts take by role. Every call may be made three times, and every answer may be as long as its cap.
 *
 * @param pool instructions that are embedded; undefined where there is no embedder.
 */
export function planDrafts({ calls }: DraftRecipe, tasks: readonly DraftTask[], pool: readonly string[] | undefined): PlannedRoles {
  const sourceTokens = tasks.reduce((sum, { source }) => sum + source.text.length / CHARACTERS, 0)
  const asked = Object.entries(calls).map(([role, { calls: each, promptTokens, completionTokens, cap }]) => {
    const count = each * tasks.length
    const prompts = Math.round(count * promptTokens + each * sourceTokens)
    const most = { calls: ASKS * count, promptTokens: ASKS * prompts + (ASKS - 1) * count * cap, completionTokens: ASKS * count * cap }
    return [role as CallRole, { calls: count, promptTokens: prompts, completionTokens: count * completionTokens, most }] as const
  })
  return { ...Object.fromEntries(asked), ...(pool && { embedder: embedding(pool, tasks, sourceTokens) }) }
}

function embedding(pool: readonly string[], tasks: readonly DraftTask[], sourceTokens: number): CallVolume & { readonly most: CallVolume } {
  const calls = Math.ceil(pool.length / TEXTS_A_REQUEST) + tasks.length
  const promptTokens = Math.round(pool.reduce((sum, text) => sum + text.length / CHARACTERS, 0) + sourceTokens)
  const volume = { calls, promptTokens, completionTokens: 0 }
  return { ...volume, most: volume }
}
