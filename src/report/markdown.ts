import { markdownCell } from '../base/text/markdownCell.ts'
import type { Display } from '../format/display.ts'
import type { ItemRecord } from '../format/records.ts'
import type { ScoresDocument, SuiteScores } from '../format/scoresDocument.ts'
import type { Figures } from '../results/figures.ts'
import type { EvaluatedGate } from '../results/gates/evaluateGates.ts'
import { headlineOf } from '../results/headline.ts'
import { belowTable } from './belowTable.ts'
import { failedItems } from './failedItems.ts'
import { floorCells } from './floorCells.ts'
import { grouped } from './layout.ts'
import { modelNotes } from './modelNotes.ts'

/** What report.md is made from. */
export interface MarkdownInput {
  readonly document: ScoresDocument
  readonly gates: readonly EvaluatedGate[]
  /** Why the exit code is not 0; empty for 0. */
  readonly reasons: readonly string[]
  readonly benchmarks: readonly ReportedSuite[]
  readonly records: readonly ItemRecord[]
  /** The line beside the judge's name; absent where no model but the judge is measured. */
  readonly certificate?: string | undefined
}

/** What of a benchmark the report shows. */
export interface ReportedSuite {
  readonly suite: string
  readonly tasks: readonly { readonly task: string; readonly title: string }[]
  readonly display?: (Pick<Display, 'headline' | 'taskKeys' | 'percent' | 'beside' | 'marks'> & Partial<Pick<Display, 'rows'>>) | undefined
  /** Items that passed in the baseline and no longer do. */
  readonly regressed?: readonly string[] | undefined
}

/** The suites of a run, laid out as its scores.json says. */
export function reportedSuites(
  { suites, presentation }: Pick<ScoresDocument, 'suites' | 'presentation'>,
  figures: readonly Pick<Figures, 'suite' | 'comparison'>[],
): ReportedSuite[] {
  return Object.entries(suites).map(([suite, scores]) => {
    const own = presentation?.[suite]
    const headline = headlineOf(scores, own)
    return {
      suite,
      tasks: own?.tasks ?? [],
      display: own?.display ?? { headline, taskKeys: {}, rows: plainRows(scores, headline.key) },
      regressed: figures.find((entry) => entry.suite === suite)?.comparison?.regressed,
    }
  })
}

/** All figures of a suite that says nothing of its layout. */
export function plainRows({ metrics }: Pick<SuiteScores, 'metrics'>, headline: string): Display['rows'] {
  return [{ label: 'metrics', keys: Object.keys(metrics).filter((key) => !COMMON.has(key) && key !== headline) }]
}

/** Metrics that every suite has; tables show what they say in other words. */
const COMMON = new Set(['pass_rate', 'unscored_rate', 'cut_rate'])

/** A run as markdown, for a pull request or the summary of a CI step. */
export function markdownReport({ document, gates, reasons, benchmarks, records, certificate }: MarkdownInput): string {
  const roles = Object.entries(document.run.roles)
  const simulated = roles.some(([, role]) => role.simulated)
  const verdict = `**Exit ${document.exitCode}**: ${reasons.length > 0 ? markdownCell(reasons.join('; ')) : 'complete'}`
  return [
    `## holdfast: ${benchmarks.map(({ suite }) => markdownCell(suite)).join(', ')}`,
    '',
    `${verdict}${document.run.partial ? ' (partial)' : ''}`,
    '',
    ...(simulated ? ['> **Simulated models**: these figures say nothing about a real one.', ''] : []),
    ...roles.map(([role, { model, simulated: own }]) => {
      const certified = role === 'judge' && certificate !== undefined ? ` · ${markdownCell(certificate)}` : ''
      return `- ${markdownCell(role)}: ${markdownCell(model)}${own ? ' (simulated)' : ''}${certified}`
    }),
    ...modelNotes(document).map(
      ({ role, text, isWarning }) => `- ${isWarning ? '**' : ''}${markdownCell(role)}${isWarning ? '**' : ''}: ${markdownCell(text)}`,
    ),
    `- run ${markdownCell(document.run.id)}, seed ${document.run.seed}${document.run.shard ? `, shard ${markdownCell(document.run.shard)}` : ''}`,
    '',
    ...gateTable(gates, simulated),
    ...benchmarks.flatMap((meta) => suiteSection(meta, document.suites[meta.suite], records, simulated)),
  ].join('\n')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function gateTable(gates: readonly EvaluatedGate[], simulated: boolean): string[] {
  if (gates.length === 0) return []
  const figure = (value: number | null | undefined) => (value === null || value === undefined ? '–' : value.toFixed(3))
  const rows = gates.map(({ metric, value, base, change, ci95, rule, verdict }) =>
    row([
      markdownCell(metric),
      `${figure(value)}${simulated && value !== null ? ' sim' : ''}`,
      figure(base),
      figure(change),
      ci95 ? ci95.map((end) => end.toFixed(3)).join(' to ') : '',
      markdownCell(rule),
      verdict === 'broken' ? '**BROKEN**' : verdict,
    ]),
  )
  const causes = gates.flatMap(({ metric, because, verdict, note }) => [
    ...(because && (verdict === 'broken' || verdict === 'undecided')
      ? [`- ${verdict} ${markdownCell(metric)}: ${markdownCell(because)}`]
      : []),
    ...(note ? [`- note on ${markdownCell(metric)}: ${markdownCell(note)}`] : []),
  ])
  return [
    row(['gate', 'now', 'base', 'change', '95 % interval', 'rule', 'verdict']),
    '| --- | ---: | ---: | ---: | --- | --- | --- |',
    ...rows,
    '',
    ...causes,
    ...(causes.length > 0 ? [''] : []),
  ]
}

function suiteSection(meta: ReportedSuite, scores: SuiteScores | undefined, records: readonly ItemRecord[], simulated: boolean): string[] {
  if (!scores) return []
  const display = meta.display ?? { headline: { key: 'score', label: 'mean' }, taskKeys: {} as Readonly<Record<string, string>> }
  const { headline, taskKeys } = display
  const digits = meta.display?.percent ? 2 : 3
  const floors = floorCells(display, scores.metrics, digits)
  const figureRow = (label: string, key: string) => {
    const metric = scores.metrics[key]
    if (!metric) return []
    return [
      row([
        markdownCell(label),
        `${metric.value.toFixed(digits)}${simulated ? ' sim' : ''}`,
        ...floors.of(key),
        metric.ci95 ? metric.ci95.map((end) => end.toFixed(digits)).join(' to ') : '',
        grouped(metric.n),
      ]),
    ]
  }
  const below = belowTable(meta.display?.rows ?? [], scores.metrics, digits, meta.display?.marks).map(({ label, figures, note, text }) => {
    const said = text ?? [...(simulated ? ['sim'] : []), ...figures, ...(note ? [note] : [])].join(', ')
    return `- ${markdownCell(label)}: ${markdownCell(said.replaceAll('\u00a0', ' '))}`
  })
  const failed = records.filter(({ suite, status }) => suite === meta.suite && status === 'failed')
  const examples = failedItems(failed, new Set(meta.regressed))
  const states = (['passed', 'failed', 'unscored', 'error', 'skipped'] as const).filter((state) => scores[state] > 0)
  return [
    `### ${markdownCell(meta.suite)}`,
    '',
    `${grouped(scores.items)} items: ${states.map((state) => `${grouped(scores[state])} ${state}`).join(', ')}`,
    '',
    row(['', 'score', ...floors.head, '95 % interval', 'items']),
    row(['---', '---:', ...floors.head.map(() => '---:'), '---', '---:']),
    ...meta.tasks.flatMap(({ task, title }) => figureRow(title, taskKeys[task] ?? '')),
    ...(meta.display?.beside ?? []).flatMap(({ label, key }) => figureRow(label, key)),
    ...figureRow(headline.label, headline.key),
    '',
    ...below,
    ...(below.length > 0 ? [''] : []),
    ...(examples.length > 0
      ? [`<details><summary>${grouped(failed.length)} items below their threshold</summary>`, '', ...examples, '', '</details>', '']
      : []),
  ]
}
