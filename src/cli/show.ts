import { existsSync } from 'node:fs'
import { Command } from 'commander'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { readJson } from '../core/base/data/readJson.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { redactSecrets } from '../core/base/secrets.ts'
import { nearest } from '../core/base/text/nearest.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import { missingBlob, readBlob, withMessages } from '../core/format/blobStore.ts'
import { type CallRecord, callRecord, type ItemRecord, itemRecord, latestRecords } from '../core/format/records.ts'
import { redactedRecord } from '../core/format/redactedRecord.ts'
import { findRun, type RunFolder } from '../core/format/runFolder.ts'
import { scoresDocument } from '../core/format/scoresDocument.ts'
import { itemFindings } from '../reports/itemFindings.ts'
import { columns, grouped, labelled, screenWidth, truncate, wrapText } from '../reports/layout.ts'
import { simulatedBanner } from '../reports/simulatedBanner.ts'
import { loadSuite } from '../running/catalogue.ts'
import { openOutput } from '../running/commands/output.ts'
import { dialogueLines } from './dialogueView.ts'
import { metricLines, runLines } from './runView.ts'

/** Longest part of a message shown whole; of a longer one, this much from each end. */
const SHOWN = 2000
const ENDS = 400

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
    .option('--below', 'list the items below their threshold')
    .option('--metrics', 'list every metric with its key, its name and its interval')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (run: string, item: string | undefined, { below, calls, metrics, out }: ShowOptions) => {
      const folder = findRun(run, process.cwd())
      const records: ItemRecord[] = []
      for await (const record of readJsonl(folder.items, itemRecord, { mayBeEmpty: true })) records.push(redactedRecord(record))
      const latest = latestRecords(records)
      const output = openOutput(out)
      const scores = existsSync(folder.scores) ? readJson(folder.scores, scoresDocument) : undefined
      const width = screenWidth()
      const banner = simulatedBanner([{ document: scores }], width)
      const lines = async () => {
        if (item !== undefined) return itemLines(folder, latest, item, calls ?? false, banner.length > 0)
        if (below) return belowLines(latest)
        return metrics ? metricLines(scores, width) : runLines(folder, latest, scores, width)
      }
      for (const line of [...banner, ...(await lines())]) await output.line(line)
      await output.close()
    })
}

function belowLines(records: readonly ItemRecord[]): string[] {
  const below = records.filter((record) => record.status === 'failed')
  if (below.length === 0) return [' No item is below its threshold.']
  const width = screenWidth()
  const lost = (reason: string) =>
    reason
      .split('\n')
      .find((line) => line.trim().startsWith('lost'))
      ?.trim()
      .replace(/^lost\s+/, '') ?? ''
  return columns(
    below.map((record) => [record.item, (record.scores.total ?? 0).toFixed(3), lost(record.reason ?? '')]),
    new Set([0, 2]),
  ).map((line) => truncate(line, width))
}

async function itemLines(folder: RunFolder, records: readonly ItemRecord[], id: string, raw: boolean, isSaid: boolean): Promise<string[]> {
  const own = records.filter((record) => record.item === id)
  if (own.length === 0) {
    const near = nearest(
      id,
      records.map((record) => record.item),
    )
    throw new HoldfastError(
      'USAGE',
      `Failed to show ${JSON.stringify(id)}: the run has no such item.${near ? ` Did you mean ${near}?` : ''} List them with --below.`,
    )
  }
  const findings = await itemFindings.open()
  const lines = own.flatMap((record) => [...recordLines(record), ...(findings?.lines(folder, record, isSaid) ?? [])])
  if (!existsSync(folder.calls)) return lines
  const calls: CallRecord[] = []
  for await (const call of readJsonl(folder.calls, callRecord)) if (call.item === id) calls.push(redactedRecord(call))
  for (const record of own) {
    const ofTrial = calls.filter(({ trial }) => trial === record.trial)
    const dialogue = raw
      ? undefined
      : dialogueLines(
          ofTrial.map((call) => withMessages(call, folder.blobs)),
          (await loadSuite(record.suite))?.view?.findings?.(record) ?? {},
          screenWidth(),
        )
    lines.push(...(dialogue ?? ofTrial.flatMap((call) => callLines(call, folder))))
    if (dialogue) lines.push('', ` ${grouped(ofTrial.length)} calls, those of judges among them: add --calls`)
  }
  return lines
}

function recordLines(record: ItemRecord): string[] {
  const width = screenWidth()
  const scores = Object.entries(record.scores).map(([name, value]) => `${name} ${value.toFixed(3)}`)
  const tags = Object.entries(record.tags).map(([name, value]) => `${name} ${[value].flat().join('+')}`)
  // A name and its figure are not parted.
  const facts = (title: string, entries: readonly string[]) =>
    entries.length > 0 ? labelled(title, entries.map((entry) => entry.replaceAll(' ', '\u00a0')).join('  '), width, 8) : []
  const why = [record.reason, record.error].filter((text) => text !== undefined)
  return [
    ` ${record.item}${record.trial > 0 ? ` (trial ${record.trial + 1})` : ''}: ${record.status}`,
    ...facts('scores', scores),
    ...facts('tags', tags),
    ...why.flatMap((text) => text.split('\n').flatMap((line) => reasonLines(singleLine(line), width))),
  ]
}

/** A line of a reason; what does not fit stands under its text, not under its label. */
function reasonLines(line: string, width: number): string[] {
  const hanging = /^ {2}\w+ +/.exec(line)?.[0].length ?? 0
  const [first = '', ...rest] = wrapText(line.slice(hanging), width - 3 - hanging)
  return [`   ${line.slice(0, hanging)}${first}`, ...rest.map((entry) => `   ${' '.repeat(hanging)}${entry}`)]
}

function callLines(call: CallRecord, folder: RunFolder): string[] {
  const facts = [
    call.model,
    call.ms === undefined ? undefined : `${grouped(call.ms)} ms`,
    call.attempts && call.attempts > 1 ? `${call.attempts} attempts` : undefined,
    call.finish,
  ]
  const inline = (call.messages ?? []).flatMap(({ role, content }) => turnLines(role, content))
  const stored = (call.messagesRef ?? []).flatMap(({ role, segments }) =>
    segments.flatMap((segment) => turnLines(`${role}, ${segment.name}`, segmentText(segment, folder))),
  )
  const thoughts = call.reasoning === undefined ? [] : turnLines('thoughts', call.reasoning)
  const answer =
    call.error === undefined
      ? turnLines('assistant', call.content ?? '')
      : ['', ' error', ...wrapText(singleLine(call.error), screenWidth() - 3).map((line) => `   ${line}`)]
  return [
    '',
    ...wrapText(
      `${call.role} ${call.call}  ${facts
        .filter(Boolean)
        .map((fact) => singleLine(String(fact)))
        .join(', ')}`,
      screenWidth() - 3,
    ).map((line, at) => `${at === 0 ? ' ' : '   '}${line}`),
    ...inline,
    ...stored,
    ...thoughts,
    ...answer,
  ]
}

function turnLines(title: string, text: string): string[] {
  const folded =
    text.length <= SHOWN ? text : `${text.slice(0, ENDS)}\n… ${grouped(text.length - 2 * ENDS)} characters …\n${text.slice(-ENDS)}`
  const body = folded === '' ? ['(empty)'] : folded.split('\n')
  return ['', ` ${title}`, ...body.flatMap((line) => wrapText(singleLine(line), screenWidth() - 3).map((own) => `   ${own}`))]
}

function segmentText({ sha256, name, chars }: { sha256: string; name: string; chars: number }, folder: RunFolder): string {
  const text = readBlob(folder.blobs, sha256)
  return text === undefined ? missingBlob(name, chars) : redactSecrets(text)
}
