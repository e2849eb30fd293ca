import { strip } from '../core/base/python/text.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import type { CallRecord } from '../core/format/records.ts'
import { paint, wrapText } from '../reports/layout.ts'

/** Longest message shown whole; of a longer one, this much from each end. */
const SHOWN = 700
const ENDS = 300
/** Longest message that is shown again where it is said again. */
const SHOWN_AGAIN = 80
/** Columns before a message. */
const INDENT = '     '

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
    ...(system ? ['', `${INDENT}system`, ...bodyLines(system.content, width)] : []),
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
    ? bodyLines(content, width, label)
    : [`${INDENT}${label}${paint('dim', `(message ${known + 1} again, word for word)`)}`]
}

function bodyLines(text: string, width: number, label = ''): string[] {
  const folded =
    text.length <= SHOWN
      ? text
      : `${text.slice(0, ENDS)}\n… ${(text.length - 2 * ENDS).toLocaleString('en')} characters …\n${text.slice(-ENDS)}`
  const lines = (label + (folded === '' ? '(empty)' : folded)).split('\n')
  return lines.flatMap((line) => wrapText(singleLine(line), width - INDENT.length)).map((line) => INDENT + line)
}
