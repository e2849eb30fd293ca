import { groupBy, sum } from '../../base/collections.ts'

/** A verdict of the judge beside that of people. */
export interface LabelledPair {
  readonly judge: number
  readonly human: number
}

/** How far a judge agrees with people. A figure that these labels do not tell is NaN. */
export interface AgreementFigures {
  /** Share of equal verdicts, 0 to 1. */
  readonly accuracy: number
  /** Share of what people call right (1) that the judge calls right. Of yes and no only. */
  readonly sensitivity: number
  /** Share of what people call wrong (0) that the judge calls wrong. Of yes and no only. */
  readonly specificity: number
  /** Cohen's kappa, -1 to 1: agreement beyond chance (Cohen, 1960). */
  readonly kappa: number
  /** Kappa whose disagreements count by the square of their distance (Cohen, 1968). Of yes and no it is kappa. */
  readonly weightedKappa: number
  readonly pearson: number
  /** Pearson's correlation of ranks, equal values sharing the mean of theirs. */
  readonly spearman: number
  /** Kendall's tau-b, corrected for ties. */
  readonly kendall: number
}

/** Prepares the figures of these pairs, `isBinary` if all verdicts are 0 or 1; what is given computes them by each pair's weight. */
export function agreementOf(pairs: readonly LabelledPair[], isBinary: boolean): (weights: readonly number[]) => AgreementFigures {
  const kappas = kappasOf(pairs)
  const correlations = correlationsOf(pairs)
  return (weights) => ({ ...shares(pairs, weights, isBinary), ...kappas(weights), ...correlations(weights) })
}

/** Prepares the two kappas of {@link AgreementFigures} by weights of pairs; NaN where both sides have one value, and the same. */
export function kappasOf(
  pairs: readonly LabelledPair[],
): (weights: readonly number[]) => Pick<AgreementFigures, 'kappa' | 'weightedKappa'> {
  return (weights) => weightedKappas(pairs, weights)
}

/** The three correlations of {@link AgreementFigures}. */
export type CorrelationFigures = Pick<AgreementFigures, 'pearson' | 'spearman' | 'kendall'>

/** Prepares a measure's correlations with what people say, by weights of pairs; NaN where one side has a single value. */
export function correlationsOf(pairs: readonly LabelledPair[]): (weights: readonly number[]) => CorrelationFigures {
  const judge = pairs.map((pair) => pair.judge)
  const human = pairs.map((pair) => pair.human)
  const judgePlace = placesAmong(judge)
  const humanPlace = placesAmong(human)
  const [judgeValues, humanValues] = [new Set(judge).size, new Set(human).size]
  const byJudge = [...groupBy(pairs.keys(), (index) => judgePlace[index] as number)].sort(([one], [other]) => one - other)
  return (weights) => {
    // Whether values vary is asked of their places: sums of weights that are no whole numbers are off by their rounding.
    if (!varies(judgePlace, weights) || !varies(humanPlace, weights))
      return { pearson: Number.NaN, spearman: Number.NaN, kendall: Number.NaN }
    const ranks = [weightedRanks(judgePlace, judgeValues, weights), weightedRanks(humanPlace, humanValues, weights)] as const
    return {
      pearson: weightedPearson(judge, human, weights),
      spearman: weightedPearson(...ranks, weights),
      kendall: weightedKendall(byJudge, humanPlace, humanValues, weights),
    }
  }
}

/** The place of each value among the different ones, the smallest first. */
function placesAmong(values: readonly number[]): number[] {
  const distinct = [...new Set(values)].sort((one, other) => one - other)
  const place = new Map(distinct.map((value, index) => [value, index]))
  return values.map((value) => place.get(value) as number)
}

/** Shares of equal verdicts: of all pairs, and of those that people call right and wrong. */
function shares(
  pairs: readonly LabelledPair[],
  weights: readonly number[],
  isBinary: boolean,
): Pick<AgreementFigures, 'accuracy' | 'sensitivity' | 'specificity'> {
  const share = (counts: (pair: LabelledPair) => boolean) => {
    let [equal, total] = [0, 0]
    for (const [index, pair] of pairs.entries()) {
      if (!counts(pair)) continue
      const weight = weights[index] as number
      if (pair.judge === pair.human) equal += weight
      total += weight
    }
    return equal / total
  }
  return {
    accuracy: share(() => true),
    sensitivity: isBinary ? share(({ human }) => human === 1) : Number.NaN,
    specificity: isBinary ? share(({ human }) => human === 0) : Number.NaN,
  }
}

/** Whether pairs that have a weight are at several places, or of several values. */
function varies(places: readonly number[], weights: readonly number[]): boolean {
  let first: number | undefined
  for (const [index, place] of places.entries()) {
    if (!((weights[index] as number) > 0)) continue
    if (first !== undefined && place !== first) return true
    first = place
  }
  return false
}

/**
 * 1 less the observed distance (unequal: 1, and squared) over that of independent raters of the same habits, by sums, so in linear time.
 */
function weightedKappas(pairs: readonly LabelledPair[], weights: readonly number[]): Pick<AgreementFigures, 'kappa' | 'weightedKappa'> {
  const [byJudge, byHuman] = [new Map<number, number>(), new Map<number, number>()]
  // Values count from the first one: where all are the same, the sums are 0 and not what rounding leaves.
  const origin = pairs[0]?.judge ?? 0
  let [total, unequal, squares] = [0, 0, 0]
  const sums = { judge: 0, judgeSquares: 0, human: 0, humanSquares: 0 }
  for (const [index, { judge, human }] of pairs.entries()) {
    const weight = weights[index] as number
    const [x, y] = [judge - origin, human - origin]
    total += weight
    if (judge !== human) unequal += weight
    squares += weight * (x - y) ** 2
    byJudge.set(judge, (byJudge.get(judge) ?? 0) + weight)
    byHuman.set(human, (byHuman.get(human) ?? 0) + weight)
    sums.judge += weight * x
    sums.judgeSquares += weight * x * x
    sums.human += weight * y
    sums.humanSquares += weight * y * y
  }
  const equalByChance = sum([...byJudge].map(([verdict, weight]) => weight * (byHuman.get(verdict) ?? 0)))
  const squaresByChance = total * (sums.judgeSquares + sums.humanSquares) - 2 * sums.judge * sums.human
  // Where all is one value, chance explains all of it.
  const verdicts = pairs.map(({ judge }) => judge)
  if (unequal === 0 && !varies(verdicts, weights)) return { kappa: Number.NaN, weightedKappa: Number.NaN }
  return { kappa: 1 - (unequal * total) / (total * total - equalByChance), weightedKappa: 1 - (squares * total) / squaresByChance }
}

/** The rank of each value among the weighted ones, equal values in the middle of theirs. */
function weightedRanks(places: readonly number[], different: number, weights: readonly number[]): number[] {
  let below = 0
  const rank = weightsAt(places, different, weights).map((weight) => {
    below += weight
    return below - weight / 2
  })
  return places.map((place) => rank[place] as number)
}

/** What lies at each place, by weight. */
function weightsAt(places: readonly number[], different: number, weights: readonly number[]): number[] {
  const at = new Array<number>(different).fill(0)
  for (const [index, place] of places.entries()) at[place] = (at[place] as number) + (weights[index] as number)
  return at
}

function weightedPearson(one: readonly number[], other: readonly number[], weights: readonly number[]): number {
  const total = sum(weights)
  const centre = (values: readonly number[]) => sum(values.map((value, index) => value * (weights[index] as number))) / total
  const [x, y] = [centre(one), centre(other)]
  let [xx, yy, xy] = [0, 0, 0]
  for (const [index, weight] of weights.entries()) {
    const [dx, dy] = [(one[index] as number) - x, (other[index] as number) - y]
    xx += weight * dx * dx
    yy += weight * dy * dy
    xy += weight * dx * dy
  }
  const scale = Math.sqrt(xx * yy)
  return scale > 0 ? Math.max(-1, Math.min(1, xy / scale)) : Number.NaN
}

/** Tau-b: for each pair in the judge's order, how many before it lie below and above it for people, by a tree of sums. */
function weightedKendall(
  byJudge: readonly (readonly [place: number, own: readonly number[]])[],
  humanPlace: readonly number[],
  humanValues: number,
  weights: readonly number[],
): number {
  const tree = new Array<number>(humanValues + 1).fill(0)
  const add = (place: number, weight: number) => {
    for (let node = place + 1; node <= humanValues; node += node & -node) tree[node] = (tree[node] as number) + weight
  }
  const upTo = (place: number) => {
    let below = 0
    for (let node = place + 1; node > 0; node -= node & -node) below += tree[node] as number
    return below
  }
  let [agreement, seen] = [0, 0]
  let sumOfJudgeTies = 0
  for (const [, equal] of byJudge) {
    for (const index of equal) {
      const place = humanPlace[index] as number
      agreement += (weights[index] as number) * (upTo(place - 1) - (seen - upTo(place)))
    }
    let weight = 0
    for (const index of equal) {
      add(humanPlace[index] as number, weights[index] as number)
      weight += weights[index] as number
    }
    seen += weight
    sumOfJudgeTies += weight * weight
  }
  const sumOfHumanTies = sum(weightsAt(humanPlace, humanValues, weights).map((weight) => weight * weight))
  const pairsOf = (ties: number) => (seen * seen - ties) / 2
  return agreement / Math.sqrt(pairsOf(sumOfJudgeTies) * pairsOf(sumOfHumanTies))
}
