import { counted } from '../../core/base/text/counted.ts'
import { markdownCell, markdownRow } from '../../core/base/text/markdownCell.ts'
import { type ComparedRun, modelOf } from '../../deciding/compare/comparedRun.ts'
import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'
import { shownVerdict, suiteVerdict, VERDICT_TEXTS, verdictLine } from '../../deciding/compare/suiteVerdict.ts'
import { grouped } from '../layout.ts'
import { isSimulated, SIMULATED } from '../simulatedBanner.ts'
import { familyText } from './familyText.ts'
import { metricFigures, metricName, scaleText } from './metricText.ts'
import { toldSentences } from './toldSentences.ts'

/** Two runs as markdown, for a pull request: the verdict, each suite's headline, and all metrics that were compared. */
export function comparisonMarkdown(a: ComparedRun, b: ComparedRun, comparisons: readonly SuiteComparison[]): string[] {
  const verdict = `**${markdownCell(verdictLine(comparisons.map(suiteVerdict)))}**`
  const simulated = [a, b].some(({ document }) => isSimulated(document))
  return [
    verdict,
    '',
    `A: ${markdownCell(a.name)} ${markdownCell(modelOf(a))}  `,
    `B: ${markdownCell(b.name)} ${markdownCell(modelOf(b))}`,
    '',
    ...(simulated ? [`> **${SIMULATED}**`, ''] : []),
    markdownRow(['suite', 'scale', 'A', 'B', 'B - A', '95 % interval', 'verdict', 'newly failing', 'fixed']),
    '| --- | --- | ---: | ---: | ---: | --- | --- | ---: | ---: |',
    ...comparisons.map(suiteRow),
    ...comparisons.flatMap(suiteDetails),
    '',
    verdict,
  ]
}

function suiteRow(comparison: SuiteComparison): string {
  const { suite, verdict, metric, newlyFailing, fixed } = suiteVerdict(comparison)
  const figures = metric ? [scaleText(comparison, metric.key), ...metricFigures(comparison, metric)] : ['', '', '', '', '']
  return markdownRow([suite, ...figures, VERDICT_TEXTS[verdict], grouped(newlyFailing), grouped(fixed)])
}

function suiteDetails(comparison: SuiteComparison): string[] {
  const { suite, metrics, paired, warning } = comparison
  const rows = metrics.map((metric) => [
    metricName(comparison, metric.key),
    scaleText(comparison, metric.key),
    ...metricFigures(comparison, metric),
    VERDICT_TEXTS[shownVerdict(metric)],
  ])
  return [
    '',
    `### ${markdownCell(suite)}, ${counted(paired, 'paired item')}`,
    '',
    `${familyText(comparison)}.`,
    ...(warning ? ['', `**Not alike:** ${markdownCell(warning)}`] : []),
    ...toldSentences(comparison, metrics).flatMap((text) => ['', markdownCell(text)]),
    '',
    markdownRow(['metric', 'scale', 'A', 'B', 'B - A', '95 % interval', 'verdict']),
    '| --- | --- | ---: | ---: | ---: | --- | --- |',
    ...rows.map(markdownRow),
  ]
}
