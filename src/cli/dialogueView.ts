import { strip } from '../python/text.ts'
import { paint } from '../report/layout.ts'
import type { CallRecord } from '../run/records.ts'
import { singleLine } from '../text/singleLine.ts'

/** Longest message shown whole; of a longer one, this much from each end. */
const SHOWN = 700
const ENDS = 300

/** What stands beside the answers of a dialogue, by the candidate's call. */
export type Pins = Readonly<Record<string, readonly string[]>>

interface Message {
  readonly role: string
  readonly content: string
}

/**
 * The conversation that an item's calls of the candidate make up: its messages numbered, who said what, what was demanded,
 * and beside every answer what was found about it. Calls that leave the conversation stand where they leave it, those that
 * have nothing in common with it at the end. A demand is a refuter's reply that was put to the candidate.
 *
 * @returns undefined where there is no conversation: no call, or single questions only.
 */
export function dialogueLines(calls: readonly CallRecord[], pins: Pins): string[] | undefined {
  const candidate = calls.filter(({ role, messages, content }) => role === 'candidate' && messages && content !== undefined)
  const [trunk] = [...candidate].sort((one, other) => talkOf(other).length - talkOf(one).length)
  if (!trunk || talkOf(trunk).length < 3) return undefined
  const objections = new Set(calls.flatMap(({ role, content }) => (role === 'refuter' && content !== undefined ? [strip(content)] : [])))
  const talk = talkOf(trunk)
  const demands = talk.flatMap(({ role, content }, at) => (role === 'user' && objections.has(content) ? [at] : []))
  const callAt = (at: number) => candidate.find((call) => isPrefix(talk, call, at))?.call
  const lines = talk.flatMap((message, at) => {
    const demand = demands.indexOf(at)
    const call = message.role === 'assistant' ? callAt(at) : undefined
    const who = demand === -1 ? (message.role === 'user' ? 'user' : 'candidate') : `refuter, demand ${demand + 1}`
    const branches = candidate.filter((other) => other !== trunk && leavesAfter(talk, other, at))
    return [
      '',
      ` ${String(at + 1).padStart(2)}  ${paint('bold', who)}${call ? `  ${call}` : ''}`,
      ...bodyLines(message.content),
      ...pinLines(call === undefined ? [] : (pins[call] ?? [])),
      ...branches.flatMap((branch) => branchLines(branch, 'asked here too', pins[branch.call] ?? [])),
    ]
  })
  const others = candidate.filter((other) => leavesAfter(talk, other, -1))
  const system = trunk.messages?.find(({ role }) => role === 'system')
  return [
    ...(system ? ['', '     system', ...bodyLines(system.content)] : []),
    ...lines,
    ...others.flatMap((other) => branchLines(other, 'asked by itself', pins[other.call] ?? [])),
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

function branchLines(branch: CallRecord, how: string, pins: readonly string[]): string[] {
  const talk = talkOf(branch)
  return [
    '',
    `     ${paint('dim', `${how}: ${branch.call}`)}`,
    ...bodyLines(talk.at(-2)?.content ?? '', 'user: '),
    ...bodyLines(talk.at(-1)?.content ?? '', 'candidate: '),
    ...pinLines(pins),
  ]
}

function pinLines(pins: readonly string[]): string[] {
  return pins.map((pin) => paint(/NOT MET|FORGOTTEN/.test(pin) ? 'red' : 'green', `     -> ${pin}`))
}

function bodyLines(text: string, label = ''): string[] {
  const folded =
    text.length <= SHOWN
      ? text
      : `${text.slice(0, ENDS)}\n… ${(text.length - 2 * ENDS).toLocaleString('en')} characters …\n${text.slice(-ENDS)}`
  return (label + (folded === '' ? '(empty)' : folded)).split('\n').map((line) => `     ${singleLine(line)}`)
}
