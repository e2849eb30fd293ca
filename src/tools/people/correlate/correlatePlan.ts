import type { CallVolume, PlannedRoles } from '../../../kit.ts'
import type { ComparedAnswer } from './comparedAnswer.ts'
import { RATING_CALL, ratableAnswers, ratingPrompt } from './singleRating.ts'
import { referencePrompt, WRITING_CALL } from './writtenReferences.ts'

/** Times a question is put before it is given up. */
const ASKS = 3
/** A cap is so many times as large after each reply that it cut off. */
const MORE_ROOM = 4
/** Tokens of an answer, as a rule. */
const TYPICAL = { rating: 120, reference: 250 } as const
/** Characters of a token, roughly, in English; a Chinese character is about one token. */
const CHARACTERS = 4

/** What ratings and written references would take, at most with every question put three times. */
export function planCorrelation(
  answers: readonly ComparedAnswer[],
  asked: { readonly judge: boolean; readonly author: boolean },
): PlannedRoles {
  const ratings = [...new Set(ratableAnswers(answers).map(ratingPrompt))]
  const references = [...new Set(answers.map(referencePrompt))]
  return {
    ...(asked.author && { author: volumeOf(references, TYPICAL.reference, WRITING_CALL.maxTokens) }),
    ...(asked.judge && { judge: volumeOf(ratings, TYPICAL.rating, RATING_CALL.maxTokens) }),
  }
}

function volumeOf(prompts: readonly string[], typical: number, cap: number): CallVolume & { readonly most: CallVolume } {
  const calls = prompts.length
  const promptTokens = prompts.reduce((sum, prompt) => sum + tokensOf(prompt), 0)
  const most = {
    calls: ASKS * calls,
    promptTokens: ASKS * promptTokens + calls * (1 + 2) * cap,
    completionTokens: calls * cap * (1 + MORE_ROOM + MORE_ROOM ** 2),
  }
  return { calls, promptTokens, completionTokens: calls * typical, most }
}

function tokensOf(text: string): number {
  const chinese = text.match(/\p{Script=Han}/gu)?.length ?? 0
  return Math.ceil((text.length - chinese) / CHARACTERS) + chinese
}
