import { UnscoredError } from '../../base/errors.ts'
import type { ItemRecord } from '../../format/records.ts'

/** A verdict about a known answer: what is true, and what the judge said. */
export interface ControlVerdict {
  /** Kinds it counts under, for instance the kind of criterion and the kind of control. */
  readonly kinds: readonly string[]
  readonly truth: boolean
  readonly said: boolean
}

/** Whether known answers went through the judge of an item, by its scores. */
export function hasControls(scores: ItemRecord['scores']): boolean {
  return Object.keys(scores).some((name) => name.startsWith('control_'))
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

/**
 * Asks a judge about known answers, one after the other: its verdicts as scores, and how many answers had no usable reply. The controls
 * measure the judge: its failure is none of the item's.
 *
 * @param ask undefined where the reply had no verdict.
 */
export async function askedControls<Known>(
  known: readonly Known[],
  ask: (one: Known) => Promise<readonly ControlVerdict[] | undefined>,
): Promise<Record<string, number>> {
  const verdicts: ControlVerdict[] = []
  let unscored = 0
  for (const one of known) {
    try {
      const found = await ask(one)
      verdicts.push(...(found ?? []))
      unscored += found ? 0 : 1
    } catch (error) {
      if (!(error instanceof UnscoredError)) throw error
      unscored += 1
    }
  }
  return { ...controlScores(verdicts), ...(unscored > 0 && { control_unscored: unscored }) }
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
