import { existsSync } from 'node:fs'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { strip } from '../core/base/python/text.ts'
import { nearest } from '../core/base/text/nearest.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import { withMessages } from '../core/format/blobStore.ts'
import { type CallRecord, callRecord, type ItemRecord } from '../core/format/records.ts'
import { redactedRecord } from '../core/format/redactedRecord.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import type { Fact } from '../reports/blocks/block.ts'
import { terminalBlocks } from '../reports/blocks/terminalBlocks.ts'
import { itemFindings } from '../reports/itemFindings.ts'
import { grouped, paint, wrapText } from '../reports/layout.ts'
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
  { showsCalls, isSaid, width }: { readonly showsCalls: boolean; readonly isSaid: boolean; readonly width: number },
): Promise<string[]> {
  const own = records.filter(({ item }) => item === id)
  if (own.length === 0) {
    const near = nearest(
      id,
      records.map(({ item }) => item),
    )
    throw new HoldfastError(
      'USAGE',
      `Failed to show ${JSON.stringify(id)}: the run has no such item.${near ? ` Did you mean ${near}?` : ''} List them with --below.`,
    )
  }
  const findings = await itemFindings.open()
  const lines = own.flatMap((record) => [...recordLines(record, width), ...(findings?.lines(folder, record, isSaid) ?? [])])
  if (!existsSync(folder.calls)) return lines
  const calls: CallRecord[] = []
  for await (const call of readJsonl(folder.calls, callRecord))
    if (call.item === id) calls.push(redactedRecord(withMessages(call, folder.blobs)))
  for (const record of own) {
    const ofTrial = calls.filter(({ trial }) => trial === record.trial)
    const view = showsCalls ? undefined : (await loadSuite(record.suite))?.view
    const dialogue = showsCalls ? undefined : dialogueLines(ofTrial, view?.findings?.(record) ?? {}, width)
    lines.push(...(dialogue ?? ofTrial.flatMap((call) => callLines(call, width))))
    if (dialogue) lines.push('', ` ${grouped(ofTrial.length)} calls, those of judges among them: add --calls`)
  }
  return lines
}

function recordLines({ item, trial, status, scores, tags, reason, error }: ItemRecord, width: number): string[] {
  const facts: Fact[] = [
    ['scores', Object.entries(scores).map(([name, value]) => `${name} ${value.toFixed(3)}`)],
    ['tags', Object.entries(tags).map(([name, value]) => `${name} ${[value].flat().join('+')}`)],
  ]
  const why = [reason, error].flatMap((text) => text?.split('\n') ?? [])
  return [
    ` ${singleLine(item)}${trial > 0 ? ` (trial ${trial + 1})` : ''}: ${status}`,
    ...terminalBlocks([{ kind: 'facts', column: 8, facts: facts.filter(([, said]) => said.length > 0) }], width),
    ...why.flatMap((line) => reasonLines(singleLine(line), width)),
  ]
}

/** A line of a reason; what does not fit stands under its text, not under its label. */
function reasonLines(line: string, width: number): string[] {
  const hanging = /^ {2}\w+ +/.exec(line)?.[0].length ?? 0
  const [first = '', ...rest] = wrapText(line.slice(hanging), width - 3 - hanging)
  return [`   ${line.slice(0, hanging)}${first}`, ...rest.map((entry) => `   ${' '.repeat(hanging)}${entry}`)]
}

function callLines(
  { role, call, model, ms, attempts = 1, finish, messages = [], reasoning, error, content = '' }: CallRecord,
  width: number,
): string[] {
  const facts = [model, ms === undefined ? '' : `${grouped(ms)} ms`, attempts > 1 ? `${attempts} attempts` : '', finish].filter(Boolean)
  const turns = [
    ...messages.map((message) => [message.role, message.content] as const),
    ...(reasoning === undefined ? [] : [['thoughts', reasoning] as const]),
    error === undefined ? (['assistant', content] as const) : (['error', error] as const),
  ]
  return [
    '',
    ...wrapText(singleLine(`${role} ${call}  ${facts.join(', ')}`), width - 3).map((line, at) => `${at === 0 ? ' ' : '   '}${line}`),
    ...turns.flatMap(([title, text]) => ['', ` ${title}`, ...bodyLines(text, width, IN_CALLS)]),
  ]
}

/** What stands beside the answers of a dialogue, by the candidate's call. */
export type Findings = Readonly<Record<string, readonly string[]>>

interface Message {
  readonly role: string
  readonly content: string
}

/**
 * The conversation that an item's calls of the candidate make up: its messages numbered, who said what, what was objected to,
 * and beside every answer what was found about it. Calls that leave the conversation stand where they leave it, those that
 * have nothing in common with it at the end. An objection is a refuter's reply that was put to the candidate. What somebody
 * says again word for word is shown once.
 *
 * @param width columns of the screen.
 * @returns undefined where there is no conversation: no call, or single questions only.
 */
export function dialogueLines(calls: readonly CallRecord[], findings: Findings, width: number): string[] | undefined {
  const candidate = calls.filter(({ role, messages, content }) => role === 'candidate' && messages && content !== undefined)
  const [trunk] = [...candidate].sort((one, other) => talkOf(other).length - talkOf(one).length)
  if (!trunk || talkOf(trunk).length < 3) return undefined
  const said = new Set(calls.flatMap(({ role, content }) => (role === 'refuter' && content !== undefined ? [strip(content)] : [])))
  const talk = talkOf(trunk)
  const objections = talk.flatMap(({ role, content }, at) => (role === 'user' && said.has(content) ? [at] : []))
  const callAt = (at: number) => candidate.find((call) => isPrefix(talk, call, at))?.call
  const lines = talk.flatMap((message, at) => {
    const objection = objections.indexOf(at)
    const call = message.role === 'assistant' ? callAt(at) : undefined
    const who = objection === -1 ? (message.role === 'user' ? 'user' : 'candidate') : `refuter, objection ${objection + 1}`
    const branches = candidate.filter((other) => other !== trunk && leavesAfter(talk, other, at))
    return [
      '',
      ` ${String(at + 1).padStart(2)}  ${paint('bold', who)}${call ? `  ${call}` : ''}`,
      ...saidLines(message, talk.slice(0, at), width),
      ...findingLines(call === undefined ? [] : (findings[call] ?? [])),
      ...branches.flatMap((branch) => branchLines(branch, 'asked here too', findings[branch.call] ?? [], talk.slice(0, at + 1), width)),
    ]
  })
  const others = candidate.filter((other) => leavesAfter(talk, other, -1))
  const system = trunk.messages?.find(({ role }) => role === 'system')
  return [
    ...(system ? ['', `${INDENT}system`, ...bodyLines(system.content, width, IN_TALK)] : []),
    ...lines,
    ...others.flatMap((other) => branchLines(other, 'asked by itself', findings[other.call] ?? [], [], width)),
  ]
}

/** The messages a call ends with its answer, without the system message. */
function talkOf({ messages = [], content = '' }: CallRecord): Message[] {
  return [...messages.filter(({ role }) => role !== 'system'), { role: 'assistant', content }]
}

/** Whether a call's answer is the message at a position. */
function isPrefix(talk: readonly Message[], call: CallRecord, at: number): boolean {
  const own = talkOf(call)
  return own.length === at + 1 && own.every((message, index) => message.content === talk[index]?.content)
}

/** Whether a call asks something else after the message at a position; after -1, from the first message on. */
function leavesAfter(talk: readonly Message[], call: CallRecord, at: number): boolean {
  const own = talkOf(call)
  const common = own.findIndex((message, index) => message.content !== talk[index]?.content)
  return common === at + 1 || (common === -1 && own.length > talk.length && at === talk.length - 1)
}

function branchLines(branch: CallRecord, how: string, findings: readonly string[], before: readonly Message[], width: number): string[] {
  const said = talkOf(branch).slice(-2)
  return [
    '',
    `${INDENT}${paint('dim', `${how}: ${branch.call}`)}`,
    ...said.flatMap((message) => saidLines(message, before, width, message.role === 'user' ? 'user: ' : 'candidate: ')),
    ...findingLines(findings),
  ]
}

function findingLines(findings: readonly string[]): string[] {
  return findings.map((finding) => paint(/NOT MET|FORGOTTEN/.test(finding) ? 'red' : 'green', `${INDENT}-> ${finding}`))
}

/** A message, or where it was said before: a query that is put again and an answer that is repeated need no second reading. */
function saidLines({ role, content }: Message, before: readonly Message[], width: number, label = ''): string[] {
  const known = before.findIndex((message) => message.role === role && message.content === content)
  return known === -1 || content.length <= SHOWN_AGAIN
    ? bodyLines(label + (content || '(empty)'), width, IN_TALK)
    : [`${INDENT}${label}${paint('dim', `(message ${known + 1} again, word for word)`)}`]
}

function bodyLines(text: string, width: number, { whole, ends, indent }: typeof IN_TALK): string[] {
  const folded =
    text.length <= whole ? text : `${text.slice(0, ends)}\n… ${grouped(text.length - 2 * ends)} characters …\n${text.slice(-ends)}`
  const lines = (folded === '' ? '(empty)' : folded).split('\n')
  return lines.flatMap((line) => wrapText(singleLine(line), width - indent)).map((line) => ' '.repeat(indent) + line)
}
