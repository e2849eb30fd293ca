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
