import { realpathSync } from 'node:fs'
import { Command } from 'commander'
import { usageError } from '../core/base/errors.ts'
import { counted } from '../core/base/text/counted.ts'
import { holdfastCommand, shellWord } from '../core/base/text/shellWord.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import { modelText } from '../core/format/modelText.ts'
import { ITEM_STATES, type ItemRecord } from '../core/format/records.ts'
import { findRun, type RunFolder, readRunRecords, readScores, runsElsewhere } from '../core/format/runFolder.ts'
import { metricName, originText, type ScoresDocument } from '../core/format/scoresDocument.ts'
import { endedRecords } from '../deciding/decide.ts'
import { listRuns } from '../deciding/runList.ts'
import { type JudgeStanding, standingNow } from '../judging/certificate/certificate.ts'
import { type Block, type Fact, sentences } from '../reports/blocks/block.ts'
import { suiteRows } from '../reports/decision/suiteRow.ts'
import { causeFacts } from '../reports/failureBlocks.ts'
import { gateBlocks } from '../reports/gateBlocks.ts'
import { columns, FILE_WIDTH, grouped, screenWidth, truncate } from '../reports/layout.ts'
import { lostPoints, worstFirst } from '../reports/page/failureGroups.ts'
import { simulatedBanner } from '../reports/resultLines.ts'
import { runListEntry, runListLines } from '../reports/runListLines.ts'
import { correctedBlocks, headingBlocks, headlineText, restsText, scoreBlocks } from '../reports/suiteBlocks.ts'
import { rewritePage } from '../running/commands/askRuns.ts'
import { type CommandFlags, withOptions } from '../running/commands/commandOptions.ts'
import { type CommandResult, commandProgress, openPage, printForms } from '../running/commands/output.ts'
import { itemLines } from './itemView.ts'

interface ShowFlags extends CommandFlags {
  readonly below?: boolean
  readonly unscored?: boolean
  readonly calls?: boolean
  readonly metrics?: boolean
}

/** Runs that are listed where nobody says how many. */
const LAST = 20

/** `holdfast show [run] [item]`: the runs; a run's metrics, its page or its failed items; or one item with its conversation. */
export function showCommand(): Command {
  return withOptions(
    new Command('show')
      .description('Show the runs of this project, a run, the items below their threshold, or one item with its conversation.')
      .argument('[run]', 'run folder, its name under reports/runs, or latest; without it the runs are listed, the newest first')
      .argument('[item]', 'id of an item')
      .option('--below', 'list the items without a score or below their threshold')
      .option('--unscored', 'list the items without a score')
      .option('--metrics', 'list every metric with its key and interval')
      .option('--calls', 'with an item: every call with its messages'),
    ['last', undefined, LAST],
    'json',
    ['page', 'write the page of the run (default: latest) again and open it'],
    'out',
  ).action(async (name: string | undefined, item: string | undefined, flags: ShowFlags) => {
    const root = process.cwd()
    if (flags.page) return openPage(await runPage(name ?? 'latest', flags, root))
    await printForms(name === undefined ? runsOf(flags, root) : await runOf(name, item, flags, root), flags)
  })
}

function runsOf({ last = LAST }: ShowFlags, root: string): CommandResult {
  const all = listRuns(root)
  const runs = all.slice(0, last).map(runListEntry)
  const elsewhere = all.length === 0 ? runsElsewhere(root) : undefined
  return {
    json: { runs },
    blocks: [{ kind: 'lines', lines: (width) => runListLines(runs, all.length, width, elsewhere && `${elsewhere}.`) }],
  }
}

async function runOf(name: string, item: string | undefined, flags: ShowFlags, root: string): Promise<CommandResult> {
  const folder = findRun(name, root)
  const run = shellWord(name)
  const records = readRunRecords(folder)
  const document = readScores(folder.scores)
  const width = flags.out === undefined ? screenWidth() : FILE_WIDTH
  const banner = simulatedBanner([{ document }], width)
  const said = (blocks: readonly Block[]): Block[] => [{ kind: 'lines', lines: () => banner }, ...blocks]
  if (item !== undefined) {
    const lines = await itemLines(folder, records, item, { root, showsCalls: flags.calls ?? false, isSaid: banner.length > 0, width, run })
    return { json: records.filter((record) => record.item === item), blocks: said([{ kind: 'lines', lines: () => lines }]) }
  }
  const ended = endedRecords(records, { interrupted: document?.run.incomplete?.interrupted ?? false })
  if (flags.metrics) return { json: document?.suites ?? {}, blocks: said(metricBlocks(document)) }
  if (!flags.below && !flags.unscored) {
    const standing = document && (await standingNow(document, undefined, root))
    return { json: document ?? { records: ended }, blocks: said(runBlocks(folder, ended, document, standing)) }
  }
  const isListed = ({ status }: ItemRecord) => status === 'unscored' || status === 'error' || (flags.below && status === 'failed')
  const listed = worstFirst(ended.filter(isListed), (record) => record)
  return { json: { items: listed }, blocks: said(listBlocks(listed, flags.below ?? false, name)) }
}

/** Writes the page of a run again. @returns its path. */
async function runPage(name: string, { out }: ShowFlags, root: string): Promise<string> {
  if (out !== undefined)
    throw usageError(`Failed to write ${out}: the page of a run lies in its folder, beside its texts. Leave out --out.`)
  const folder = findRun(name, root)
  const progress = commandProgress()
  progress.step(`writing the page of ${name}`)
  return rewritePage(folder, root).finally(() => progress.end())
}

/** A run in short: models, states of its items, and the scores of each suite by task. */
function runBlocks(
  folder: RunFolder,
  records: readonly ItemRecord[],
  document: ScoresDocument | undefined,
  standing: JudgeStanding | undefined,
): Block[] {
  const states = ITEM_STATES.map((state) => `${grouped(records.filter(({ status }) => status === state).length)} ${state}`).join(', ')
  const head = sentences([realpathSync(folder.path), `${counted(records.length, 'record')}: ${states}`])
  if (!document) return [...head, ...UNFINISHED]
  const models = Object.entries(document.run.roles).map(
    ([role, own]): Fact => [
      role,
      `${modelText(own)}${own.simulated ? ', simulated' : ''}${originText(document.run)}${role === 'judge' && standing ? ` · ${standing.line}` : ''}`,
    ],
  )
  const unscored = unscoredRows(records)
  const { exitCode, reasons = [] } = document
  return [
    ...head,
    { kind: 'facts', facts: models },
    { kind: 'gap' },
    ...sentences([unscored.length > 0 && 'Items without a score:']),
    rowLines(unscored.slice(0, UNSCORED_SHOWN)),
    ...suiteRows(document).flatMap(({ suite }): Block[] => {
      const [table] = scoreBlocks(suite, document, records)
      return [...headingBlocks(suite, document), ...(table ? [table] : []), ...correctedBlocks(suite, document)]
    }),
    { kind: 'gap' },
    ...gateBlocks(document, document.baseline?.name),
    ...sentences([reasons.length > 0 && `exit ${exitCode}: ${reasons.join('; ')}.`]),
    ...sentences(['Every metric: add --metrics. Items without a score or below their threshold: add --below. One item: add its name.']),
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

/** @param withFailed whether items below their threshold are among them: else it is first told why there is no score, for which a row has no room. */
function listBlocks(records: readonly ItemRecord[], withFailed: boolean, name: string): Block[] {
  const rows = [
    ...unscoredRows(records),
    ...records
      .filter(({ status }) => status === 'failed')
      .map((record) => {
        const [lost] = lostPoints(record)
        return [record.item, record.scores.total?.toFixed(3) ?? '', [lost?.name, lost?.why].filter(Boolean).join(': ')]
      }),
  ]
  if (rows.length === 0) return sentences([`No item is without a score${withFailed ? ', and none is below its threshold' : ''}.`])
  return [
    { kind: 'facts', column: 8, facts: withFailed ? [] : causeFacts(records, shellWord(name)) },
    { kind: 'gap' },
    rowLines(rows),
    { kind: 'gap' },
    // A command is not broken.
    {
      kind: 'lines',
      lines: () => [` ${counted(rows.length, 'item')}. Read one: ${holdfastCommand('show', name, rows[0]?.[0] ?? '')}`],
    },
  ]
}
