import { realpathSync } from 'node:fs'
import { Command } from 'commander'
import { singleLine } from '../core/base/text/singleLine.ts'
import { metricName } from '../core/format/metricName.ts'
import { originText } from '../core/format/originText.ts'
import { readRunRecords, readScores } from '../core/format/readRunFiles.ts'
import { ITEM_STATES, type ItemRecord } from '../core/format/records.ts'
import { findRun, type RunFolder } from '../core/format/runFolder.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { endedRecords } from '../deciding/decide.ts'
import { type Block, type Fact, sentences } from '../reports/blocks/block.ts'
import { terminalBlocks } from '../reports/blocks/terminalBlocks.ts'
import { suiteRows } from '../reports/decision/suiteRow.ts'
import { columns, grouped, screenWidth, truncate } from '../reports/layout.ts'
import { lostPoints } from '../reports/page/lostPoints.ts'
import { simulatedBanner } from '../reports/simulatedBanner.ts'
import { headingBlocks, headlineText, restsText, scoreBlocks } from '../reports/suiteBlocks.ts'
import { printResult } from '../running/commands/output.ts'
import { itemLines } from './itemView.ts'

interface ShowOptions {
  readonly below?: boolean
  readonly calls?: boolean
  readonly metrics?: boolean
  readonly out?: string
}

/** `holdfast show <run> [item]`: a run's metrics, its failed items, or one item with its conversation. */
export function showCommand(): Command {
  return new Command('show')
    .description('Show a run, the items below their threshold, or one item with its conversation.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .argument('[item]', 'id of an item')
    .option('--calls', 'with an item: every call with its messages')
    .option('--below', 'list the items without a score and those below their threshold')
    .option('--metrics', 'list every metric with its key, its name and its interval')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (run: string, item: string | undefined, { below, calls = false, metrics, out }: ShowOptions) => {
      const folder = findRun(run, process.cwd())
      const records = readRunRecords(folder)
      const document = readScores(folder.scores)
      const width = screenWidth()
      const banner = simulatedBanner([{ document }], width)
      const ended = endedRecords(records, { interrupted: document?.run.incomplete?.interrupted ?? false })
      const blocks = below ? belowBlocks(ended) : metrics ? metricBlocks(document) : runBlocks(folder, ended, document)
      const lines =
        item === undefined
          ? terminalBlocks(blocks, width)
          : await itemLines(folder, records, item, { showsCalls: calls, isSaid: banner.length > 0, width })
      await printResult(out, [...banner, ...lines])
    })
}

/** A run in short: models, states of its items, and the scores of each suite by task. */
function runBlocks(folder: RunFolder, records: readonly ItemRecord[], document: ScoresDocument | undefined): Block[] {
  const states = ITEM_STATES.map((state) => `${grouped(records.filter(({ status }) => status === state).length)} ${state}`).join(', ')
  const head = sentences([realpathSync(folder.path), `${grouped(records.length)} records: ${states}`])
  if (!document) return [...head, ...UNFINISHED]
  const models = Object.entries(document.run.roles).map(
    ([role, { model, simulated }]): Fact => [role, `${model}${simulated ? ', simulated' : ''}${originText(document.run)}`],
  )
  const unscored = unscoredRows(records)
  return [
    ...head,
    { kind: 'facts', facts: models },
    ...(unscored.length > 0
      ? [{ kind: 'gap' } as const, ...sentences(['Items without a score:']), rowLines(unscored.slice(0, UNSCORED_SHOWN))]
      : []),
    ...suiteRows(document).flatMap(({ suite }): Block[] => {
      const [table] = scoreBlocks(suite, document, records)
      return [...headingBlocks(suite, document), ...(table ? [table] : [])]
    }),
    { kind: 'gap' },
    ...sentences(['Every metric: add --metrics. Items without a score or below their threshold: add --below.']),
  ]
}

/** Items without a score that stand before the figures. */
const UNSCORED_SHOWN = 5

const UNFINISHED = sentences(['no scores.json: the run did not end'])

/** Items without a score, which stand before all others: id, state, and why. */
function unscoredRows(records: readonly ItemRecord[]): string[][] {
  return records
    .filter(({ status }) => status === 'unscored' || status === 'error')
    .map(({ item, status, reason = '', error = reason }) => [item, status, singleLine(error)])
}

function rowLines(rows: readonly string[][]): Block {
  return { kind: 'lines', lines: (width) => columns(rows, new Set([0, 2])).map((line) => truncate(line, width)) }
}

/** Every metric of a run, by its key, with its name in words. */
function metricBlocks(document: ScoresDocument | undefined): Block[] {
  if (!document) return UNFINISHED
  return suiteRows(document).flatMap((row): Block[] => {
    const digits = document.presentation?.[row.suite]?.display?.percent ? 2 : 3
    const rows = Object.entries(document.suites[row.suite]?.metrics ?? {}).map(([key, own]) => [
      key,
      own.value.toFixed(digits),
      own.ci95?.map((end) => end.toFixed(digits)).join(' to ') ?? '',
      grouped(own.n),
      metricName(key, own) ?? '',
    ])
    const heads = [{ head: 'metric' }, { head: 'value', isFigure: true }, { head: '95 % interval' }, { head: 'n', isFigure: true }]
    const givingWay = [4, 0].map((column) => ({ column, least: 16 }))
    return [
      { kind: 'gap' },
      ...sentences([`${row.suite}, read first by ${headlineText(row)}, ${restsText(row)}${row.mark && `, ${row.mark}`}`]),
      { kind: 'table', label: 'Metrics', columns: [...heads, { head: 'in words' }], rows, givingWay, isTight: true },
    ]
  })
}

function belowBlocks(records: readonly ItemRecord[]): Block[] {
  const failed = records.filter(({ status }) => status === 'failed')
  const rows = [
    ...unscoredRows(records),
    ...failed.map((record) => {
      const [lost] = lostPoints(record)
      return [record.item, (record.scores.total ?? 0).toFixed(3), [lost?.name, lost?.why].filter(Boolean).join(': ')]
    }),
  ]
  if (rows.length === 0) return sentences(['Every item has a score, and none is below its threshold.'])
  return [rowLines(rows)]
}
