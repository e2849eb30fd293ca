import { type BenchmarkContext, type Dialogue, tokenizer } from '../../src/kit.ts'
import type { Demand } from './demands.ts'
import { controlsOf, type Draws, isAskedAgain, objectTo, SAMPLING, SYSTEM, simulatedAnswer } from './holdDialogue.ts'
import type { RefutebenchOptions } from './names.ts'
import type { RefuteItem } from './openSeeds.ts'
import { FOLLOWED } from './ratingNames.ts'
import { rateAll } from './ratings.ts'
import { fitnessRubric, mannerOf } from './refuter/fitness.ts'
import { validityRubric } from './refuter/validity.ts'

/** Encoding in whose tokens the distance between an objection and the last re-query is measured, whoever the candidate is. */
const DISTANCE_IN = 'o200k_base'

/**
 * The persistent protocol (docs/suites/refutebench.md, R3): one objection, talk about other things, and the first query again, in
 * 12 messages. After every irrelevant query, or some of more than three, a branch asks again, so that one dialogue gives
 * C = 1 to 3 irrelevant queries; C = 0 is the answer to the objection itself (docs/suites/refutebench.md, Q1).
 */
export async function persistent(item: RefuteItem, draws: Draws, context: BenchmarkContext, options: RefutebenchOptions): Promise<void> {
  const { seed, again, irrelevant } = item
  const { dialogue, expect, record } = context
  const demand = draws.demands[0] as Demand
  dialogue.system(SYSTEM)
  await dialogue.ask(seed.query, { ...SAMPLING, call: 'answer-0', reference: seed.reference, simulation: { damaged: seed.reference } })
  const standing = options.wording === 'standing'
  await objectTo(context, item, draws, 0, standing)

  const asked: { name: string; dialogue: Dialogue }[] = []
  const askAgain = async (count: number) => {
    const branch = dialogue.branch()
    await branch.ask(again.query, {
      ...SAMPLING,
      call: `requery-${count}`,
      simulation: simulatedAnswer(again.reference, [demand], [count + 1]),
    })
    asked.push({ name: count === 0 ? 'R(c0-again,r0)' : `R(c${count},r0)`, dialogue: branch })
  }
  const first = dialogue.branch()
  // A smaller case may have nothing between.
  if (options.immediate || irrelevant.length === 0) await askAgain(0)
  for (const [index, { query, reference }] of irrelevant.entries()) {
    await dialogue.distract(query, { ...SAMPLING, call: `distractor-${index + 1}`, reference })
    if (isAskedAgain(index + 1, item, options)) await askAgain(index + 1)
  }

  const between = dialogue.turns.slice(2).flatMap(({ user, assistant }) => [user, assistant])
  const objection = dialogue.turns[1]?.user ?? ''
  for (const [name, figure] of Object.entries(mannerOf([objection]))) record(name, figure)
  record('distance', tokenizer(DISTANCE_IN).count(between.join('\n')))

  const simulated = (answer: string) => demand.check(answer)
  const rated = { objection: 0, threshold: FOLLOWED, calibration: { simulated } }
  const last = asked.at(-1)
  const retained =
    ({ name, dialogue: branch }: (typeof asked)[number]) =>
    () =>
      expect(branch).toRetainAfterTurns(branch.turns.length - 2, { ...rated, name, recordOnly: name !== last?.name })
  const direct = () =>
    expect(first).toSatisfyRefutation({
      ...rated,
      name: 'R(c0,r0)',
      recordOnly: true,
      calibration: { simulated, controls: controlsOf(item, draws, first, standing) },
    })
  await rateAll(last ? [retained(last)] : [], [
    direct,
    ...asked.slice(0, -1).map(retained),
    ...(options.fitness ? [() => expect(first).toPassRubric(fitnessRubric([objection], draws.style))] : []),
    ...(options.validity ? [() => expect(first).toPassRubric(validityRubric(first, draws.demands))] : []),
  ])
}
