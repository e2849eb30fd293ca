import { existsSync } from 'node:fs'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { usageError } from '../core/base/errors.ts'
import { remembered } from '../core/base/remembered.ts'
import { counted } from '../core/base/text/counted.ts'
import { withCallsOf } from '../core/base/text/shellWord.ts'
import { excerpt, singleLine } from '../core/base/text/singleLine.ts'
import { withMessages } from '../core/format/blobStore.ts'
import { type CallRecord, callRecord, type ItemRecord } from '../core/format/records.ts'
import { redactedRecord } from '../core/format/redactedRecord.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import { noSuchItem } from '../deciding/runList.ts'
import type { Fact } from '../reports/blocks/block.ts'
import { terminalBlocks } from '../reports/blocks/terminalBlocks.ts'
import { itemFindings } from '../reports/itemFindings.ts'
import { grouped, paint, wrapText } from '../reports/layout.ts'
import type { Step } from '../reports/page/shared/transcript.ts'
import { timeline } from '../reports/page/timeline.ts'
import { pageCall } from '../reports/page/transcripts.ts'
import { loadSuite } from '../running/catalogue.ts'

/** How long a text is shown whole, and how much of a longer one from each end: in a conversation, and among all calls. */
const [IN_TALK, IN_CALLS] = [
  { whole: 700, ends: 300, indent: 5 },
  { whole: 2000, ends: 400, indent: 3 },
]
/** Longest message that is shown again where it is said again. */
const SHOWN_AGAIN = 80
/** Columns before a message. */
const INDENT = ' '.repeat(IN_TALK.indent)

/** One item of a run for a terminal: how it ended, and its conversation or every call. @throws HoldfastError for an id that the run has not. */
export async function itemLines(
  folder: RunFolder,
  records: readonly ItemRecord[],
  id: string,
  place: {
    readonly root: string
    readonly showsCalls: boolean
    readonly isSaid: boolean
    readonly width: number
    /** The run as commands take it. */
    readonly run: string
  },
): Promise<string[]> {
  const { root, showsCalls, width, run } = place
  const own = records.filter(({ item }) => item === id)
  if (own.length === 0) {
    const ids = records.map(({ item }) => item)
    throw usageError(`Failed to show ${JSON.stringify(id)}: ${noSuchItem(id, ids, root, 'show')} List those of this run with --below.`)
  }
  const findings = await itemFindings.open()
  const lines = own.flatMap((record) => [...recordLines(record, width, run), ...(findings?.(folder, record, place) ?? [])])
  if (!existsSync(folder.calls)) return lines
  const calls: CallRecord[] = []
  for await (const call of readJsonl(folder.calls, callRecord))
    if (call.item === id) calls.push(redactedRecord(withMessages(call, folder.blobs)))
  for (const record of own) {
    const ofTrial = calls.filter(({ trial }) => trial === record.trial)
    const view = showsCalls ? undefined : (await loadSuite(record.suite))?.view
    const dialogue = showsCalls ? undefined : dialogueLines(ofTrial, view?.findings?.(record) ?? {}, width)
    lines.push(...(dialogue ?? ofTrial.flatMap((call) => callLines(call, width, showsCalls))))
    if (!dialogue) {
      if (!showsCalls && ofTrial.some(isCut)) lines.push('', ' Whole messages: add --calls')
      continue
    }
    const judged = ofTrial.some(({ role }) => role === 'judge') ? ', those of judges among them' : ''
    lines.push('', ` ${counted(ofTrial.length, 'call')}${judged}: add --calls`)
  }
  return lines
}

function recordLines({ item, trial, status, scores, tags, reason, error }: ItemRecord, width: number, run: string): string[] {
  const facts: Fact[] = [
    ['scores', Object.entries(scores).map(([name, value]) => `${name} ${value.toFixed(3)}`)],
    ['tags', Object.entries(tags).map(([name, value]) => `${name} ${[value].flat().join('+')}`)],
  ]
  const why = [reason, error].flatMap((text) => (text === undefined ? [] : withCallsOf(text, run, item).split('\n')))
  return [
    ` ${singleLine(item)}${trial > 0 ? ` (trial ${trial + 1})` : ''}: ${status}`,
    ...terminalBlocks([{ kind: 'facts', column: 8, facts: facts.filter(([, said]) => said.length > 0) }], width),
    ...why.flatMap((line) => reasonLines(singleLine(line), width)),
  ]
}

/** A line of a reason; what does not fit stands under its text, not under its label. */
function reasonLines(line: string, width: number): string[] {
  const hanging = /^(?: {2}\w+)? +/.exec(line)?.[0].length ?? 0
  const [first = '', ...rest] = wrapText(line.slice(hanging), width - 3 - hanging)
  return [`   ${line.slice(0, hanging)}${first}`, ...rest.map((entry) => `   ${' '.repeat(hanging)}${entry}`)]
}

/** Whether a message of a call is shown by its ends. */
function isCut({ messages = [], reasoning = '', content = '' }: CallRecord): boolean {
  return [reasoning, content, ...messages.map((message) => message.content)].some((text) => text.length > IN_CALLS.whole)
}

function callLines(
  { role, call, model, ms, attempts = 1, finish, messages = [], reasoning, error, content = '', session }: CallRecord,
  width: number,
  isWhole: boolean,
): string[] {
  const shown = isWhole ? { ...IN_CALLS, whole: Number.POSITIVE_INFINITY } : IN_CALLS
  const facts = [model, ms === undefined ? '' : `${grouped(ms)} ms`, attempts > 1 ? `${attempts} attempts` : '', finish].filter(Boolean)
  const turns = [
    ...messages.map((message) => [message.role, message.content] as const),
    ...(reasoning === undefined ? [] : [['thoughts', reasoning] as const]),
    ...(error !== undefined
      ? [['error', error] as const]
      : session?.before
        ? [session.state?.memory ?? []].flat().map((kept) => ['compacted, to', kept] as const)
        : [['assistant', content] as const]),
  ]
  return [
    '',
    ...wrapText(singleLine(`${role} ${call}  ${facts.join(', ')}`), width - 3).map((line, at) => `${at === 0 ? ' ' : '   '}${line}`),
    ...turns.flatMap(([title, text]) => ['', ` ${singleLine(title)}`, ...bodyLines(text, width, shown)]),
  ]
}

/** What stands beside the answers of a dialogue, by the candidate's call. */
export type Findings = Readonly<Record<string, readonly string[]>>

/**
 * The conversation that an item's calls of the candidate make up, as {@link timeline} has it: its turns numbered, and beside every
 * answer what was found about it. A long text that somebody says again word for word is shown once.
 * @returns undefined where there is no conversation: no call, or single questions only.
 */
export function dialogueLines(calls: readonly CallRecord[], findings: Findings, width: number): string[] | undefined {
  const texts: string[] = []
  const partOf = remembered((text: string) => texts.push(text) - 1)
  const pageCalls = calls.map((call) => pageCall(call, partOf))
  const steps = timeline(pageCalls, texts, { findings })
  if (steps.filter(({ turn }) => turn !== undefined).length < 3) return undefined
  const textOf = ({ parts }: Step) => parts.map((part) => texts[part]).join('')
  return steps.flatMap((step, at) => {
    const { who, title, call, branch, turn } = step
    const text = textOf(step)
    const said = steps.slice(0, at).filter((other) => other.turn !== undefined && other.who === who)
    const known = said.find((other) => textOf(other) === text)?.turn
    const label = branch === undefined ? '' : `${who}: `
    const name = `${paint('bold', singleLine(who === 'candidate' && call !== undefined ? who : title))}${call === undefined ? '' : `  ${singleLine(call)}`}`
    // The answer to a question beside the conversation follows it, and stands under its head.
    const head = branch === undefined ? name : paint('dim', singleLine(`${branch}: ${steps[at + 1]?.call}`))
    return [
      ...(branch !== undefined && who === 'candidate'
        ? []
        : ['', who === 'user' && turn !== undefined ? ` ${String(turn).padStart(2)}  ${head}` : INDENT + head]),
      ...(who === 'compaction' && text === ''
        ? []
        : known === undefined || text.length <= SHOWN_AGAIN
          ? bodyLines(label + (text || '(empty)'), width, IN_TALK)
          : [`${INDENT}${label}${paint('dim', `(as in turn ${known}, word for word)`)}`]),
      ...step.findings.map((finding) => paint(finding.tone === 'bad' ? 'red' : 'green', `${INDENT}-> ${singleLine(finding.text)}`)),
    ]
  })
}

function bodyLines(text: string, width: number, { whole, ends, indent }: typeof IN_TALK): string[] {
  const folded =
    text.length <= whole
      ? text
      : `${excerpt(text, 0, ends)}\n… ${grouped(text.length - 2 * ends)} characters …\n${excerpt(text, text.length - ends)}`
  const lines = (folded === '' ? '(empty)' : folded).split('\n')
  return lines.flatMap((line) => wrapText(singleLine(line), width - indent)).map((line) => ' '.repeat(indent) + line)
}
