import { groupBy, sum } from '../../base/collections.ts'
import type { JudgeSign } from '../../format/judgeSign.ts'
import type { ItemRecord } from '../../format/records.ts'

/** Chance, at most, that a rule accuses a role that errs no more often than {@link MOST} says. */
const ALPHA = 0.005

/** Share of items of which a role that reads may by chance show in most replies what is a sign when it shows it of nearly all. */
const MOST = {
  /** Known answers of one kind that it judges wrongly: four times what a good judge does. */
  error: 0.2,
  /** Known answers of both kinds together that it judges wrongly: twice what a good judge does. */
  either: 0.1,
  /** Evaluations in words that its prompt's example has too: who reads does so by chance alone. */
  copy: 0.05,
  /** Rounds in which an interviewer asks nothing, or nothing that the program takes for a question. */
  nothing: 0.2,
  /** Pairs of which it names the same place in both orders, or neither output: weak judges do so for a third. */
  place: 0.5,
  /** Verdicts that no program can read. */
  lost: 0.5,
  /** The same of one side, where the other side's can be read. */
  slip: 0.1,
  /** Items of a run that all deserve the same verdict, one that is not an end of the scale. */
  middle: 0.75,
} as const

/** What sums of shares may be off by. */
const ROUNDING = 1e-9

/** What replies of one model about one item showed: counts by trace. */
type Counts = Readonly<Record<string, number>>

/** `<role>.<trace>`, and in a panel the model behind a space. */
const KEY = /^(judge|interactor)\.(\S+)(?: (.+))?$/

/**
 * Signs that the judge of a suite, a model of its panel, or its interviewer does not read, by `traces` of the records, from the first trial
 * of each item that has any. Each rule is an exact one-sided test over items, of which one counts where most of its replies show the sign:
 * rounds of a dialogue and votes are no independent ones. A role that shows the sign of as many items as {@link MOST} allows is accused with
 * a chance of at most {@link ALPHA}, and a good judge with 5 % noise much less often. So a sign takes 2 items at least, and most take more.
 */
export function judgeSigns(records: readonly Pick<ItemRecord, 'item' | 'trial' | 'traces'>[]): JudgeSign[] {
  const first = new Map<string, (typeof records)[number]>()
  for (const record of records)
    if (record.traces && record.trial <= (first.get(record.item)?.trial ?? record.trial)) first.set(record.item, record)
  const traces = [...first.values()].flatMap(({ item, traces: own = {} }) =>
    Object.entries(own).flatMap(([key, count]) => {
      const [, role, trace, model] = KEY.exec(key) ?? []
      return role && trace ? [{ item, role: role as JudgeSign['role'], model, trace, count }] : []
    }),
  )
  const writers = [...groupBy(traces, ({ role, model = '' }) => `${role} ${model}`).values()]
  const signs = writers.flatMap((own) => {
    const { role, model } = own[0] as (typeof own)[number]
    const items = [...groupBy(own, ({ item }) => item).values()].map(
      (of): Counts => Object.fromEntries(of.map(({ trace, count }) => [trace, count])),
    )
    return signsOf(items).map((sign): JudgeSign => ({ role, ...(model !== undefined && { model }), ...sign }))
  })
  return [...signs.filter(({ role }) => role === 'judge'), ...signs.filter(({ role }) => role !== 'judge')]
}

type Sign = Omit<JudgeSign, 'role' | 'model'>

/** The signs of one model in one role. */
function signsOf(items: readonly Counts[]): Sign[] {
  const rule = (sign: Sign['sign'], shows: RegExp, among: RegExp, most: number): Sign[] => {
    const { hits, all, n, of } = itemsOf(items, shows, among)
    return hits > 0 && binomial(hits, all, most) <= ALPHA ? [{ sign, n, of }] : []
  }
  const known = knownSigns(items)
  const pairs = /^(first|second|none|agreed)$/
  return [
    ...known,
    ...constant(items, known.length > 0),
    ...[/^second$/, /^none$/].flatMap((place) => rule('constant', place, pairs, MOST.place)),
    ...rule('first', /^first$/, pairs, MOST.place),
    ...rule('copies', /^copied$/, /^(copied|own)$/, MOST.copy),
    ...(oneSided(items) ?? rule('one_sided', /^lost\./, /^(lost|said|right|wrong)\./, MOST.lost)),
    ...rule('no_question', /^nothing$/, /^(nothing|asked)$/, MOST.nothing),
  ]
}

/** How many replies show something, `n` of `of`, of how many items most do, `hits` of `all`, and the sum of the items' `shares`. */
function itemsOf(items: readonly Counts[], shows: RegExp, among: RegExp) {
  const each = items.map((own) => [countOf(own, shows), countOf(own, among)] as const).filter(([, of]) => of > 0)
  return {
    hits: each.filter(([n, of]) => n > of / 2).length,
    all: each.length,
    shares: sum(each.map(([n, of]) => n / of)),
    n: sum(each.map(([n]) => n)),
    of: sum(each.map(([, of]) => of)),
  }
}

function countOf(own: Counts, traces: RegExp): number {
  return sum(Object.entries(own).flatMap(([trace, count]) => (traces.test(trace) ? [count] : [])))
}

/** Known answers judged wrongly: those of one kind, or of both by who draws lots, which neither kind alone tells. */
function knownSigns(items: readonly Counts[]): Sign[] {
  const wrongly = { wrong: /^wrong\.1$/, right: /^right\.0$/ }
  const sides = (['wrong', 'right'] as const).map((known) => ({ known, ...itemsOf(items, wrongly[known], new RegExp(`^${known}\\.`)) }))
  const told = (of: typeof sides) => of.flatMap(({ known, n, of }): Sign[] => (n > 0 ? [{ sign: 'controls', n, of, known }] : []))
  const each = sides.filter(({ hits, all }) => hits > 0 && binomial(hits, all, MOST.error) <= ALPHA)
  if (each.length > 0) return told(each)
  const [hits, all] = [sum(sides.map((side) => side.hits)), sum(sides.map((side) => side.all))]
  // Two answers to one item may fall together.
  const fallen = items.filter((own) => countOf(own, wrongly.wrong) + countOf(own, wrongly.right) > 0).length
  return hits > 0 && binomial(hits, all, MOST.either) <= ALPHA && MOST.error ** fallen <= ALPHA ? told(sides) : []
}

/** Verdicts of a judge by what they say, 0 to 1. */
function said(counts: Counts): [value: number, count: number][] {
  return Object.entries(counts).flatMap(([trace, count]) => (trace.startsWith('said.') ? [[Number(trace.slice(5)), count]] : []))
}

/**
 * The same verdict each time. That all pass, or all fail, accuses nobody whose model may be so good or so bad: there known answers of both
 * kinds must have had the same verdict too, on one side wrongly.
 */
function constant(items: readonly Counts[], isTold: boolean): Sign[] {
  const values = new Set(items.flatMap((own) => said(own).map(([value]) => value)))
  const [value] = values
  if (value === undefined || values.size > 1) return []
  const judged = items.filter((own) => said(own).length > 0)
  const count = sum(judged.flatMap((own) => said(own).map(([, times]) => times)))
  const verdicts = (['right', 'wrong'] as const).map((is) => [0, 1].map((verdict) => sum(items.map((own) => own[`${is}.${verdict}`] ?? 0))))
  const controls = sum(verdicts.flat())
  const isSame = isTold && [0, 1].some((verdict) => verdicts.every((own) => (own[verdict] ?? 0) > 0 && own[1 - verdict] === 0))
  if (isSame) return [{ sign: 'constant', n: count + controls, of: count + controls }]
  const isMiddle = value > 0 && value < 1 && controls === 0
  return isMiddle && binomial(judged.length, judged.length, MOST.middle) <= ALPHA ? [{ sign: 'constant', n: count, of: count }] : []
}

/** Verdicts for or against that form loses more often than the others (Fisher's exact test over items). */
function oneSided(items: readonly Counts[]): Sign[] | undefined {
  const bySide = items.map((own): Counts => {
    const counts: Record<string, number> = {}
    for (const [trace, count] of Object.entries(own)) {
      const [, kind, value] = /^(lost|said|right|wrong)\.([\d.]+)$/.exec(trace) ?? []
      if (kind === undefined) continue
      const key = `${kind === 'lost' ? 'lost' : 'usable'}.${Number(value) < 0.5 ? 0 : 1}`
      counts[key] = (counts[key] ?? 0) + count
    }
    return counts
  })
  // Items may have more replies on one side, of which most are seldom lost by chance: there a part of an item counts too.
  const sides = [0, 1].map((side) => {
    const { shares, ...own } = itemsOf(bySide, new RegExp(`^lost\\.${side}$`), new RegExp(`\\.${side}$`))
    return { ...own, hits: Math.floor(shares + ROUNDING) }
  })
  const lost = sum(sides.map(({ hits }) => hits))
  // Either side could be the one.
  const told = sides.find(
    ({ hits, all }, at) =>
      MOST.slip ** hits <= ALPHA && hypergeometric(hits, lost, all, (sides[1 - at] as (typeof sides)[number]).all) <= ALPHA / 2,
  )
  return told && [{ sign: 'one_sided', n: told.n, of: told.of }]
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
