import { sum } from '../../base/collections.ts'
import { groupBy } from '../../base/groupBy.ts'
import type { ItemRecord } from '../../format/records.ts'
import { UNUSABLE_USER, USER_CONTROLS, userKey } from '../../format/userControl.ts'
import { clusteredShare } from '../clusteredRate.ts'
import { isScored } from '../summary/combineTrials.ts'
import { type Figure, type FigureDescription, metric } from '../summary/metric.ts'
import { wilson } from '../wilson.ts'

/** A verdict about a known answer: what is true, and what the judge said. */
export interface ControlVerdict {
  /** Kinds it counts under, for instance the kind of criterion and the kind of control. */
  readonly kinds: readonly string[]
  readonly truth: boolean
  readonly said: boolean
}

/** Verdicts as scores of an item's record: true and false positives and negatives by kind, `control_tp.<kind>` and so on. */
export function controlScores(verdicts: readonly ControlVerdict[]): Record<string, number> {
  const scores: Record<string, number> = {}
  for (const { kinds, truth, said } of verdicts) {
    const outcome = truth ? (said ? 'tp' : 'fn') : said ? 'fp' : 'tn'
    for (const kind of kinds) {
      const key = `control_${outcome}.${kind}`
      scores[key] = (scores[key] ?? 0) + 1
    }
  }
  return scores
}

/** What verdicts of a kind came to: true and false positives and negatives. */
export type ControlOutcome = 'tp' | 'fn' | 'fp' | 'tn'

/** What {@link controlScores} wrote into the scores of a record, read again. */
export function controlCounts(
  scores: Readonly<Record<string, number>>,
): { readonly outcome: ControlOutcome; readonly kind: string; readonly count: number }[] {
  return Object.entries(scores).flatMap(([name, count]) => {
    const [, outcome, kind] = /^control_(tp|fn|tn|fp)\.(.+)$/.exec(name) ?? []
    return outcome && kind ? [{ outcome: outcome as ControlOutcome, kind, count }] : []
  })
}

/** Rates of a judge: rows and notes choose the figures by these groups, and their parts are the kinds. */
export const JUDGE_RATES = ['sensitivity', 'specificity'] as const

/** `judge.sensitivity.<kind>` (met found met) and `judge.specificity.<kind>` (unmet found unmet), 0 to 1, with Wilson's intervals. */
export function controlRates(items: readonly Readonly<Record<string, number>>[]): Record<string, Figure> {
  const rates: Record<string, Figure> = {}
  for (const [kind, own] of groupBy(items.flatMap(controlCounts), (one) => one.kind)) {
    const count = (outcome: ControlOutcome) => sum(own.flatMap((one) => (one.outcome === outcome ? [one.count] : [])))
    const add = (name: (typeof JUDGE_RATES)[number], right: number, wrong: number) => {
      const n = right + wrong
      if (n === 0) return
      rates[`judge.${name}.${kind}`] = {
        ...metric(right / n, {
          n: Math.round(n),
          label: `judge's ${name}: ${kind}`,
          range: [0, 1],
          compared: false,
          common: true,
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
 * How often a simulated user did what it had to where that is known: `user.<control>`, from `user_right.<control>` and
 * `user_wrong.<control>`, and `user.unusable`, from `user_unusable` and `user_situations`; 0 to 1, of an item's mean trial, with items or
 * their clusters as units.
 */
export function userRates(records: readonly ItemRecord[]): Record<string, Figure> {
  const scored = groupBy(records.filter(isScored), ({ item }) => item)
  // What the trials of an item hold on average. A count that a trial has not is 0 there.
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
    const figure = metric(hits / all, { n: Math.round(all), range: [0, 1], compared: false, common: true, ...described })
    return { [key]: { ...figure, ci95: clusteredShare([...parts.keys()], (record) => parts.get(record)) } }
  }
  const rates = Object.entries(USER_CONTROLS).map(([control, label]) =>
    rate(userKey(control), `user_right.${control}`, [`user_right.${control}`, `user_wrong.${control}`], { label }),
  )
  const unusable = { label: 'situations without a usable reply of the user', better: 'lower' } as const
  return Object.assign({}, ...rates, rate(UNUSABLE_USER, 'user_unusable', ['user_situations'], unusable))
}
