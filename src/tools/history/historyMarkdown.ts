import { markdownCell, markdownRow, SIMULATED } from '../../kit.ts'
import { alarmText, digitsOf, familyText, type HistoryReport, historyVerdict, markText, metricTitle, powerTexts } from './historyText.ts'
import type { SegmentHistory, SuiteHistory } from './suiteHistory.ts'

/** A history as markdown, for an issue or the summary of a CI job: every run with all metrics that are watched. */
export function historyMarkdown(report: HistoryReport): string[] {
  return [
    `**${markdownCell(historyVerdict(report))}**`,
    '',
    ...(report.simulated ? [`> **${SIMULATED}**`, ''] : []),
    ...report.suites.flatMap(suiteSection),
    markdownCell(familyText(report)),
    ...report.leftOut.flatMap(({ name, why }) => ['', markdownCell(`left out: ${name}, ${why}`)]),
  ]
}

function suiteSection(suite: SuiteHistory): string[] {
  return [`### ${markdownCell(suite.title ?? suite.suite)}`, '', ...suite.segments.flatMap((segment) => segmentSection(suite, segment))]
}

function segmentSection(suite: SuiteHistory, segment: SegmentHistory): string[] {
  const rows = segment.runs.map(({ name, startedAt, figures, marks }, run) => [
    startedAt.slice(0, 10),
    name,
    ...suite.keys.map((key) => {
      const { value, ci95 } = figures[key] ?? {}
      const digits = digitsOf(suite, key)
      const interval = ci95 ? ` (${ci95.map((end) => end.toFixed(digits)).join(' to ')})` : ''
      return value === undefined ? '–' : value.toFixed(digits) + interval
    }),
    [
      ...segment.metrics.flatMap(({ key, alarms }) =>
        alarms.filter(({ seen }) => seen === run).map(({ side }) => `ALARM: ${metricTitle(suite, key)} ${side}`),
      ),
      ...marks.map(markText),
    ].join('; '),
  ])
  const alarms = segment.metrics.flatMap((figure) => figure.alarms.map((alarm) => alarmText(suite, segment, figure, alarm)))
  return [
    ...(segment.why === undefined ? [] : [`**Not compared with the runs above:** ${markdownCell(segment.why)}`, '']),
    markdownRow(['date', 'run', ...suite.keys.map((key) => metricTitle(suite, key)), 'marks']),
    `| --- | --- |${suite.keys.map(() => ' --- |').join('')} --- |`,
    ...rows.map(markdownRow),
    '',
    ...[...alarms, ...powerTexts(suite, segment)].flatMap((text) => [`- ${markdownCell(text)}`]),
    '',
  ]
}
