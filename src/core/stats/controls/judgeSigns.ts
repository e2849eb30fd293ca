import { sum } from '../../base/collections.ts'
import type { JudgeSign } from '../../format/judgeSign.ts'
import type { ItemRecord } from '../../format/records.ts'

/** Chance, at most, that a rule accuses a role that errs no more often than {@link MOST} says. */
const ALPHA = 0.005

/** How often a role that reads may do by chance what is a sign when it does it nearly always. */
const MOST = {
  /** Known answers of one kind that it judges wrongly: four times what a good judge does. */
  error: 0.2,
  /** Known answers of both kinds that it judges wrongly: twice what a good judge does. */
  either: 0.1,
  /** Evaluations in words that its prompt's example has too. */
  copy: 0.1,
  /** Rounds in which an interviewer asks nothing, or nothing that the program takes for a question. */
  nothing: 0.2,
  /** Pairs of which it names the same place in both orders, or neither output: weak judges do so for a third. */
  place: 0.5,
  /** Verdicts that no program can read. */
  lost: 0.5,
  /** Items of a run that all deserve the same verdict, one that is not an end of the scale. */
  middle: 0.75,
} as const

/**
 * Signs that the judge of a suite, or its interviewer, does not read, by what its replies showed (`shown` of the records, from the first
 * trial of each item that tells). Each rule is an exact one-sided test: a role that shows the sign as often as {@link MOST} allows is
 * accused with a chance of at most {@link ALPHA}, and a good judge with 5 % noise much less often.
 */
export function judgeSigns(records: readonly Pick<ItemRecord, 'item' | 'trial' | 'shown'>[]): JudgeSign[] {
  const first = new Map<string, (typeof records)[number]>()
  for (const record of records)
    if (record.shown && record.trial <= (first.get(record.item)?.trial ?? record.trial)) first.set(record.item, record)
  const items = [...first.values()].map(({ shown = {} }) => shown)
  const total: Record<string, number> = {}
  for (const shown of items) for (const [what, count] of Object.entries(shown)) total[what] = (total[what] ?? 0) + count
  const of = (what: string) => total[`judge.${what}`] ?? 0
  const sign = (name: JudgeSign['sign'], n: number, all: number, most: number, more: Partial<JudgeSign> = {}): JudgeSign[] =>
    n > 0 && binomial(n, all, most) <= ALPHA ? [{ role: 'judge', sign: name, n, of: all, ...more }] : []
  const sides = (['wrong', 'right'] as const).map((is) => {
    const [missed, right] = [of(`${is}.${is === 'wrong' ? 1 : 0}`), of(`${is}.${is === 'wrong' ? 0 : 1}`)]
    return { is, missed, all: missed + right }
  })
  const each = sides.flatMap(({ is, missed, all }) => sign('controls', missed, all, MOST.error, { known: is }))
  // Who draws lots errs on either side, on neither so often that one alone tells it.
  const [missed, all] = [sum(sides.map((side) => side.missed)), sum(sides.map((side) => side.all))]
  const isLots = each.length === 0 && missed > 0 && binomial(missed, all, MOST.either) <= ALPHA
  const known = isLots
    ? sides.flatMap(({ is, ...side }): JudgeSign[] =>
        side.missed > 0 ? [{ role: 'judge', sign: 'controls', n: side.missed, of: side.all, known: is }] : [],
      )
    : each
  const pairs = of('first') + of('second') + of('none') + of('agreed')
  const nothing = total['interactor.nothing'] ?? 0
  return [
    ...known,
    ...constant(items, total, known),
    ...(['second', 'none'] as const).flatMap((place) => sign('constant', of(place), pairs, MOST.place)),
    ...sign('first', of('first'), pairs, MOST.place),
    ...sign('copies', of('copied'), of('copied') + of('own'), MOST.copy),
    ...oneSided(total, of, sign),
    ...sign('no_question', nothing, nothing + (total['interactor.asked'] ?? 0), MOST.nothing, { role: 'interactor' }),
  ]
}

type Counts = Readonly<Record<string, number>>

/** Verdicts of a judge by what they say, 0 to 1. */
function said(counts: Counts): [value: number, count: number][] {
  return Object.entries(counts).flatMap(([what, count]) => {
    const [, value] = /^judge\.said\.(.+)$/.exec(what) ?? []
    return value === undefined ? [] : [[Number(value), count]]
  })
}

/**
 * The same verdict each time. That all pass, or all fail, accuses nobody whose model may be so good or so bad: there known answers of both
 * kinds must have had the same verdict too, on one side wrongly.
 */
function constant(items: readonly Counts[], total: Counts, known: readonly JudgeSign[]): JudgeSign[] {
  const [[value, count] = [], ...others] = said(total)
  if (value === undefined || count === undefined || others.length > 0) return []
  const all = ['right', 'wrong'].map((is) => [total[`judge.${is}.0`] ?? 0, total[`judge.${is}.1`] ?? 0] as const)
  const controls = sum(all.flat())
  const same =
    known.length > 0 && [0, 1].some((verdict) => all.every((own) => own[verdict as 0 | 1] > 0 && sum(own) === own[verdict as 0 | 1]))
  if (same) return [{ role: 'judge', sign: 'constant', n: count + controls, of: count + controls }]
  const judged = items.filter((own) => said(own).length > 0).length
  const isMiddle = value > 0 && value < 1 && controls === 0
  return isMiddle && binomial(judged, judged, MOST.middle) <= ALPHA ? [{ role: 'judge', sign: 'constant', n: count, of: count }] : []
}

type Pair = readonly [number, number]

/** Verdicts for or against that form loses more often than the others (Fisher's exact test), or that it loses whatever they say. */
function oneSided(
  total: Counts,
  of: (what: string) => number,
  sign: (name: 'one_sided', n: number, all: number, most: number) => JudgeSign[],
): JudgeSign[] {
  const usable: [number, number] = [of('right.0') + of('wrong.0'), of('right.1') + of('wrong.1')]
  for (const [value, count] of said(total)) usable[value < 0.5 ? 0 : 1] += count
  const lost: Pair = [of('lost.0'), of('lost.1')]
  const all = usable.map((count, side) => count + (lost[side] ?? 0)) as [number, number]
  // Either side could be the one.
  for (const [side, other] of [
    [0, 1],
    [1, 0],
  ] as const)
    if (lost[side] > 0 && hypergeometric(lost[side], sum(lost), all[side], all[other]) <= ALPHA / 2)
      return [{ role: 'judge', sign: 'one_sided', n: lost[side], of: all[side] }]
  const unknown = of('lost.?')
  return sign('one_sided', sum(lost) + unknown, sum(all) + unknown, MOST.lost)
}

/** The chance of `n` or more of `all`, each by itself with chance `p`. */
function binomial(n: number, all: number, p: number): number {
  return atLeast(n, 0, all, (k) => ((all - k) / (k + 1)) * (p / (1 - p)))
}

/** The chance that of `drawn` out of `own` and `others` `n` or more are own ones. */
function hypergeometric(n: number, drawn: number, own: number, others: number): number {
  const least = Math.max(0, drawn - others)
  return atLeast(n, least, Math.min(drawn, own), (k) => ((drawn - k) * (own - k)) / ((k + 1) * (others - drawn + k + 1)))
}

/** The chance of `n` or more of a count from `least` to `most`, by how much likelier each value's successor is. In logarithms: counts are large. */
function atLeast(n: number, least: number, most: number, ratio: (k: number) => number): number {
  const logs = [0]
  for (let k = least; k < most; k += 1) logs.push((logs.at(-1) as number) + Math.log(ratio(k)))
  const top = logs.reduce((one, other) => Math.max(one, other))
  const chances = logs.map((log) => Math.exp(log - top))
  return sum(chances.slice(Math.max(0, n - least))) / sum(chances)
}
