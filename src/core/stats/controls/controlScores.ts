import { type Figure, metric } from '../summary/metric.ts'
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

/** Rates of a judge: rows and notes choose the figures by these groups, and their parts are the kinds. */
export const JUDGE_RATES = ['sensitivity', 'specificity'] as const

/**
 * `judge.sensitivity.<kind>` (met criteria found met) and `judge.specificity.<kind>` (unmet ones found unmet), 0 to 1, from
 * the scores of items; each with its interval (Wilson) and the verdicts behind it.
 */
export function controlRates(items: readonly Readonly<Record<string, number>>[]): Record<string, Figure> {
  const counts = new Map<string, number>()
  for (const scores of items) {
    for (const [key, count] of Object.entries(scores)) if (key.startsWith('control_')) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  const kinds = new Set([...counts.keys()].flatMap((key) => /^control_(?:tp|fn|tn|fp)\.(.+)$/.exec(key)?.[1] ?? []))
  const rates: Record<string, Figure> = {}
  for (const kind of kinds) {
    const count = (outcome: string) => counts.get(`control_${outcome}.${kind}`) ?? 0
    const add = (name: (typeof JUDGE_RATES)[number], right: number, wrong: number) => {
      const n = right + wrong
      if (n === 0) return
      rates[`judge.${name}.${kind}`] = {
        ...metric(right / n, {
          n: Math.round(n),
          label: `judge's ${name}: ${kind}`,
          range: [0, 1],
          compared: false,
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
