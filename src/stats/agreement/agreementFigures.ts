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

/**
 * Prepares the figures of these pairs. Ratings have few values, so equal pairs are put together, and what they sort by does not change
 * when pairs are drawn again: both are found once.
 *
 * @param isBinary whether all verdicts are 0 or 1.
 * @returns the figures with each pair counted as often as its weight says.
 */
export function agreementOf(pairs: readonly LabelledPair[], isBinary: boolean): (weights: readonly number[]) => AgreementFigures {
  const places = new Map<string, number>()
  const cells: LabelledPair[] = []
  const cellOf = pairs.map(({ judge, human }) => {
    const key = `${judge} ${human}`
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, cells.length)
    return cells.push({ judge, human }) - 1
  })
  const figures = figuresOfCells(cells, isBinary)
  return (weights) => {
    const ofCells = cells.map(() => 0)
    for (const [index, cell] of cellOf.entries()) ofCells[cell] = (ofCells[cell] as number) + (weights[index] as number)
    return figures(ofCells)
  }
}

function figuresOfCells(pairs: readonly LabelledPair[], isBinary: boolean): (weights: readonly number[]) => AgreementFigures {
  const values = distinct(pairs.flatMap(({ judge, human }) => [judge, human]))
  const correlations = correlationsOf(pairs)
  return (weights) => {
    const share = (where: (pair: LabelledPair) => boolean, of: (pair: LabelledPair) => boolean = () => true) =>
      weightWhere(pairs, weights, (pair) => of(pair) && where(pair)) / weightWhere(pairs, weights, of)
    const agrees = (pair: LabelledPair) => pair.judge === pair.human
    return {
      accuracy: share(agrees),
      sensitivity: isBinary ? share(agrees, (pair) => pair.human === 1) : Number.NaN,
      specificity: isBinary ? share(agrees, (pair) => pair.human === 0) : Number.NaN,
      kappa: kappa(pairs, weights, values, (one, other) => (one === other ? 0 : 1)),
      weightedKappa: kappa(pairs, weights, values, (one, other) => (one - other) ** 2),
      ...correlations(weights),
    }
  }
}

/** The three correlations of {@link AgreementFigures}. */
export type CorrelationFigures = Pick<AgreementFigures, 'pearson' | 'spearman' | 'kendall'>

/**
 * Prepares the correlations of a measure with what people say. Unlike {@link agreementOf} it takes measures of any number of
 * different values.
 *
 * @returns the correlations with each pair counted as often as its weight says; NaN where one side has a single value.
 */
export function correlationsOf(pairs: readonly LabelledPair[]): (weights: readonly number[]) => CorrelationFigures {
  const judge = pairs.map((pair) => pair.judge)
  const human = pairs.map((pair) => pair.human)
  const judgePlace = placesAmong(judge)
  const humanPlace = placesAmong(human)
  const [judgeValues, humanValues] = [new Set(judge).size, new Set(human).size]
  const byJudge = pairs.map((_, index) => index).sort((one, other) => (judgePlace[one] as number) - (judgePlace[other] as number))
  return (weights) => ({
    pearson: weightedPearson(judge, human, weights),
    spearman: weightedPearson(weightedRanks(judgePlace, judgeValues, weights), weightedRanks(humanPlace, humanValues, weights), weights),
    kendall: weightedKendall(byJudge, judgePlace, humanPlace, humanValues, weights),
  })
}

/** The place of each value among the different ones, the smallest first. */
function placesAmong(values: readonly number[]): number[] {
  const place = new Map(distinct(values).map((value, index) => [value, index]))
  return values.map((value) => place.get(value) as number)
}

function distinct(values: readonly number[]): number[] {
  return [...new Set(values)].sort((one, other) => one - other)
}

function weightWhere(pairs: readonly LabelledPair[], weights: readonly number[], where: (pair: LabelledPair) => boolean): number {
  let sum = 0
  for (const [index, pair] of pairs.entries()) if (where(pair)) sum += weights[index] as number
  return sum
}

/** 1 less the observed distance over that which independent raters with the same habits would have. */
function kappa(
  pairs: readonly LabelledPair[],
  weights: readonly number[],
  values: readonly number[],
  distance: (one: number, other: number) => number,
): number {
  const habits = { judge: new Map<number, number>(), human: new Map<number, number>() }
  let [observed, total] = [0, 0]
  for (const [index, pair] of pairs.entries()) {
    const weight = weights[index] as number
    observed += weight * distance(pair.judge, pair.human)
    total += weight
    habits.judge.set(pair.judge, (habits.judge.get(pair.judge) ?? 0) + weight)
    habits.human.set(pair.human, (habits.human.get(pair.human) ?? 0) + weight)
  }
  let chance = 0
  for (const one of values)
    for (const other of values) chance += (habits.judge.get(one) ?? 0) * (habits.human.get(other) ?? 0) * distance(one, other)
  return 1 - (observed * total) / chance
}

/** The rank of each value among the weighted ones, equal values in the middle of theirs. */
function weightedRanks(places: readonly number[], values: number, weights: readonly number[]): number[] {
  const at = new Array<number>(values).fill(0)
  for (const [index, place] of places.entries()) at[place] = (at[place] as number) + (weights[index] as number)
  let below = 0
  const rank = at.map((weight) => {
    below += weight
    return below - weight / 2
  })
  return places.map((place) => rank[place] as number)
}

function weightedPearson(one: readonly number[], other: readonly number[], weights: readonly number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const centre = (values: readonly number[]) => values.reduce((sum, value, index) => sum + value * (weights[index] as number), 0) / total
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
  byJudge: readonly number[],
  judgePlace: readonly number[],
  humanPlace: readonly number[],
  humanValues: number,
  weights: readonly number[],
): number {
  const tree = new Array<number>(humanValues + 1).fill(0)
  const add = (place: number, weight: number) => {
    for (let node = place + 1; node <= humanValues; node += node & -node) tree[node] = (tree[node] as number) + weight
  }
  const upTo = (place: number) => {
    let sum = 0
    for (let node = place + 1; node > 0; node -= node & -node) sum += tree[node] as number
    return sum
  }
  let [agreement, seen] = [0, 0]
  let [sumOfJudgeTies, total] = [0, 0]
  for (let start = 0; start < byJudge.length; ) {
    let end = start
    while (end < byJudge.length && judgePlace[byJudge[end] as number] === judgePlace[byJudge[start] as number]) end += 1
    const equal = byJudge.slice(start, end)
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
    total += weight
    start = end
  }
  const humanWeights = new Array<number>(humanValues).fill(0)
  for (const [index, place] of humanPlace.entries()) humanWeights[place] = (humanWeights[place] as number) + (weights[index] as number)
  const sumOfHumanTies = humanWeights.reduce((sum, weight) => sum + weight * weight, 0)
  const pairsOf = (ties: number) => (total * total - ties) / 2
  return agreement / Math.sqrt(pairsOf(sumOfJudgeTies) * pairsOf(sumOfHumanTies))
}
