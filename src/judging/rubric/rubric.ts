import { HoldfastError, usageError } from '../../core/base/errors.ts'
import { assertKnownOptions, type OptionNames } from '../../core/base/knownOptions.ts'
import { assertPositive, assertThreshold, TOTALS } from '../../core/base/scale.ts'
import type { WrittenCriterion } from '../../core/format/writtenCriterion.ts'
import type { Model } from '../../models/model.ts'
import { type JudgedSubject, judgeChecklist } from '../checklistJudge.ts'

export type { JudgedSubject } from '../checklistJudge.ts'

/**
 * What a judged matcher or criterion needs to run without a key, and to measure its judge. No real judge learns of it, and
 * nothing of it decides what a real judge is asked about.
 */
export interface Calibration<Finding> {
  /** What simulated judges find. Without it they refuse to judge. */
  readonly simulated?: Finding | undefined
}

/** Judges answers of which the truth is known (src/judging/controls). `few`: a right answer and a wrong one are enough. */
export type Controls = (judge: Model, few: boolean) => Promise<Readonly<Record<string, number>>>

/** The calibration of a matcher that can also measure its judge. */
export interface ControlledCalibration<Finding> extends Calibration<Finding> {
  /** Has answers judged of which the truth is known, and returns what came of it as scores `control_…`; run for some items (`HOLDFAST_CONTROLS`). */
  readonly controls?: Controls | undefined
}

/** One thing an answer is scored on. */
export interface Point {
  /** Key in `scores`. */
  readonly name: string
  /** For people; the name where it says enough. */
  readonly title?: string
  /** Weight in the total, over 0. */
  readonly weight: number
  /** What decides it by program, of a criterion that has such a check. */
  readonly check?: Check
}

/** Scores of one answer: each point from 0 to 1 of its weight, and their weighted total from 0 to 1. */
export interface Grade {
  readonly points: Readonly<Record<string, number>>
  readonly total: number
  /** False for an answer that must not pass whatever its total, for instance where a point may exceed its maximum. */
  readonly passes?: boolean | undefined
}

/** Why an answer got its scores. */
export interface Explanation {
  readonly asked?: string | undefined
  readonly expected?: string | undefined
  /** An answer known to be good, which is shown where no certain one is expected. */
  readonly reference?: string | undefined
  readonly received?: string | undefined
  /** What is wrong, by point name. */
  readonly evidence?: Readonly<Record<string, string | readonly string[]>> | undefined
}

/** What every rubric has: points with weights, and the total from which an answer passes. */
interface RubricBase {
  readonly points: readonly Point[]
  /** Total from which the answer passes, 0 to 1; 0 lets every answer pass. Default: the benchmark's, else 1. */
  readonly threshold?: number | undefined
  /** A figure beside the item's score: no part of its total. */
  readonly recordOnly?: boolean
  /** Tags that are known only once the item has run. */
  readonly tags?: Readonly<Record<string, string>>
}

/** How an answer is scored by a program: a function that grades, and one that explains a loss. */
export interface ProgrammaticRubric extends RubricBase {
  /** Pure; never throws on any text. */
  grade(text: string): Grade
  /** Called only for an answer below the threshold. */
  explain?(text: string, grade: Grade): Explanation
}

/** A grade with the judge's reasons. */
export interface JudgedGrade extends Grade {
  readonly explanation: Explanation
  /** Further scores for the item's record, for instance by other rules. */
  readonly scores?: Readonly<Record<string, number>>
  /** How doubtful the judge's votes leave it, 0 to 1; absent for one vote. */
  readonly doubt?: number | undefined
}

/** How an answer is scored by a judge. */
export interface JudgedRubric extends RubricBase {
  /** Throws UnscoredError when the judge is unusable. */
  judged(subject: JudgedSubject, judge: Model, votes: number): Promise<JudgedGrade>
  readonly controls?: Controls | undefined
  /** Whether the judge alone decides an answer, since all checks hold: else what is known of the whole says nothing of its verdict on a part. */
  readonly isLeftToJudge?: ((answer: string) => boolean) | undefined
}

/** How an answer is scored. */
export type Rubric = ProgrammaticRubric | JudgedRubric

/** Whether an answer meets a criterion: a pattern it must match, or a function that says so or gives a share from 0 to 1. */
export type Check = RegExp | ((text: string) => boolean | number)

/** A criterion of a rubric; without a check, a judge decides. */
export interface Criterion {
  readonly name: string
  readonly weight: number
  readonly check?: Check | undefined
  /** What a simulated judge finds; no other judge learns of it, and it decides nothing by itself. */
  readonly simulated?: Check | undefined
}

/** How a criterion is decided, and what it weighs. */
export interface CriterionOptions {
  /** Share in the total, against the weights of the other criteria: any number over 0. Default 1. */
  readonly weight?: number
  /** Decides by program: a pattern the answer must match, or a function. Without it a judge decides, by the criterion's name. */
  readonly check?: Check
  /** What simulated judges find, for a criterion without a check. */
  readonly calibration?: Calibration<Check>
}

const CRITERION_OPTIONS: OptionNames<CriterionOptions> = { weight: true, check: true, calibration: true }

/**
 * A criterion; without a check, a judge decides it by its name. `calibration.simulated` says what simulated judges find then,
 * so that a test runs and a benchmark is calibrated without a key.
 *
 * @throws HoldfastError for a weight that is not a finite number over 0, and for `calibration.simulated` beside a check.
 * @example criterion('names 7 and 13', { weight: 0.3, check: /7\b.*\b13/s })
 * @example criterion('apologises without blaming the customer', { calibration: { simulated: /sorry/i } })
 */
export function criterion(name: string, options: CriterionOptions = {}): Criterion {
  const { weight = 1, check, calibration: { simulated } = {} } = options
  const making = `make the criterion ${JSON.stringify(name)}`
  assertKnownOptions(making, options, CRITERION_OPTIONS)
  assertPositive(making, 'its weight', weight)
  if (check && simulated)
    throw usageError(`Failed to ${making}: it has a check, so no judge is asked that could be simulated. Give one of them.`)
  return { name, weight, check, ...(simulated && { simulated }) }
}

/**
 * A rubric of criteria, or of names with their weights; its total is the share of weight that is met. A judge is asked only if a criterion
 * has no check, and only about those.
 * @param options `threshold`: the total from which an answer passes, 0 to 1.
 * @throws HoldfastError for no criteria, two of one name, a weight that is not over 0 and a threshold off the scale.
 */
export function rubric(criteria: readonly Criterion[] | Readonly<Record<string, number>>, options: { threshold?: number } = {}): Rubric {
  assertKnownOptions('make a rubric', options, { threshold: true })
  const { threshold } = options
  const list: readonly Criterion[] = Array.isArray(criteria)
    ? criteria
    : Object.entries(criteria).map(([name, weight]) => criterion(name, { weight }))
  const refuse = (reason: string) => usageError(`Failed to make a rubric: ${reason}`)
  const names = list.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw refuse(`two criteria are named ${JSON.stringify(twice)}. Rename one.`)
  if (names.includes('total')) throw refuse('a criterion is named "total", which is the name of their sum. Rename it.')
  if (list.length === 0) throw refuse('it has no criteria. Give at least one.')
  // Criteria may be plain objects, which `criterion` has not seen.
  for (const { name, weight } of list) assertPositive(`make the criterion ${JSON.stringify(name)}`, 'its weight', weight)
  if (threshold !== undefined) assertThreshold('make a rubric', threshold, TOTALS)
  const weights = list.reduce((sum, { weight }) => sum + weight, 0)
  const gradeOf = (scores: readonly (readonly [name: string, score: number])[]): Grade => {
    const points = Object.fromEntries(scores)
    return { points, total: list.reduce((sum, { name, weight }) => sum + weight * (points[name] ?? 0), 0) / weights }
  }
  const apply = (key: 'check' | 'simulated', to: readonly Criterion[], text: string) =>
    to.flatMap(({ name, [key]: check }) => {
      const what = key === 'check' ? 'the check' : '`calibration.simulated`'
      return check ? [[name, applyCheck(check, text, `${what} of the criterion ${JSON.stringify(name)}`)] as const] : []
    })
  const evidence = Object.fromEntries(
    list.flatMap(({ name, check }) => (check ? [[name, check instanceof RegExp ? `does not match ${check}` : 'not met']] : [])),
  )
  const common = { points: list.map(({ name, weight, check }) => ({ name, weight, ...(check && { check }) })), threshold }
  const open = list.filter(({ check }) => !check)
  if (open.length === 0)
    return { ...common, grade: (text) => gradeOf(apply('check', list, text)), explain: (text) => ({ received: text, evidence }) }
  return {
    ...common,
    isLeftToJudge: (answer) => apply('check', list, answer).every(([, met]) => met === 1),
    async judged(subject, judge, votes) {
      const checked = apply('check', list, subject.answer)
      const simulated = () => apply('simulated', open, subject.answer).map(([, met]) => met === 1)
      const { verdicts, agreement, doubt } = await judgeChecklist(
        judge,
        subject,
        open.map(({ name }) => name),
        // What is not known of every criterion is not simulated.
        { votes, simulated: open.every((criterion) => criterion.simulated) ? simulated : undefined },
      )
      return {
        ...gradeOf([...checked, ...verdicts.map(({ criterion: name, met }) => [name, met ? 1 : 0] as const)]),
        explanation: {
          received: subject.answer,
          evidence: { ...evidence, ...Object.fromEntries(verdicts.map(({ criterion: name, reason }) => [name, reason])) },
        },
        ...(votes > 1 && !judge.spare && { scores: { judge_agreement: agreement } }),
        doubt,
      }
    },
  }
}

/** A rubric of one point, which a program tells by a number from 0 to 1. */
export function onePoint(
  name: string,
  title: string,
  shareOf: (text: string) => number,
  explain: NonNullable<ProgrammaticRubric['explain']>,
): ProgrammaticRubric {
  const grade = (text: string): Grade => {
    const value = shareOf(text)
    return { points: { [name]: value }, total: value }
  }
  return { points: [{ name, title, weight: 1 }], threshold: 1, grade, explain }
}

/** A point as plain data, for a test that is written. `byProgram`: no judge decides it, also where it has no check. */
export function writtenCriterion({ weight, check }: Pick<Point, 'weight' | 'check'>, byProgram = false): WrittenCriterion {
  if (check instanceof RegExp) return { weight, check: { pattern: check.source, flags: check.flags } }
  return check || byProgram ? { weight, check: null } : { weight }
}

/**
 * How far a text meets a check, 0 to 1.
 * @param what the check is, for messages: `the check of the criterion "names it"`.
 * @throws HoldfastError for a check that throws or returns anything else.
 */
export function applyCheck(check: Check, text: string, what: string): number {
  if (check instanceof RegExp) return Number(matches(check, text))
  let result: boolean | number
  try {
    result = check(text)
  } catch (error) {
    // Its own stack says where it threw.
    const thrown = String(error).replace(/\.$/, '')
    throw new HoldfastError('USAGE', `Failed to apply ${what}: it threw ${thrown}. Mend it.`, { cause: error })
  }
  if (typeof result === 'boolean') return Number(result)
  if (result >= 0 && result <= 1) return result
  throw usageError(`Failed to apply ${what}: it returned ${result}. Return a boolean or a number from 0 to 1.`)
}

/** Whether a pattern is found in a text. One with the flag g or y has a memory, which is neither used nor changed. */
export function matches(pattern: RegExp, text: string): boolean {
  return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, '')).test(text)
}

/** What a matcher found out about one answer. */
export interface Verdict {
  readonly passed: boolean
  /** Scores by name for the item's record, `total` among them. */
  readonly scores: Readonly<Record<string, number>>
  /** Names of scores that say nothing about how good the answer is, or on another scale, and so stay under `not`. */
  readonly neutral?: readonly string[]
  readonly threshold: number
  /** How doubtful the judge's own votes and orders leave it, 0 to 1 (src/judging/doubt.ts); absent where they show nothing. */
  readonly doubt?: number | undefined
  /** A figure beside the item's score: no part of its total. */
  readonly recordOnly?: boolean | undefined
  /** Tags that are known only once the item has run. */
  readonly tags?: Readonly<Record<string, string>>
  /** Share of the total lost at each point, by the point's title; only points that lost something. */
  readonly lost: Readonly<Record<string, number>>
  /** Points that lost something, by their titles, for a test that is written. */
  readonly criteria?: Readonly<Record<string, WrittenCriterion>> | undefined
  /** The whole message, as a failing test shows it; of an answer that passes, the one that `not` fails with. */
  readonly message: string
}
