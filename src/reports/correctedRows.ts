import { counted } from '../core/base/text/counted.ts'
import { besideKey } from '../core/format/figureBeside.ts'
import { metricScale } from '../core/format/metricScale.ts'
import type { Presentation, ScoresDocument, SuiteScores } from '../core/format/scoresDocument.ts'
import { LEAST_LABELLED } from '../core/stats/labelsNeeded.ts'
import { comparedMetrics } from '../deciding/headline.ts'
import { digitsOf, figureText } from './decision/figureText.ts'

/** The figures of a suite as the judge has them and as people would, for the terminal, report.md and the page. */
export interface CorrectedRows {
  /** How many items are labelled, and what does not count, in a sentence or two. */
  readonly said: string
  /** Cells of the table, its head first; none where there is no corrected figure. */
  readonly rows: readonly (readonly string[])[]
}

/** @returns undefined where the project has no labels of the suite. */
export function correctedRows(
  suite: string,
  { metrics, passed, failed }: SuiteScores,
  presentation: Presentation | undefined,
  labels: ScoresDocument['run']['labels'],
): CorrectedRows | undefined {
  const people = labels?.[suite]
  if (!people) return undefined
  const { labelled, incomplete, withoutChance, ofOthers } = people
  const key = presentation?.headline?.key
  const shown = [...new Set([...(key === undefined ? [] : [key]), 'pass_rate', ...comparedMetrics(metrics)])]
  const rows = shown.flatMap((own) => {
    const [judged, corrected] = [metrics[own], metrics[besideKey('corrected', own)]]
    if (!judged || !corrected) return []
    const digits = own === key ? (presentation?.headline?.digits ?? 3) : digitsOf(metricScale(judged), judged.value)
    const text = (value: number) => figureText(value, digits)
    const interval = corrected.ci95?.map(text).join(' to ') ?? 'not known'
    return [[judged.label ?? own, text(judged.value), text(corrected.value), interval, String(corrected.n)]]
  })
  const not = [
    ...(incomplete > 0 ? [`${counted(incomplete, 'item')} labelled in part`] : []),
    ...(withoutChance > 0 ? [`${counted(withoutChance, 'item')} of no sample of this run`] : []),
    ...(ofOthers > 0 ? [`${counted(ofOthers, 'label')} of another text`] : []),
  ]
  const said = [
    `People labelled ${labelled} of ${counted(passed + failed, 'scored item')}.`,
    ...(not.length > 0 ? [`Not counted: ${not.join(', ')}.`] : []),
    ...(rows.length === 0 ? [`A metric is corrected from ${LEAST_LABELLED} labelled items on, better 50.`] : []),
  ]
  return { said: said.join(' '), rows: rows.length === 0 ? [] : [['metric', 'judge', 'corrected', '95 % interval', 'labelled'], ...rows] }
}
