import { counted } from '../core/base/text/counted.ts'
import { markdownCell } from '../core/base/text/markdownCell.ts'
import { dataLabel } from '../core/format/dataLabel.ts'
import type { Display } from '../core/format/display.ts'
import { besideOf } from '../core/format/figureBeside.ts'
import { isOrdinaryRun } from '../core/format/ordinaryTests.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { Metric, ScoresDocument, SuiteScores } from '../core/format/scoresDocument.ts'
import type { SuiteResult } from '../deciding/figures.ts'
import { headlineOf } from '../deciding/headline.ts'
import { belowTable } from './belowTable.ts'
import { besideBlocks } from './besideBlocks.ts'
import { markdownBlocks } from './blocks/markdownBlocks.ts'
import { changeText, figureText } from './decision/figureText.ts'
import { gateNaming, suiteTitle } from './decision/metricNaming.ts'
import { type NextStep, nextStep } from './decision/nextStep.ts'
import { type RuleLine, runDecision } from './decision/runDecision.ts'
import { costText, judgeText, measuredModel, runDuration, sampleFact } from './decision/runFacts.ts'
import { flipCounts, suiteRows, verdictText } from './decision/suiteRow.ts'
import { earlyGateText } from './earlyText.ts'
import { failedItems } from './failedItems.ts'
import { floorCells } from './floorCells.ts'
import { grouped } from './layout.ts'
import { modelNotes } from './modelNotes.ts'
import { isSimulated } from './simulatedBanner.ts'

/** What report.md is made from. */
export interface MarkdownInput {
  readonly document: ScoresDocument
  readonly benchmarks: readonly ReportedSuite[]
  readonly records: readonly ItemRecord[]
  /** The line beside the judge's name; absent where no model but the judge is measured. */
  readonly certificate?: string | undefined
  /** The run as commands take it. */
  readonly run: string
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
  figures: readonly Pick<SuiteResult, 'suite' | 'comparison'>[],
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
  return [
    {
      label: 'metrics',
      keys: Object.keys(metrics).filter(
        (key) => !isShownElsewhere(metrics[key]) && besideOf(key, metrics) === undefined && key !== headline,
      ),
    },
  ]
}

/** Metrics that every suite has and that tables show in other words or, of judge and user, in a row of their own. */
function isShownElsewhere(metric: Metric | undefined): boolean {
  return metric?.common === true && metric.group !== 'trials'
}

/** A run as markdown, for a pull request or the summary of a CI step. The decision and what changed come first, as on the page. */
export function markdownReport({ document, benchmarks, records, certificate, run }: MarkdownInput): string {
  const titles = Object.fromEntries(benchmarks.map(({ suite }) => [suite, suiteTitle(suite, document.presentation)]))
  return [
    ...decisionLines(document, certificate),
    ...(isSimulated(document) ? ['> **SIMULATED**: models of Holdfast answered. The figures say nothing about a real one.', ''] : []),
    ...suiteTable(document),
    ...nextLines(nextStep(document, safeRun(run))),
    ...gateTable(document),
    ...modelLines(document, certificate),
    ...benchmarks.flatMap((meta) => suiteSection(meta, titles[meta.suite] ?? meta.suite, document, records)),
  ].join('\n')
}

/** The decision, who is decided on, the rules with their distances, and how much ran. */
function decisionLines(document: ScoresDocument, certificate: string | undefined): string[] {
  const { run, baseline } = document
  const { sign, heading, rules, reasons, notes } = runDecision(document)
  const against = baseline
    ? ` vs **${markdownCell(baseline.name)}** (${markdownCell(baseline.model)}, ${markdownCell(baseline.startedAt.slice(0, 10))})`
    : ''
  const date = run.startedAt === '' ? '' : ` (${markdownCell(run.startedAt.slice(0, 10))})`
  const { kind, text } = sampleFact(document)
  const facts = [runDuration(run), costText(document), judgeText(run, certificate)].filter((fact) => fact !== undefined)
  const rows = suiteRows(document)
  const counts = flipCounts(rows)
  return [
    `## ${sign} ${markdownCell(heading)}`,
    '',
    `**${markdownCell(measuredModel(run))}**${date}${against}`,
    '',
    ...rules.map(ruleLine),
    ...reasons.map((reason) => `- ✗ ${markdownCell(reason)}`),
    ...(rules.length + reasons.length > 0 ? [''] : []),
    `**${kind}** ${[text, ...facts].map(markdownCell).join(' · ')} · exit ${document.exitCode}  `,
    ...(counts ? [`**${grouped(counts.newlyFailing)}** newly failing · **${grouped(counts.fixed)}** fixed  `] : []),
    ...notes.map((note) => `${markdownCell(note)}  `),
    '',
  ]
}

function ruleLine({ verdict, title, label, value, texts }: RuleLine): string {
  const name = markdownCell([title, label].filter(Boolean).join(' '))
  return `- ${verdict === 'broken' ? '✗' : '?'} ${name}${value === '' ? '' : ` **${value}**`}: ${markdownCell(texts.join('; '))}`
}

/** One row a suite, as on the page. */
function suiteTable(document: ScoresDocument): string[] {
  if (isOrdinaryRun(document.run)) return []
  const isCompared = document.baseline !== undefined
  const own = isCompared ? ['base', 'change', 'verdict', 'newly failing', 'fixed'] : ['95 % interval', 'scored', 'below threshold']
  const count = (value: number | undefined) => (value === undefined ? '–' : grouped(value))
  const rows = suiteRows(document).map((entry) => {
    const { title, scale, unit, now, base, change, changeInterval, verdict, told, newlyFailing, fixed, interval, scored, failed } = entry
    const said = [verdict ? verdictText(verdict) : '', told].filter(Boolean).join(', ')
    return row([
      markdownCell(title),
      markdownCell([scale, unit].filter(Boolean).join(', ')),
      `**${now}**`,
      ...(isCompared
        ? [
            base || '–',
            changeInterval ? `${change} (${changeInterval})` : change || '–',
            markdownCell(said || '–'),
            count(newlyFailing),
            count(fixed),
          ]
        : [interval || '–', grouped(scored), grouped(failed)]),
    ])
  })
  const heads = ['suite', 'scale', 'now', ...own]
  const right = new Set(['now', 'base', 'change', 'newly failing', 'fixed', 'scored', 'below threshold'])
  return [row(heads), row(heads.map((head) => (right.has(head) ? '---:' : '---'))), ...rows, '']
}

function nextLines({ command, why }: NextStep): string[] {
  return [`next: \`${command}\` ${markdownCell(why)}`, '']
}

/** The run as the next command names it: a code span takes no escapes, so that a folder with an odd name is the latest one. */
function safeRun(run: string): string {
  return /^[\w./+:-]+$/.test(run) ? run : 'latest'
}

function modelLines(document: ScoresDocument, certificate: string | undefined): string[] {
  const { run } = document
  return [
    '<details><summary>Models, data, seed</summary>',
    '',
    ...Object.entries(run.roles).map(([role, { model, simulated }]) => {
      const certified = role === 'judge' && certificate !== undefined ? ` · ${markdownCell(certificate)}` : ''
      return `- ${markdownCell(role)}: ${markdownCell(model)}${simulated ? ' (simulated)' : ''}${certified}`
    }),
    ...modelNotes(document).map(
      ({ role, text, isWarning }) => `- ${isWarning ? '**' : ''}${markdownCell(role)}${isWarning ? '**' : ''}: ${markdownCell(text)}`,
    ),
    ...Object.entries(run.data)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([suite, { source, version, items, sha256 }]) =>
          `- data of ${markdownCell(suite)}: ${markdownCell(dataLabel({ source, version }))}, ${counted(items, 'item')}, sha256 ${markdownCell(sha256.slice(0, 12))}`,
      ),
    `- run ${markdownCell(run.id)}, seed ${run.seed}${run.shard ? `, shard ${markdownCell(run.shard)}` : ''}`,
    '',
    '</details>',
    '',
  ]
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function gateTable(document: ScoresDocument): string[] {
  const { gates } = document
  if (gates.length === 0) return []
  const rows = gates.map((gate) => {
    const { value, base, change, ci95, rule, verdict } = gate
    const { title, label, digits } = gateNaming(gate, document)
    const figure = (of: number | null | undefined, text = figureText) => (of === null || of === undefined ? '–' : text(of, digits))
    return row([
      markdownCell([title, label].filter(Boolean).join(' ')),
      figure(value),
      figure(base),
      figure(change, changeText),
      ci95 ? ci95.map((end) => figure(end, change === undefined ? figureText : changeText)).join(' to ') : '',
      markdownCell(rule),
      verdict === 'broken' ? '**BROKEN**' : verdict,
    ])
  })
  const causes = gates.flatMap(({ metric, rule, because, verdict, note, early }) => [
    ...(early ? [`- early ${markdownCell(metric)} ${markdownCell(rule)}: ${earlyGateText({ early, verdict })}`] : []),
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

function suiteSection(meta: ReportedSuite, title: string, document: ScoresDocument, records: readonly ItemRecord[]): string[] {
  const scores = document.suites[meta.suite]
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
        metric.value.toFixed(digits),
        ...floors.of(key),
        metric.ci95 ? metric.ci95.map((end) => end.toFixed(digits)).join(' to ') : '',
        grouped(metric.n),
      ]),
    ]
  }
  const below = belowTable(meta.display?.rows ?? [], scores.metrics, digits, meta.display?.marks).map(({ label, figures, note, text }) => {
    const said = text ?? [...figures, ...(note ? [note] : [])].join(', ')
    return `- ${markdownCell(label)}: ${markdownCell(said.replaceAll('\u00a0', ' '))}`
  })
  const failed = records.filter(({ suite, status }) => suite === meta.suite && status === 'failed')
  const examples = failedItems(failed, new Set(meta.regressed))
  const states = (['passed', 'failed', 'unscored', 'error', 'skipped'] as const).filter((state) => scores[state] > 0)
  return [
    `### ${markdownCell(title)}`,
    '',
    `${grouped(scores.items)} items: ${states.map((state) => `${grouped(scores[state])} ${state}`).join(', ')}`,
    '',
    row(['', 'score', ...floors.head, '95 % interval', 'values']),
    row(['---', '---:', ...floors.head.map(() => '---:'), '---', '---:']),
    ...meta.tasks.flatMap(({ task, title }) => figureRow(title, taskKeys[task] ?? '')),
    ...(meta.display?.beside ?? []).flatMap(({ label, key }) => figureRow(label, key)),
    ...figureRow(headline.label, headline.key),
    '',
    ...below,
    ...(below.length > 0 ? [''] : []),
    ...besideBlocks(meta.suite, scores, document).flatMap((blocks) => [...markdownBlocks(blocks), '']),
    ...(examples.length > 0
      ? [`<details><summary>${grouped(failed.length)} items below their threshold</summary>`, '', ...examples, '', '</details>', '']
      : []),
  ]
}
