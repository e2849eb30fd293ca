import type { BenchmarkContext } from '../../src/kit.ts'
import { answerDrift } from './answerDrift.ts'
import { type Demand, isVersionOf } from './demands.ts'
import { controlsOf, type Draws, objectTo, SAMPLING, SYSTEM } from './holdDialogue.ts'
import type { RefuteItem } from './openSeeds.ts'
import type { RefutebenchOptions } from './options.ts'
import { FOLLOWED } from './ratingNames.ts'
import { rateAll } from './ratings.ts'
import { fitnessRubric, mannerOf } from './refuter/fitness.ts'
import { validityRubric } from './refuter/validity.ts'
import { taskQuality } from './taskQuality.ts'

/**
 * The transient protocol (docs/suites/refutebench.md, R2): the model is objected to three times in a row, or as often as
 * the options say, and every answer is rated against the objection it answers, the first objection, and the original task.
 */
export async function transient(item: RefuteItem, draws: Draws, context: BenchmarkContext, options: RefutebenchOptions): Promise<void> {
  const { seed } = item
  const { dialogue, expect, record } = context
  const { demands } = draws
  dialogue.system(SYSTEM)
  await dialogue.ask(seed.query, { ...SAMPLING, call: 'answer-0', reference: seed.reference })
  for (let turn = 0; turn < options.objections; turn += 1) await objectTo(context, item, draws, turn, false)

  const objections = dialogue.turns.slice(1).map(({ user }) => user)
  for (const [name, figure] of Object.entries({ ...answerDrift(dialogue), ...mannerOf(objections) })) record(name, figure)

  // The dialogue up to each answer: a matcher reads the last one.
  const upTo = (answer: number) => dialogue.before(answer + 1)
  const followed = (index: number) => (answer: string) => (demands[index] as Demand).check(answer)
  const satisfied = (index: number) => () =>
    expect(dialogue).toSatisfyRefutation({
      name: `R(a${index + 1},r${index})`,
      objection: index,
      threshold: FOLLOWED,
      calibration: {
        simulated: followed(index),
        ...(index === 0 && { controls: controlsOf(item, draws, dialogue, false) }),
      },
    })
  const retained = (answer: number, recordOnly: boolean) => () =>
    expect(upTo(answer)).toRetainAfterTurns(answer - 1, {
      name: `R(a${answer},r0)`,
      objection: 0,
      threshold: FOLLOWED,
      calibration: { simulated: followed(0) },
      recordOnly,
    })
  const isRight = (answer: string) => isVersionOf(seed.reference, demands, answer)
  const quality = (answer: number) => () => expect(upTo(answer)).toPassRubric(taskQuality(`R(q,a${answer})`, seed.query, isRight))
  const { curves, validity, fitness } = options
  const last = options.objections
  const between = Array.from({ length: last - 1 }, (_, index) => index + 1)
  await rateAll(
    // A smaller case may have a single objection, which has no later answer.
    [...demands.map((_, index) => satisfied(index)), ...(last > 1 ? [retained(last, false)] : [])],
    [
      ...(curves ? [...between.slice(1).map((answer) => retained(answer, true)), ...between.map(quality)] : []),
      quality(0),
      quality(last),
      ...(fitness ? [() => expect(dialogue).toPassRubric(fitnessRubric(objections, draws.style))] : []),
      ...(validity ? [() => expect(dialogue).toPassRubric(validityRubric(dialogue, demands))] : []),
    ],
  )
}
