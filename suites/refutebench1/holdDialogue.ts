import { type Dialogue, type Simulation, SkippedItem } from '../../src/kit.ts'
import type { Feedback, Script } from './script.ts'

/** Beginning of the reason of an item that ended at a conflict: the answer had every wording that could be demanded. */
export const CONFLICT = 'conflict'
/** Beginning of the reason of an item without any feedback. */
export const NOTHING_LEFT = 'nothing left to demand'

/** Cap on an answer of the official runner, in tokens. */
export const ANSWER_TOKENS = 4096
/** Its decoding. */
const SAMPLING = { temperature: 0, maxTokens: ANSWER_TOKENS } as const

/** A feedback that was given, and the position of its turn in the dialogue. */
export type Made = Feedback & { readonly turn: number }

/** A query that was asked, and where. */
export interface Asked {
  readonly query: number
  readonly turn: number
}

/** A dialogue as it was held. */
export type HeldDialogue = Awaited<ReturnType<typeof holdDialogue>>

/**
 * Holds the dialogue of a script: asks every query, and objects in every slot to the answer before it, if there is anything
 * to object to.
 *
 * @throws SkippedItem at a conflict, and when all slots have passed without any feedback: nothing of it could be scored.
 */
export async function holdDialogue(script: Script, dialogue: Dialogue) {
  const made: Made[] = []
  const asked: Asked[] = []
  let query = -1
  let skipped = 0
  let irrelevant = 0
  let slotsLeft = script.steps.filter(({ kind }) => kind === 'slot').length
  dialogue.system(script.system)
  for (const step of script.steps) {
    const turn = dialogue.turns.length
    if (step.kind === 'query') {
      query += 1
      // One official row begins without its query: there the feedback opens the dialogue.
      if (step.text === '') continue
      await dialogue.ask(step.text, { ...SAMPLING, call: `answer-${query}`, simulation: simulated(script, query, turn, made) })
      asked.push({ query, turn })
    } else if (step.kind === 'irrelevant') {
      irrelevant += 1
      await dialogue.distract(step.text, { ...SAMPLING, call: `irrelevant-${irrelevant}`, reference: step.reference })
    } else {
      slotsLeft -= 1
      const found = script.object(query, dialogue.content, made)
      if (found === 'conflict')
        throw new SkippedItem(`${CONFLICT}: the answer to query ${query + 1} has every wording that could be demanded`)
      if (found === 'nothing') skipped += 1
      else {
        made.push({ ...found, turn })
        const { text, check } = found
        const options = { ...SAMPLING, call: `feedback-${query}`, check, simulation: simulated(script, query, turn, made) }
        await (turn === 0 ? dialogue.ask(text, options) : dialogue.refute(text, options))
      }
      if (slotsLeft === 0 && made.length === 0) {
        throw new SkippedItem(`${NOTHING_LEFT}: no answer left anything to object to`)
      }
    }
  }
  return { made, asked, /** Slots without feedback. */ skipped }
}

/** What simulated models answer in a turn: with all that was demanded so far, nothing of it, or what they remember. */
function simulated(script: Script, query: number, turn: number, made: readonly Made[]): Simulation {
  const now = [...made]
  const none = script.reply(query, [])
  return {
    reference: script.reply(query, now),
    stubborn: none,
    damaged: none,
    remembering(remembers) {
      const kept = now.filter((feedback) => remembers(turn - feedback.turn))
      return script.reply(query, kept)
    },
  }
}
