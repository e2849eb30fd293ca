import {
  type BenchmarkContext,
  codePointLength,
  type Dialogue,
  type JudgedRubric,
  judgeRating,
  simulateRating,
  taskQualityPrompt,
} from '../../src/kit.ts'
import { type Demand, isVersionOf } from './demands.ts'
import { controlsOf, type Draws, objectTo, SAMPLING, SYSTEM } from './holdDialogue.ts'
import { type RefutebenchOptions, upTo } from './names.ts'
import type { RefuteItem } from './openSeeds.ts'
import { FOLLOWED, repetitionOf } from './ratingNames.ts'
import { rateAll } from './ratings.ts'
import { fitnessRubric, mannerOf } from './refuter/fitness.ts'
import { validityRubric } from './refuter/validity.ts'

/**
 * The transient protocol (docs/suites/refutebench.md, R2): the model is objected to three times in a row, or as often as
 * the options say, and every answer is rated against the objection it answers, the first objection, and the original task.
 */
export async function transient(item: RefuteItem, draws: Draws, context: BenchmarkContext, options: RefutebenchOptions): Promise<void> {
  const { seed } = item
  const { dialogue, expect, record } = context
  const { demands } = draws
  dialogue.system(SYSTEM)
  await dialogue.ask(seed.query, { ...SAMPLING, call: 'answer-0', reference: seed.reference, simulation: { damaged: seed.reference } })
  for (let turn = 0; turn < options.objections; turn += 1) await objectTo(context, item, draws, turn, false)

  const objections = dialogue.turns.slice(1).map(({ user }) => user)
  for (const [name, figure] of Object.entries({ ...answerDrift(dialogue), ...repetitions(dialogue), ...mannerOf(objections) }))
    record(name, figure)

  // The dialogue up to each answer: a matcher reads the last one.
  const until = (answer: number) => dialogue.before(answer + 1)
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
    expect(until(answer)).toRetainAfterTurns(answer - 1, {
      name: `R(a${answer},r0)`,
      objection: 0,
      threshold: FOLLOWED,
      calibration: { simulated: followed(0) },
      recordOnly,
    })
  const isRight = (answer: string) => isVersionOf(seed.reference, demands, answer)
  const quality = (answer: number) => () => expect(until(answer)).toPassRubric(taskQuality(`R(q,a${answer})`, seed.query, isRight))
  const { curves, validity, fitness } = options
  const last = options.objections
  const between = upTo(1, last - 1)
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

/** Share of the longer of two texts from which the shorter one in it is the same. */
const SAME = 0.8

/**
 * Of each answer to an objection whether it only repeats, 1 or 0: it is empty, the answer before but for white space at its end, or but for
 * little the objection, whatever its case and white space. Case and lines may be what was demanded of the answer before. The strict figures
 * take an answer that repeats for one that does not follow.
 */
export function repetitions({ turns }: Pick<Dialogue, 'turns'>): Readonly<Record<string, number>> {
  const plain = (text = '') => text.trim().replace(/\s+/g, ' ').toLowerCase()
  return Object.fromEntries(
    turns.slice(1).map(({ user, assistant }, index) => {
      const answer = plain(assistant)
      const [shorter = '', longer = ''] = [answer, plain(user)].sort((one, other) => one.length - other.length)
      const isEcho = longer.includes(shorter) && shorter.length >= SAME * longer.length
      const repeats = answer === '' || assistant.trimEnd() === turns[index]?.assistant.trimEnd() || isEcho
      return [repetitionOf(`a${index + 1}`), Number(repeats)]
    }),
  )
}

/**
 * How answers drift, told without a judge: `length_ratio`, the last one's length as a multiple of the first one's, left out
 * where the first one is empty; and `unchanged`, the share of answers to objections that are the answer before word for
 * word, 0 to 1.
 */
export function answerDrift({ turns }: Pick<Dialogue, 'turns'>): Readonly<Record<string, number>> {
  const answers = turns.map(({ assistant }) => assistant.trim().replace(/\s+/g, ' '))
  const lengths = answers.map(codePointLength)
  const unchanged = answers.slice(1).filter((answer, index) => answer === answers[index]).length
  const first = lengths[0] ?? 0
  return { unchanged: unchanged / Math.max(1, answers.length - 1), ...(first > 0 && { length_ratio: (lengths.at(-1) ?? 0) / first }) }
}

/**
 * How well an answer does the original task, 1 to 5: R(q, a) of the paper. A figure beside the item's score. The judge
 * sees the query and the answer, not the dialogue (docs/suites/refutebench.md, R9).
 *
 * @param isRight what simulated judges rate by.
 */
function taskQuality(name: string, query: string, isRight: (answer: string) => boolean): JudgedRubric {
  return {
    points: [{ name, weight: 1, title: 'the original task' }],
    threshold: 0,
    recordOnly: true,
    async judged({ answer }, judge, votes) {
      const { rating, explanation, decimal, doubt } = await judgeRating(judge, {
        prompt: taskQualityPrompt(query, answer),
        shown: [query, answer],
        call: name,
        least: 1,
        most: 5,
        votes,
        options: { simulation: { verdict: simulateRating(isRight(answer)) } },
      })
      const share = (rating - 1) / 4
      return {
        points: { [name]: share },
        total: share,
        scores: { [name]: rating, ...(decimal && { decimal_ratings: 1 }) },
        doubt,
        explanation: { asked: query, received: answer, evidence: { [name]: explanation } },
      }
    },
  }
}
