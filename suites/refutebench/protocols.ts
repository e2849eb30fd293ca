import {
  type BenchmarkContext,
  codePointLength,
  type Dialogue,
  type JudgedRubric,
  judgeRating,
  simulateRating,
  taskQualityPrompt,
  tokenizer,
} from '../../src/kit.ts'
import { controlsOf } from './controls/knownRatings.ts'
import { type Demand, type Draws, isVersionOf } from './demands.ts'
import { isAskedAgain, objectTo, SAMPLING, SYSTEM, simulatedAnswer } from './holdDialogue.ts'
import { type RefutebenchOptions, upTo } from './names.ts'
import type { RefuteItem } from './openSeeds.ts'
import { FOLLOWED, repetitionOf } from './ratingNames.ts'
import { fitnessRubric, mannerOf, rateAll, validityRubric } from './refuter/judgedObjections.ts'

/** Asks the query that a dialogue begins with. */
async function begin({ seed }: RefuteItem, { dialogue }: BenchmarkContext): Promise<void> {
  dialogue.system(SYSTEM)
  await dialogue.ask(seed.query, { ...SAMPLING, call: 'answer-0', reference: seed.reference, simulation: { damaged: seed.reference } })
}

/**
 * The transient protocol (docs/suites/refutebench.md, R2): the model is objected to three times in a row, or as often as
 * the options say, and every answer is rated against the objection it answers, the first objection, and the original task.
 */
export async function transient(item: RefuteItem, draws: Draws, context: BenchmarkContext, options: RefutebenchOptions): Promise<void> {
  const { seed } = item
  const { dialogue, expect, record } = context
  const { demands } = draws
  await begin(item, context)
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
  const { curves, objections: last } = options
  const between = upTo(1, last - 1)
  await rateAll(
    // A smaller case may have a single objection, which has no later answer.
    [...demands.map((_, index) => satisfied(index)), ...(last > 1 ? [retained(last, false)] : [])],
    [
      ...(curves ? [...between.slice(1).map((answer) => retained(answer, true)), ...between.map(quality)] : []),
      quality(0),
      quality(last),
      ...(options.fitness ? [() => expect(dialogue).toPassRubric(fitnessRubric(objections, draws.style))] : []),
      ...(options.validity ? [() => expect(dialogue).toPassRubric(validityRubric(dialogue, demands))] : []),
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

/** Encoding in whose tokens the distance between an objection and the last re-query is measured, whoever the candidate is. */
const DISTANCE_IN = 'o200k_base'

/**
 * The persistent protocol (docs/suites/refutebench.md, R3): one objection, talk about other things, and the first query again, in
 * 12 messages. After every irrelevant query, or some of more than three, a branch asks again, so that one dialogue gives
 * C = 1 to 3 irrelevant queries; C = 0 is the answer to the objection itself (docs/suites/refutebench.md, Q1).
 */
export async function persistent(item: RefuteItem, draws: Draws, context: BenchmarkContext, options: RefutebenchOptions): Promise<void> {
  const { again, irrelevant } = item
  const { dialogue, expect, record } = context
  const demand = draws.demands[0] as Demand
  await begin(item, context)
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
