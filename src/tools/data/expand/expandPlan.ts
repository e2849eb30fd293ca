import {
  type CallVolume,
  type PlannedRoles,
  plusVolume,
  REWRITES_A_QUESTION,
  requestsFor,
  rewritePrompt,
  type TemplateOrigin,
  tokenizer,
} from '../../../kit.ts'
import { capOf, MOST_QUESTIONS, questionsFor } from './rewrites.ts'

/** Tokens of a rewrite beside those of its template, as a rule: quotes, commas, and words of a longer style. */
const LONGER = 1.3

/** What expanding templates takes, by role. */
export function planExpansion(origins: readonly TemplateOrigin[], rewrites: number): PlannedRoles {
  const { count } = tokenizer('o200k_base')
  let author: CallVolume | undefined
  let most: CallVolume | undefined
  let embedder: CallVolume | undefined
  for (const origin of origins) {
    const wanted = Math.max(rewrites, origin.count)
    const questions = questionsFor(wanted)
    const own = count(origin.text)
    const promptTokens = count(rewritePrompt(origin, 0))
    const volume = (calls: number, answer: number) => ({ calls, promptTokens: calls * promptTokens, completionTokens: calls * answer })
    author = plusVolume(author, volume(questions, Math.round(LONGER * REWRITES_A_QUESTION * own)))
    most = plusVolume(most, volume(MOST_QUESTIONS * questions, capOf(origin)))
    embedder = plusVolume(embedder, { calls: requestsFor(wanted), promptTokens: Math.round(LONGER * wanted * own), completionTokens: 0 })
  }
  if (!author || !most || !embedder) return {}
  // Embedded texts may be as long as a rewrite may be.
  return { author: { ...author, most }, embedder: { ...embedder, most: { ...embedder, promptTokens: 4 * embedder.promptTokens } } }
}
