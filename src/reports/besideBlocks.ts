import { present } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import { besideKey } from '../core/format/figureBeside.ts'
import { type Metric, type Metrics, metricScale, type ScoresDocument } from '../core/format/scoresDocument.ts'
import { LEAST_LABELLED } from '../core/stats/labelsNeeded.ts'
import { comparedMetrics } from '../deciding/headline.ts'
import { notCounted } from '../deciding/people.ts'
import { type Block, columnsOf, sentences, withoutEmpty } from './blocks/block.ts'
import { digitsOf, figureText } from './decision/metricNaming.ts'

/** Metrics that a terminal shows: the page and report.md have all. */
const SHOWN = 8

/** Figures beside the judge's, each kind by itself: without doubtful verdicts, and as people would have them. */
export function besideBlocks(suite: string, document: ScoresDocument): Block[][] {
  return [doubtBlocks(suite, document), correctedBlocks(suite, document)].filter((blocks) => blocks.length > 0)
}

/** The figures without doubtful verdicts and with people's in their place; none where nothing is left to people, or no judge decides. */
function doubtBlocks(suite: string, { suites, presentation, run }: ScoresDocument): Block[] {
  const title = 'Doubtful verdicts'
  const counts = run.doubtful?.[suite]
  if (!counts) {
    if (run.doubt === undefined || !run.called?.[suite]?.includes('judge')) return []
    return titled(
      title,
      'No verdict tells how doubtful it is: the judge was asked once for each. Set HOLDFAST_VOTES to 3, or name a panel as the judge.',
    )
  }
  const { judged, doubtful, labelled = 0 } = counts
  if (doubtful === 0) return titled(title, `None of ${counted(judged, 'verdict')} is doubtful.`)
  const share = `${doubtful} of ${counted(judged, 'verdict')} ${doubtful === 1 ? 'is' : 'are'} doubtful`
  const done = labelled > 0 ? ` People labelled ${labelled}.` : ''
  const said =
    labelled === doubtful
      ? `${share}, and people labelled ${doubtful === 1 ? 'it' : 'all of them'}.`
      : `${share} and left to people: ${holdfastCommand('judge', 'label', 'latest', '--by', 'doubtful')}.${done}`
  const metrics = suites[suite]?.metrics ?? {}
  const rows = rowsOf(metrics, presentation?.[suite]?.headline, (key, text) => {
    const [sure, people] = [metrics[besideKey('sure', key)], metrics[besideKey('with people', key)]]
    return sure || people ? [sure, people].flatMap((metric) => (metric ? [text(metric.value), intervalOf(metric, text)] : ['', ''])) : []
  })
  return titled(title, said, ['sure verdicts', '95 % interval', 'with people', '95 % interval'], rows)
}

/** The figures as people would have them; none where the project has no labels of the suite. */
function correctedBlocks(suite: string, { suites, presentation, run }: ScoresDocument): Block[] {
  const [people, scores] = [run.labels?.[suite], suites[suite]]
  // Labels of other runs alone say nothing of this one.
  if (!people || !scores || people.labelled + people.unlabelled + people.incomplete === 0) return []
  const { metrics, passed, failed } = scores
  const { trials = 1 } = run
  const rows = rowsOf(metrics, presentation?.[suite]?.headline, (key, text) => {
    const corrected = metrics[besideKey('corrected', key)]
    return corrected
      ? [text(corrected.value), intervalOf(corrected, text), String(corrected.n), corrected.bounds?.map(text).join(' to ') ?? '']
      : []
  })
  const not = notCounted(people)
  const said = present([
    `People labelled ${people.labelled} of ${counted((passed + failed) * trials, trials > 1 ? 'scored trial' : 'scored item')}.`,
    people.unlabelled > 0 &&
      `${people.labelled - people.withoutChance + people.unlabelled} drawn, ${people.unlabelled} without a label: people skip what is hard. Intervals reach over these at either end of the scale.`,
    not.length > 0 && `Not counted: ${not.join(', ')}.`,
    rows.length === 0 && `A metric is corrected from ${LEAST_LABELLED} labelled items on, better 50.`,
  ])
  return titled(
    'Corrected by labels of people',
    said.join(' '),
    ['corrected', '95 % interval', 'labelled', 'unlabelled at either end'],
    rows,
  )
}

function intervalOf({ ci95 }: Metric, text: (value: number) => string): string {
  return ci95?.map(text).join(' to ') ?? 'not known'
}

/** Rows of the metrics that have cells: name, the judge's figure, the cells. */
function rowsOf(
  metrics: Metrics,
  headline: { readonly key: string; readonly digits: number } | undefined,
  cellsOf: (key: string, text: (value: number) => string) => readonly string[],
): string[][] {
  const keys = new Set([...(headline ? [headline.key] : []), 'pass_rate', ...comparedMetrics(metrics)])
  return [...keys].flatMap((key) => {
    const judged = metrics[key]
    if (!judged) return []
    const digits = key === headline?.key ? headline.digits : digitsOf(metricScale(judged), judged.value)
    const text = (value: number) => figureText(value, digits)
    const cells = cellsOf(key, text)
    return cells.length === 0 ? [] : [[judged.label ?? key, text(judged.value), ...cells]]
  })
}

function titled(title: string, said: string, heads: readonly string[] = [], rows: readonly string[][] = []): Block[] {
  const columns = columnsOf(['metric', 'judge', ...heads])
  return [
    { kind: 'heading', text: title, on: ['page'] },
    ...sentences([said]),
    ...(rows.length > 0 ? [withoutEmpty({ kind: 'table', label: title, columns, rows, most: SHOWN })] : []),
  ]
}
