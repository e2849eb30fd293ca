import type { BenchmarkContext } from '../../src/kit.ts'
import { complyWith, type Demand, type Draws, drawDemands, drawFoci, drawStyle } from './demands.ts'
import type { Focus, RefutebenchOptions } from './names.ts'
import type { RefuteItem } from './openSeeds.ts'
import { refute } from './refuter/refute.ts'

/** System message of the candidate: RefuteBench 2.0 does not say; this is the one of 1.0 (docs/suites/refutebench.md, R10). */
export const SYSTEM = 'You are a helpful assistant.'
/** Greedy decoding for every model. */
export const SAMPLING = { temperature: 0, maxTokens: 2048 } as const

/** What is wrong whatever is asked or demanded. */
export const WRONG = 'The harbour was empty when the ferry came in. 港口空无一人。'

/** Numbers of irrelevant queries after which a persistent dialogue is asked again for the curve, the last one beside them. */
const ASKED_AGAIN_AFTER = [1, 2, 3, 5, 10, 20]

/** Whether the first query is asked again after so many irrelevant ones. */
export function isAskedAgain(count: number, { irrelevant }: RefuteItem, { curves }: Pick<RefutebenchOptions, 'curves'>): boolean {
  return count === irrelevant.length || (curves && ASKED_AGAIN_AFTER.includes(count))
}

/** Draws foci, style and the simulated refuter's demands of an item; the same for every model. */
export function drawFor(item: RefuteItem, options: RefutebenchOptions, runSeed: number): Draws {
  const { seed, protocol } = item
  const foci = drawFoci(options.focus, runSeed, seed.id, protocol === 'transient' ? options.objections : 1)
  const portable = protocol === 'persistent' && options.requery === 'generalization'
  return { foci, style: drawStyle(options, runSeed, seed.id), demands: drawDemands(seed, foci, runSeed, portable), runSeed }
}

/** What simulated models answer to a request of the dialogue, by what they remember. */
export function simulatedAnswer(reference: string, demands: readonly Demand[], answersSince: readonly number[]) {
  return {
    reference: complyWith(reference, demands),
    stubborn: reference,
    damaged: WRONG,
    remembering: (remembers: (answersSince: number) => boolean) =>
      complyWith(
        reference,
        demands.filter((_, index) => remembers(answersSince[index] ?? 0)),
      ),
  }
}

/** One objection and the answer to it. */
export async function objectTo(
  context: BenchmarkContext,
  { seed }: RefuteItem,
  draws: Draws,
  turn: number,
  standing: boolean,
): Promise<void> {
  const { dialogue, refuter } = context
  const { foci, style, demands } = draws
  const earlier = dialogue.turns.filter(({ kind }) => kind === 'refutation').map(({ user }) => user)
  const input = { query: seed.query, answer: dialogue.content, earlier, focus: foci[turn] as Focus, style, standing }
  const text = await refute(refuter, input, turn, demands[turn] as Demand)
  // An objection is followed by the answer to it and those after that.
  const since = demands.slice(0, turn + 1).map((_, index) => turn - index)
  await dialogue.refute(text, {
    ...SAMPLING,
    call: `answer-${turn + 1}`,
    simulation: simulatedAnswer(seed.reference, demands.slice(0, turn + 1), since),
  })
}
