import { markdownCell } from '../base/text/markdownCell.ts'
import type { BenchmarkMeta, Display, ItemMeta } from '../format/meta.ts'
import type { ScoresDocument, SuiteScores } from '../format/scoresDocument.ts'
import type { BaselineComparison } from '../results/baseline/compareWithBaseline.ts'
import type { EvaluatedGate } from '../results/gates/evaluateGates.ts'
import { belowTable } from './belowTable.ts'
import { grouped } from './layout.ts'

/** Failed items shown, and how much of a reason. */
const SHOWN = 5
const REASON = 200

/** What report.md is made from. */
export interface MarkdownInput {
  readonly document: ScoresDocument
  readonly gates: readonly EvaluatedGate[]
  /** Why the run exits 1; empty for 0. */
  readonly reasons: readonly string[]
  readonly benchmarks: readonly ReportedSuite[]
  readonly items: readonly Pick<ItemMeta, 'record'>[]
  /** The line beside the judge's name; absent where no model but the judge is measured. */
  readonly certificate?: string | undefined
}

/** What of a benchmark the report shows. */
export interface ReportedSuite {
  readonly suite: string
  readonly tasks: readonly Pick<BenchmarkMeta['tasks'][number], 'task' | 'title'>[]
  readonly display?: (Pick<Display, 'headline' | 'taskKeys' | 'percent' | 'beside' | 'marks'> & Partial<Pick<Display, 'rows'>>) | undefined
  readonly baseline?: Pick<BaselineComparison, 'regressed'> | undefined
}

/** A run as markdown, for a pull request or the summary of a CI step. */
export function markdownReport({ document, gates, reasons, benchmarks, items, certificate }: MarkdownInput): string {
  const roles = Object.entries(document.run.roles)
  const simulated = roles.some(([, role]) => role.simulated)
  const verdict = reasons.length > 0 ? `**Exit 1**: ${markdownCell(reasons.join('; '))}` : '**Exit 0**: complete'
  return [
    `## holdfast: ${benchmarks.map(({ suite }) => markdownCell(suite)).join(', ')}`,
    '',
    `${verdict}${document.run.partial ? ' (partial)' : ''}`,
    '',
    ...(simulated ? ['> **Simulated models**: these figures say nothing about a real one.', ''] : []),
    ...roles.map(([role, { model, simulated: own }]) => {
      const certified = role === 'judge' && certificate !== undefined ? ` · ${markdownCell(certificate)}` : ''
      return `- ${role}: ${markdownCell(model)}${own ? ' (simulated)' : ''}${certified}`
    }),
    `- run ${markdownCell(document.run.id)}, seed ${document.run.seed}${document.run.shard ? `, shard ${document.run.shard}` : ''}`,
    '',
    ...gateTable(gates, simulated),
    ...benchmarks.flatMap((meta) => suiteSection(meta, document.suites[meta.suite], items, simulated)),
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
  const causes = gates.flatMap(({ metric, because, verdict }) =>
    because && (verdict === 'broken' || verdict === 'undecided') ? [`- ${verdict} ${markdownCell(metric)}: ${markdownCell(because)}`] : [],
  )
  return [
    row(['gate', 'now', 'base', 'change', '95 % interval', 'rule', 'verdict']),
    '| --- | ---: | ---: | ---: | --- | --- | --- |',
    ...rows,
    '',
    ...causes,
    ...(causes.length > 0 ? [''] : []),
  ]
}

function suiteSection(meta: ReportedSuite, scores: SuiteScores | undefined, items: MarkdownInput['items'], simulated: boolean): string[] {
  if (!scores) return []
  const { headline, taskKeys } = meta.display ?? {
    headline: { key: 'score', label: 'mean' },
    taskKeys: {} as Readonly<Record<string, string>>,
  }
  const digits = meta.display?.percent ? 2 : 3
  const figureRow = (label: string, key: string) => {
    const metric = scores.metrics[key]
    if (!metric) return []
    return [
      row([
        markdownCell(label),
        `${metric.value.toFixed(digits)}${simulated ? ' sim' : ''}`,
        metric.ci95 ? metric.ci95.map((end) => end.toFixed(digits)).join(' to ') : '',
        grouped(metric.n),
      ]),
    ]
  }
  const below = belowTable(meta.display?.rows ?? [], scores.metrics, digits, meta.display?.marks).map(({ label, figures, note, text }) => {
    const said = text ?? [...(simulated ? ['sim'] : []), ...figures, ...(note ? [note] : [])].join(', ')
    return `- ${markdownCell(label)}: ${markdownCell(said.replaceAll('\u00a0', ' '))}`
  })
  const failed = items.filter(({ record }) => record.suite === meta.suite && record.status === 'failed')
  const regressed = new Set(meta.baseline?.regressed)
  const examples = [...failed]
    .sort((one, other) => Number(regressed.has(other.record.item)) - Number(regressed.has(one.record.item)))
    .slice(0, SHOWN)
  const states = (['passed', 'failed', 'unscored', 'error', 'skipped'] as const).filter((state) => scores[state] > 0)
  return [
    `### ${markdownCell(meta.suite)}`,
    '',
    `${grouped(scores.items)} items: ${states.map((state) => `${grouped(scores[state])} ${state}`).join(', ')}`,
    '',
    row(['', 'score', '95 % interval', 'items']),
    '| --- | ---: | --- | ---: |',
    ...meta.tasks.flatMap(({ task, title }) => figureRow(title, taskKeys[task] ?? '')),
    ...(meta.display?.beside ?? []).flatMap(({ label, key }) => figureRow(label, key)),
    ...figureRow(headline.label, headline.key),
    '',
    ...below,
    ...(below.length > 0 ? [''] : []),
    ...(examples.length > 0
      ? [
          `<details><summary>${grouped(failed.length)} items below their threshold</summary>`,
          '',
          ...examples.map(
            ({ record }) =>
              `- ${markdownCell(record.item)}${regressed.has(record.item) ? ' (passed in the baseline)' : ''}: ${markdownCell((record.reason ?? '').slice(0, REASON))}`,
          ),
          '',
          '</details>',
          '',
        ]
      : []),
  ]
}
