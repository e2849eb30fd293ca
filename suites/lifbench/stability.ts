import { groupBy, mean, random, sampleDeviation, sum } from '../../src/kit.ts'

/** What scores are to be stable over (paper section 4.3). */
export const PERSPECTIVES = ['expression', 'variable', 'length'] as const
/** One of {@link PERSPECTIVES}. */
export type Perspective = (typeof PERSPECTIVES)[number]

/** An item's score with its place in the design of its task. */
export interface DesignedScore extends Readonly<Record<Perspective, string>> {
  readonly total: number
}

/** IFS of one task: sample deviation over mean of the group means; NaN for one group or mean 0 (docs/suites/lifbench.md, R19). */
export function variation(items: readonly DesignedScore[], by: Perspective): number {
  const means = [...groupBy(items, (item) => item[by]).values()].map((own) => mean(own.map(({ total }) => total)))
  return sampleDeviation(means) / mean(means)
}

/** How far scores vary over one perspective, as a share of their mean, averaged over tasks. */
export interface Instability {
  /** IFS when the part of sampling is taken out; below 0 where groups differ by less than sampling lets them. */
  readonly corrected: number
  /** Of {@link corrected}; null where nothing varies. */
  readonly ci95: [number, number] | null
  /** IFS that sampling alone would give. */
  readonly floor: number
}

/** Deals, and which from either side is the end of a 95 % interval. */
const DEALS = 1000
/** Items beyond which there are {@link FEW_DEALS}: sampling hardly moves so many, and each deal takes as long as they are many. */
const MANY_ITEMS = 10_000
const FEW_DEALS = 200
const TAIL = 25
/**
 * Of the mean of the perspectives: they vary together a little (correlations of 0.04 to 0.08 over 2,000 simulated runs), which deals
 * of each by itself do not show. With 25 the interval held 0 in 93 % of simulated runs, with 18 in 95 %.
 */
const MEAN_TAIL = 18

/**
 * IFS with sampling noise taken out (docs/suites/lifbench.md, S2), by perspective and, where there are all three, their mean. Scores
 * are thought of as dealt at random to the groups, those of equal other settings among themselves: what the group means would
 * differ by then is subtracted. For the interval they are dealt anew {@link DEALS} times; it leaves 0 out where the observed variation
 * is beyond 95 % of the deals. Seeded, so that one run has one interval. A perspective in which a task has too few items to tell the
 * two apart is left out.
 */
export function instabilities(tasks: readonly (readonly DesignedScore[])[]): Partial<Record<Perspective | 'average', Instability>> {
  const known = PERSPECTIVES.flatMap((by) => {
    const designs = designsOf(tasks, by)
    if (!designs) return []
    const floor = mean(designs.map((design) => deviationBias(design.sizes.length) * signedRoot(expected(design))))
    const corrected = excess(designs)
    return [{ by, corrected, floor, deals: dealtExcesses(designs, by) }]
  })
  const found = known.map(
    ({ by, corrected, floor, deals }) => [by, { corrected, floor, ci95: intervalOf(corrected, deals, TAIL / DEALS) }] as const,
  )
  if (known.length < PERSPECTIVES.length) return Object.fromEntries(found)
  const corrected = mean(known.map((one) => one.corrected))
  const deals = Array.from({ length: known[0]?.deals.length ?? 0 }, (_, deal) => mean(known.map((one) => one.deals[deal] as number)))
  const average = { corrected, floor: mean(known.map(({ floor }) => floor)), ci95: intervalOf(corrected, deals, MEAN_TAIL / DEALS) }
  return Object.fromEntries([...found, ['average', average]])
}

/** Squares below this are what rounding makes of scores that do not differ. */
const ROUNDING = 1e-24

/** Root of a size, with its sign. */
function signedRoot(value: number): number {
  return Math.abs(value) < ROUNDING ? 0 : Math.sign(value) * Math.sqrt(Math.abs(value))
}

/** Residual degrees of freedom for each of the groups' own: with fewer a task cannot tell noise from instability. */
const LEAST_RESIDUAL = 2

/** A task's items as they were dealt to groups; all that does not change from deal to deal. */
type Design = NonNullable<ReturnType<typeof designOf>>

/** The designs of all tasks that IFS counts; undefined where one of them has too few items. */
function designsOf(tasks: readonly (readonly DesignedScore[])[], by: Perspective): readonly Design[] | undefined {
  const designs = tasks.filter((items) => Number.isFinite(variation(items, by))).map((items) => designOf(items, by))
  return designs.length > 0 && designs.every((design) => design !== undefined) ? designs : undefined
}

function designOf(items: readonly DesignedScore[], by: Perspective) {
  const own = groupBy(items, (item) => item[by])
  const names = [...own.keys()]
  const places = new Map(names.map((name, place) => [name, place]))
  const others = PERSPECTIVES.filter((other) => other !== by)
  // The finest strata that still hold several items each; scores differ most by length.
  const choices = [others, others.filter((other) => other === 'length'), []]
  for (const choice of choices) {
    const strata = groupBy(items, (item) => choice.map((other) => item[other]).join('/'))
    const residual = items.length - strata.size - names.length + 1
    if (residual < LEAST_RESIDUAL * (names.length - 1)) continue
    // Items of each group.
    const sizes = [...own.values()].map(({ length }) => length)
    // What variances are divided by: unlike the mean of the group means no deal changes it.
    const square = mean(items.map(({ total }) => total)) ** 2
    // Scores that are dealt among themselves, and the group of each.
    const dealt = [...strata.values()].map((some) => ({
      scores: some.map(({ total }) => total),
      groups: some.map((item) => places.get(item[by]) as number),
    }))
    // The scale undoes that the variation between the groups is itself among what is dealt.
    return { sizes, strata: dealt, square, scale: (items.length - strata.size) / residual }
  }
  return undefined
}

/** Variance of the group means over their squared mean. */
function observed({ sizes, strata, square }: Design): number {
  const sums = new Float64Array(sizes.length)
  for (const { scores, groups } of strata)
    for (let at = 0; at < scores.length; at += 1)
      sums[groups[at] as number] = (sums[groups[at] as number] as number) + (scores[at] as number)
  return variance(sizes.map((size, group) => (sums[group] as number) / size)) / square
}

/** The mean of {@link observed} over all deals: drawing without replacement, stratum by stratum. */
function expected({ sizes, strata, square }: Design): number {
  const count = sizes.length
  const centres = sizes.map(() => 0)
  let ownVariance = 0
  let meanVariance = 0
  for (const { scores, groups } of strata) {
    const centre = mean(scores)
    const own = sizes.map(() => 0)
    for (const group of groups) own[group] = (own[group] as number) + 1
    for (const [group, n] of own.entries()) centres[group] = (centres[group] as number) + (n * centre) / (sizes[group] as number)
    if (scores.length < 2) continue
    const spread = variance(scores)
    const weights = own.map((n, group) => n / (sizes[group] as number))
    const squares = sum(own.map((n, group) => n / (sizes[group] as number) ** 2))
    const squaredWeights = sum(weights.map((weight) => weight ** 2))
    ownVariance += spread * (squares - squaredWeights / scores.length)
    meanVariance += (spread * (squares - sum(weights) ** 2 / scores.length)) / count ** 2
  }
  return (variance(centres) + (ownVariance - count * meanVariance) / (count - 1)) / square
}

/** Mean over tasks of what the groups vary by beyond what sampling gives. */
function excess(designs: readonly Design[]): number {
  return mean(designs.map((design) => signedRoot(design.scale * (observed(design) - expected(design)))))
}

/** The excess in each of the deals. The scores of the designs are left in another order. */
function dealtExcesses(designs: readonly Design[], by: Perspective): number[] {
  const stream = random('stability', by)
  const noise = designs.map(expected)
  const items = sum(designs.flatMap(({ sizes }) => sizes))
  return Array.from({ length: items > MANY_ITEMS ? FEW_DEALS : DEALS }, () => {
    for (const { strata } of designs) for (const { scores } of strata) stream.shuffleInPlace(scores)
    return mean(designs.map((design, at) => signedRoot(design.scale * (observed(design) - (noise[at] as number)))))
  })
}

/** None where no deal differs from another: that tells nothing. */
function intervalOf(value: number, deals: readonly number[], tail: number): [number, number] | null {
  const sorted = [...deals].sort((one, other) => one - other)
  const beyond = Math.round(tail * sorted.length)
  const [low, high] = [sorted[beyond - 1] as number, sorted[sorted.length - beyond] as number]
  return low === high ? null : [value - high, value - low]
}

/** What a sample deviation of that many normal values is on average, over the true one. */
function deviationBias(count: number): number {
  // Ratios of gamma functions at half steps, from 1/√π for two values.
  let ratio = 1 / Math.sqrt(Math.PI)
  for (let n = 2; n < count; n += 1) ratio = (n - 1) / 2 / ratio
  return Math.sqrt(2 / (count - 1)) * ratio
}

function variance(values: readonly number[]): number {
  return values.length < 2 ? 0 : sampleDeviation(values) ** 2
}
