import { groupBy, sum } from '../../base/collections.ts'
import type { ItemRecord } from '../../format/records.ts'
import type { SuiteScores } from '../../format/scoresDocument.ts'
import { UNUSABLE_USER, USER_CONTROLS, userKey } from '../../format/userControl.ts'
import { clusteredShare } from '../clusteredRate.ts'
import { isScored } from '../summary/combineTrials.ts'
import { type Figure, type FigureDescription, metric } from '../summary/metric.ts'
import { wilson } from '../wilson.ts'
import { type ControlOutcome, controlCounts } from './controlScores.ts'

/** Rates of a judge: rows and notes choose the figures by these groups, and their parts are the kinds. */
export const JUDGE_RATES = ['sensitivity', 'specificity'] as const

const RATES = { sensitivity: 'right accepted', specificity: 'wrong rejected' } as const

/** What known answers of the bundled suites and matchers are about, each verdict in one: on criteria, or by a rating. */
const CRITERIA: Readonly<Record<string, string>> = { ec: 'error correction', rm: 'response maintenance', rubric: 'rubrics' }
const RATED: Readonly<Record<string, string>> = {
  interview: 'interviews',
  refutation: 'objections in the style of the run',
  literal: 'objections in plain words',
  dialogue: "the refuter's objections",
}
/** What they are: parts of the same verdicts. */
const ANSWERS: Readonly<Record<string, string>> = {
  reference: 'right answers',
  empty: 'empty answers',
  damaged: 'damaged answers',
  injected: 'answers that order it to approve',
  plausible: 'plausible wrong answers',
  hollow: 'answers that explain nothing',
  claimed: 'answers that claim to be changed',
  near: 'answers changed in another way',
}

/** What a rate of a judge says, in words. */
export function judgeRateText(rate: string, kind: string): string {
  const answers = ANSWERS[kind]
  return `${RATES[rate as keyof typeof RATES]}, ${answers ? `of these in ${answers}` : (CRITERIA[kind] ?? RATED[kind] ?? kind)}`
}

/** Kinds in the order in which their rates are read: parts come after the whole. */
export function byKind(one: string, other: string): number {
  return Number(Object.hasOwn(ANSWERS, one)) - Number(Object.hasOwn(ANSWERS, other))
}

/** How often a judge was right on known answers, each verdict once, by rate, and whether all of it was by ratings. */
export function knownVerdicts(suites: readonly Pick<SuiteScores, 'metrics'>[]) {
  const all = suites.flatMap(({ metrics }) => Object.values(metrics))
  const rates = JUDGE_RATES.flatMap((rate) => {
    const own = all.filter(({ group, part = '' }) => group === rate && (CRITERIA[part] ?? RATED[part]) !== undefined)
    const right = sum(own.map(({ value, n }) => Math.round(value * n)))
    return own.length === 0 ? [] : [{ rate, right, of: sum(own.map(({ n }) => n)), own }]
  })
  return { rates, isRated: rates.length > 0 && rates.every(({ own }) => own.every(({ part = '' }) => RATED[part] !== undefined)) }
}

/**
 * `judge.sensitivity.<kind>` (met criteria found met) and `judge.specificity.<kind>` (unmet ones found unmet), 0 to 1, from
 * the scores of items; each with its interval (Wilson) and the verdicts behind it.
 */
export function controlRates(items: readonly Readonly<Record<string, number>>[]): Record<string, Figure> {
  const rates: Record<string, Figure> = {}
  const counts = [...groupBy(items.flatMap(controlCounts), (one) => one.kind)]
  for (const [kind, own] of counts.sort(([one], [other]) => byKind(one, other))) {
    const count = (outcome: ControlOutcome) => sum(own.flatMap((one) => (one.outcome === outcome ? [one.count] : [])))
    const add = (name: (typeof JUDGE_RATES)[number], right: number, wrong: number) => {
      const n = right + wrong
      if (n === 0) return
      rates[`judge.${name}.${kind}`] = {
        ...metric(right / n, {
          n: Math.round(n),
          label: `judge: ${judgeRateText(name, kind)}`,
          range: [0, 1],
          compared: false,
          common: true,
          stands: true,
          group: name,
          part: kind,
        }),
        ci95: wilson(right / n, n),
      }
    }
    add('sensitivity', count('tp'), count('fn'))
    add('specificity', count('tn'), count('fp'))
  }
  return rates
}

/**
 * How often whoever played a user did what it had to in a situation where that is known: `user.<control>`, from the counts
 * `user_right.<control>` and `user_wrong.<control>` of records; and `user.unusable`, the share of situations to which it gave no
 * usable reply, from `user_unusable` and `user_situations`. All are 0 to 1, over moves or situations of an item's mean trial.
 * Situations of one item are of one profile or few: the interval takes items, or the clusters that they declare, for what varies.
 */
export function userRates(records: readonly ItemRecord[]): Record<string, Figure> {
  const hasUser = ({ scores }: ItemRecord) => Object.keys(scores).some((name) => name.startsWith('user_'))
  const scored = groupBy(
    records.filter((record) => isScored(record) && hasUser(record)),
    ({ item }) => item,
  )
  // What the trials of an item with known situations, as a rule its first, hold on average. A count that such a trial has not is 0 there.
  const meanOf = (trials: readonly ItemRecord[], names: readonly string[]) =>
    sum(trials.flatMap(({ scores }) => names.map((name) => (scores[name] ?? 0) / trials.length)))
  const rate = (key: string, right: string, of: readonly string[], described: FigureDescription): Record<string, Figure> => {
    const parts = new Map(
      [...scored.values()].flatMap((trials) => {
        if (!trials.some(({ scores }) => of.some((name) => scores[name] !== undefined))) return []
        return [[trials[0] as ItemRecord, { right: meanOf(trials, [right]), of: meanOf(trials, of) }] as const]
      }),
    )
    if (parts.size === 0) return {}
    const [all, hits] = [sum([...parts.values()].map((part) => part.of)), sum([...parts.values()].map((part) => part.right))]
    const figure = metric(hits / all, { n: Math.round(all), range: [0, 1], compared: false, common: true, stands: true, ...described })
    return { [key]: { ...figure, ci95: clusteredShare([...parts.keys()], (record) => parts.get(record)) } }
  }
  const rates = Object.entries(USER_CONTROLS).map(([control, label]) =>
    rate(userKey(control), `user_right.${control}`, [`user_right.${control}`, `user_wrong.${control}`], { label }),
  )
  const unusable = { label: 'situations without a usable reply of the user', better: 'lower' } as const
  return Object.assign({}, ...rates, rate(UNUSABLE_USER, 'user_unusable', ['user_situations'], unusable))
}
