import { counted } from '../core/base/text/counted.ts'
import { besideKey } from '../core/format/figureBeside.ts'
import { metricScale } from '../core/format/metricScale.ts'
import type { Metric, Presentation, ScoresDocument, SuiteScores } from '../core/format/scoresDocument.ts'
import { comparedMetrics } from '../deciding/headline.ts'
import { digitsOf, figureText } from './decision/figureText.ts'

/** The figures of a suite without its doubtful verdicts and with people's in their place, for the terminal, report.md and the page. */
export interface DoubtRows {
  /** How many verdicts are left to people, and what to do, in a sentence or two. */
  readonly said: string
  /** Cells of the table, its head first; none where no verdict is left to people. */
  readonly rows: readonly (readonly string[])[]
}

/** @returns undefined where the run leaves no verdict to people, or the suite has no judge. */
export function doubtRows(
  suite: string,
  { metrics }: SuiteScores,
  presentation: Presentation | undefined,
  { doubt, doubtful, called }: Pick<ScoresDocument['run'], 'doubt' | 'doubtful' | 'called'>,
): DoubtRows | undefined {
  const counts = doubtful?.[suite]
  if (!counts) {
    if (doubt === undefined || !called?.[suite]?.includes('judge')) return undefined
    const said =
      'No verdict tells how doubtful it is: the judge was asked once for each. Set HOLDFAST_VOTES to 3, or name a panel as the judge.'
    return { said, rows: [] }
  }
  if (counts.doubtful === 0) return { said: `None of ${counted(counts.judged, 'verdict')} is doubtful.`, rows: [] }
  const key = presentation?.headline?.key
  const shown = [...new Set([...(key === undefined ? [] : [key]), 'pass_rate', ...comparedMetrics(metrics)])]
  const hasPeople = shown.some((own) => metrics[besideKey('with people', own)])
  const rows = shown.flatMap((own) => {
    const [judged, sure, people] = [metrics[own], metrics[besideKey('sure', own)], metrics[besideKey('with people', own)]]
    if (!judged || (!sure && !people)) return []
    const digits = own === key ? (presentation?.headline?.digits ?? 3) : digitsOf(metricScale(judged), judged.value)
    const cells = (metric: Metric | undefined) => {
      const text = (value: number) => figureText(value, digits)
      return metric ? [text(metric.value), metric.ci95?.map(text).join(' to ') ?? 'not known'] : ['–', '']
    }
    return [[judged.label ?? own, cells(judged)[0] ?? '', ...cells(sure), ...(hasPeople ? cells(people) : [])]]
  })
  const head = ['metric', 'judge', 'sure verdicts', '95 % interval', ...(hasPeople ? ['with people', '95 % interval'] : [])]
  return { said: saidOf(counts), rows: rows.length === 0 ? [] : [head, ...rows] }
}

function saidOf({ judged, doubtful, labelled = 0 }: NonNullable<ScoresDocument['run']['doubtful']>[string]): string {
  const be = doubtful === 1 ? 'is' : 'are'
  const share = `${doubtful} of ${counted(judged, 'verdict')} ${be} doubtful`
  if (labelled === doubtful) return `${share}, and people labelled ${doubtful === 1 ? 'it' : 'all of them'}.`
  const done = labelled > 0 ? ` People labelled ${labelled}.` : ''
  return `${share} and left to people: npx holdfast annotate latest --by doubtful.${done}`
}
