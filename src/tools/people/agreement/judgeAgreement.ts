import { type AgreementFigures, agreementOf, groupBy, mean, sum, wilson, Z } from '../../../kit.ts'
import { type Corrected, type CorrectionMethod, correctedRate } from './corrected.ts'
import { correctedMean } from './correctedMean.ts'
import { drawnFigures } from './draws.ts'
import { clusterMean, effectiveLabels, influenceVariance, type JudgedUnit, type JudgedUnits, type WithInterval } from './judgedUnit.ts'

/** A judge measured against people. */
export type JudgeAgreement = ReturnType<typeof judgeAgreement>

/** A sheet that is filled in part: people skip what is hard, so those with a label are no sample of those that were drawn. */
export type UnlabelledAnswers = NonNullable<ReturnType<typeof unlabelledOf>>

/**
 * A judge against people: agreement, and the figure that people would give. Intervals draw clusters again, from a fixed seed;
 * shares of independent answers have Wilson's, which also hold at 0 and 1. Pure.
 *
 * @param method default: `lee` for labels that are all 0 or 1 and not known to be a random draw, else `ppi`.
 */
export function judgeAgreement(
  { units, binary, clustered, drawn }: Omit<JudgedUnits, 'tied' | 'unlike' | 'unweighted'>,
  method: CorrectionMethod = binary && !drawn ? 'lee' : 'ppi',
) {
  const labelled = units.flatMap((unit) => (unit.human === undefined ? [] : [{ ...unit, human: unit.human }]))
  const correct = (some: readonly JudgedUnit[]): Corrected => (method === 'lee' ? correctedRate(some) : correctedMean(some))
  const corrected = correct(units)
  const shares: Partial<Record<keyof AgreementFigures, typeof labelled>> = {
    accuracy: labelled,
    sensitivity: labelled.filter(({ human }) => human === 1),
    specificity: labelled.filter(({ human }) => human === 0),
  }
  const unlabelled = unlabelledOf(units, binary, correct)
  const ceiling = humanCeiling(units, binary)
  const count = (judge: number, human: number) => labelled.filter((pair) => pair.judge === judge && pair.human === human).length
  return {
    /** Answers that the judge judged, and of them those with a label. */
    n: units.length,
    labelled: labelled.length,
    /** How `corrected` was computed. */
    method,
    /** Whether it is known that the labels are a random draw: by a key, or by the chance that stands at each. */
    drawn,
    /** Answers that were drawn for people, and how many of them have no label. */
    ...(unlabelled && { unlabelled }),
    /** Where labels count by the inverse of their chance of being drawn: how many labels of equal chance tell as much. */
    ...(labelled.some(({ weight }) => weight !== undefined) && { weighted: { effective: effectiveLabels(labelled) } }),
    /** The judge's own mean over all answers. */
    raw: rawMean(units, binary, clustered),
    /** The mean of the labels alone. */
    human: clusterMean(labelled, ({ human }) => human, binary ? [0, 1] : undefined),
    ...drawnFigures(
      labelled,
      ({ judge, human }) => `${judge} ${human}`,
      (cells) => agreementOf(cells, binary),
      (name, value) => {
        const own = shares[name]
        if (!own || !clustered) return own && effectiveLabels(own)
        // Clusters that all say the same tell as much as so many answers alone.
        return value === 0 || value === 1 ? new Set(own.map(({ cluster }) => cluster)).size : undefined
      },
    ),
    /** How far people agree with each other, where an answer has several raters. */
    ...peopleOf(units),
    /** What the judge could reach, where an answer has several raters. */
    ...(ceiling && { ceiling }),
    /** The mean that people would give. */
    corrected: 'missing' in corrected ? null : corrected,
    /** Why there is no corrected figure. */
    ...('missing' in corrected && { uncorrected: corrected.missing }),
    /** Number of labelled answers by what the judge and people said, where all labels are 0 or 1. */
    ...(binary && { confusion: { bothRight: count(1, 1), bothWrong: count(0, 0), onlyJudge: count(1, 0), onlyPeople: count(0, 1) } }),
  }
}

/** Ends of a scale that is not known are the least and the most of the values that were given. Undefined where everything drawn has its label. */
function unlabelledOf(units: readonly JudgedUnit[], binary: boolean, correct: (units: readonly JudgedUnit[]) => Corrected) {
  const drawn = units.filter(({ isDrawn }) => isDrawn)
  const isMissing = ({ isDrawn, human }: JudgedUnit) => isDrawn === true && human === undefined
  const missing = drawn.filter(isMissing).length
  if (missing === 0 || missing === drawn.length) return undefined
  const given = units.flatMap(({ judge, human = judge }) => [judge, human])
  const [low, high] = binary ? [0, 1] : [Math.min(...given), Math.max(...given)]
  const at = [low, high].map((end) => {
    const filled = units.map((unit) => (isMissing(unit) ? { ...unit, human: end } : unit))
    const whole = filled.every(({ human }) => human !== undefined) && clusterMean(filled, ({ human = end }) => human)
    const found = whole || correct(filled)
    return 'missing' in found ? Number.NaN : found.value
  }) as [number, number]
  // The bounds are the figure of people with the missing ones at either end of the scale (Manski, 1990).
  return { drawn: drawn.length, missing, bounds: at.some(Number.isNaN) ? null : at }
}

/** How far the raters of one answer agree; nothing where none has several. */
function peopleOf(units: readonly JudgedUnit[]) {
  const rated = units
    .filter(({ ratings }) => ratings.length > 1)
    .map((unit) => ({ ...unit, ratings: unit.ratings.toSorted((one, other) => one - other) }))
  if (rated.length === 0) return {}
  const figuresOf = (cells: readonly (typeof rated)[number][]) => raterAgreementOf(cells.map(({ ratings }) => ratings))
  const figures = drawnFigures(rated, ({ ratings }) => ratings.join(' '), figuresOf)
  return { people: { answers: rated.length, ...figures } }
}

/** The judge's mean, with the interval of independent clusters: of yes and no it stays between 0 and 1. */
function rawMean(units: readonly JudgedUnit[], binary: boolean, clustered: boolean): WithInterval | null {
  if (units.length === 0) return null
  const value = mean(units.map(({ judge }) => judge))
  const isWeighted = units.some(({ mass }) => mass !== undefined)
  if (binary && !clustered && !isWeighted) return { value, ci95: wilson(value, units.length) }
  const weighted = units.map((unit) => ({ ...unit, weight: unit.mass }))
  if (binary || isWeighted) return clusterMean(weighted, ({ judge }) => judge, binary ? [0, 1] : undefined)
  const whole = units.map((unit) => ({ ...unit, human: undefined }))
  const half = Z * Math.sqrt(influenceVariance(whole, ({ judge }) => (judge - value) / units.length))
  return { value, ci95: half > 0 ? [value - half, value + half] : null }
}

/**
 * How far people agree with each other. A figure that these labels do not tell is NaN.
 *
 * @returns the figures with each answer counted as often as its weight says. Answers with one rater say nothing.
 */
export function raterAgreementOf(answers: readonly (readonly number[])[]) {
  const parts = answers.map(partOf)
  return (weights: readonly number[]) => {
    const total = (of: keyof ReturnType<typeof partOf>) => sum(parts.map((part, at) => (weights[at] as number) * part[of]))
    const n = total('n')
    // The squared differences of all pairs of ratings, whoever gave them, over n (n - 1).
    const expected = (2 * (n * total('squares') - total('sum') ** 2)) / (n * (n - 1))
    return {
      /** Share of pairs of raters of one answer who said the same: what a judge can hope for against one of them. */
      agreement: total('equal') / total('pairs'),
      /**
       * Krippendorff's alpha for interval data, at most 1; 0 is what chance gives. Of yes and no it is that for nominal data
       * (Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011).
       */
      alpha: 1 - total('observed') / n / expected,
    }
  }
}

/** What an answer adds to the sums. */
function partOf(ratings: readonly number[]) {
  const n = ratings.length
  if (n < 2) return { equal: 0, pairs: 0, observed: 0, n: 0, sum: 0, squares: 0 }
  const total = sum(ratings)
  const squares = sum(ratings.map((value) => value * value))
  const equal = sum(ratings.map((value, index) => ratings.slice(index + 1).filter((other) => other === value).length))
  return { equal, pairs: (n * (n - 1)) / 2, observed: (2 * (n * squares - total * total)) / (n - 1), n, sum: total, squares }
}

/** What a judge could reach: a rater against the other raters of the same answer, beside the judge against the same. */
export type HumanCeiling = NonNullable<ReturnType<typeof humanCeiling>>

/** A judge that is worse by less is as good: 5 points of a share, and as much of the width of what was rated. */
export const CEILING_MARGIN = 0.05

/**
 * Leaves out each rater of an answer in turn. Others who say yes and no equally often are passed over. Undefined where no answer
 * has several raters. Pure.
 */
export function humanCeiling(units: readonly JudgedUnit[], binary: boolean) {
  const rated = units.filter(({ ratings }) => ratings.length > 1)
  const pairs = rated.flatMap(({ judge, ratings, cluster, weight = 1 }) =>
    ratings.flatMap((own, left) => {
      const average = mean(ratings.filter((_, index) => index !== left))
      if (binary && average === 0.5) return []
      const others = binary ? Math.round(average) : average
      const good = (value: number) => (binary ? Number(value === others) : Math.abs(value - others))
      // Each answer counts once, however many rated it.
      return [{ cluster, weight: weight / ratings.length, people: good(own), judge: good(judge) }]
    }),
  )
  const sign = binary ? 1 : -1
  const ends = binary ? ([0, 1] as const) : undefined
  const people = clusterMean(pairs, (pair) => pair.people, ends)
  const judge = clusterMean(pairs, (pair) => pair.judge, ends)
  const difference = clusterMean(pairs, (pair) => sign * (pair.judge - pair.people))
  if (!people || !judge || !difference) return undefined
  const said = units.flatMap(({ ratings }) => ratings)
  const margin = CEILING_MARGIN * (binary ? 1 : Math.max(...said) - Math.min(...said))
  return {
    /** Raters that were set against the others, over all answers. */
    pairs: pairs.length,
    /**
     * Of yes and no the share of pairs in which a rater says what most of the others say (`accuracy`); of ratings how far a rater is
     * from the mean of the others (`distance`), where less is better.
     */
    measure: binary ? ('accuracy' as const) : ('distance' as const),
    ...{ people, judge },
    /** By how much the judge is better than people, below 0 where it is worse. */
    difference,
    /** What the interval of the difference says: `as often` where it leaves out that the judge is worse by the margin. */
    verdict: verdictOf(difference, margin),
  }
}

function verdictOf({ value, ci95 }: WithInterval, margin: number): 'more often' | 'as often' | 'less often' | 'cannot tell' {
  if (ci95 === null) return 'cannot tell'
  if (ci95[1] < 0) return 'less often'
  if (ci95[0] > 0) return 'more often'
  return ci95[0] >= -margin && value > -margin ? 'as often' : 'cannot tell'
}

/** Labelled answers from which a criterion is told by itself. */
const LEAST = 5

/** The criteria that several items have, with labels enough, the one with the least accuracy first. Pure. */
export function criteriaOf(units: readonly JudgedUnit[]) {
  const labelled = units.filter(({ criterion, human }) => criterion !== undefined && human !== undefined)
  return [...groupBy(labelled, ({ criterion = '' }) => criterion)]
    .flatMap(([criterion, own]) => {
      if (own.length < LEAST || new Set(own.map(({ item }) => item)).size < 2) return []
      const accuracy = clusterMean(own, ({ judge, human }) => Number(judge === human), [0, 1])
      // Of `n` labelled answers the share of equal verdicts.
      return accuracy ? [{ criterion, n: own.length, accuracy }] : []
    })
    .sort((one, other) => one.accuracy.value - other.accuracy.value || other.n - one.n)
}
