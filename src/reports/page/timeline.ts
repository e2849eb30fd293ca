import { groupBy } from '../../core/base/collections.ts'
import { strip } from '../../core/base/python/text.ts'
import type { Finding, LongText, PageCall, PageMessage, Step } from './shared/transcript.ts'

/** What is known about an item's calls besides themselves. */
export interface CallNotes {
  /** What stands beside the answers, by the candidate's call. */
  readonly findings?: Readonly<Record<string, readonly string[]>> | undefined
  /** Number of the objection that a candidate's call answers. */
  readonly objectionOf?: ((call: string) => number | undefined) | undefined
}

type Texts = readonly (string | LongText)[]

/**
 * The conversation of an item's candidate calls, step by step; without a candidate its judge's calls. Calls that leave it stand where they
 * do, unrelated ones at the end. An objection is a refuter's reply that was put to the candidate, or what the notes say to be one.
 */
export function timeline(calls: readonly PageCall[], texts: Texts, { findings = {}, objectionOf }: CallNotes = {}): Step[] {
  const answered = lastOfEach(calls.filter(({ content }) => content !== null))
  const own = answered.filter(({ role }) => role === 'candidate')
  const candidate = own.filter(({ compacted }) => !compacted)
  const [trunk] = [...candidate].sort((one, other) => other.messages.length - one.messages.length)
  if (!trunk) return answered.filter(({ role }) => role === 'judge').flatMap((call) => exchange(call, 'judge', undefined, []))
  const talk = talkOf(trunk)
  const said = new Set(calls.filter(({ role }) => role === 'refuter').map(({ content }) => replyText(content, texts)))
  const questions = new Set(calls.filter(({ role }) => role === 'interactor').map(({ content }) => replyText(content, texts)))
  // Read where there is something to compare it with: it may be a context of 100,000 characters.
  const told = said.size + questions.size > 0
  const textAt = (message: PageMessage) => (told && message.role === 'user' ? messageText(message, texts) : undefined)
  const refuted = talk.flatMap((message, at) => (said.has(textAt(message)) && message.role === 'user' ? [at] : []))
  const places = own.map((other) => ({ other, ...placeOf(talk, other) }))
  const leaving = groupBy(places, ({ leaves }) => leaves)
  const leavingAfter = (at: number) => (leaving.get(at) ?? []).flatMap(({ other }) => (other === trunk ? [] : [other]))
  const ending = groupBy(places, ({ ends }) => ends)
  const answeredBy = (at: number) => ending.get(at)?.[0]?.other.call
  let turn = 0
  const steps = talk.flatMap((message, at): Step[] => {
    if (message.role === 'user') turn += 1
    const beside = onceCompacted(leavingAfter(at))
    const call = message.role === 'assistant' ? answeredBy(at) : undefined
    const next = message.role === 'user' ? answeredBy(at + 1) : undefined
    const objection = refuted.indexOf(at) + 1 || (next === undefined ? undefined : objectionOf?.(next))
    const asked = refuted.includes(at) ? 'refuter' : questions.has(textAt(message)) ? 'interactor' : 'user'
    return [
      {
        who: message.role === 'user' ? 'user' : 'candidate',
        title: objection
          ? `${asked}, objection ${objection}`
          : message.role === 'user'
            ? asked
            : call
              ? `candidate, ${call}`
              : 'answer, given',
        turn,
        call,
        parts: message.parts,
        findings: findingsOf(findings, call),
        ...(objection && { objection }),
      },
      ...beside.flatMap((other) =>
        other.compacted ? compactionOf(other) : exchange(other, 'candidate', 'asked here too', findingsOf(findings, other.call)),
      ),
    ]
  })
  const system = trunk.messages.find(({ role }) => role === 'system')
  const apart = leavingAfter(-1).filter(({ compacted }) => !compacted)
  return [
    ...(system ? [{ who: 'system' as const, title: 'system', parts: system.parts, findings: [] }] : []),
    ...steps,
    ...apart.flatMap((other) => exchange(other, 'candidate', 'asked by itself', findingsOf(findings, other.call))),
  ]
}

/** Of calls with one key (a resumed run, a re-ask) the last. */
function lastOfEach(calls: readonly PageCall[]): PageCall[] {
  return [...new Map(calls.map((call) => [`${call.role} ${call.call} ${call.vote}`, call])).values()]
}

/** Branches of a conversation may each name the compaction that they share: it is one. */
function onceCompacted(calls: readonly PageCall[]): readonly PageCall[] {
  const kept = calls.map(({ compacted }) => compacted?.join())
  return calls.filter((_, at) => kept[at] === undefined || kept.indexOf(kept[at]) === at)
}

/** A compaction, with what the application says that it kept. */
function compactionOf({ call, compacted = [] }: PageCall): Step[] {
  const title = `the application compacted its conversation here${compacted.length > 0 ? ', to:' : ''}`
  return [{ who: 'compaction', title, call, parts: compacted, findings: [] }]
}

/** The messages a call ends with its answer, without the system message. A compaction has none. */
function talkOf({ messages, content, compacted }: PageCall): PageMessage[] {
  const said = messages.filter(({ role }) => role !== 'system')
  return compacted ? said : [...said, { role: 'assistant', parts: content === null ? [] : [content] }]
}

/**
 * Where a call is in a conversation: its answer is the message at `ends`, or it asks something else after the one at `leaves`, -1 for from the
 * first on. A compaction leaves where it was made.
 */
function placeOf(talk: readonly PageMessage[], call: PageCall): { readonly ends?: number; readonly leaves?: number } {
  const own = talkOf(call)
  const common = own.findIndex(({ parts }, index) => parts.join() !== talk[index]?.parts.join())
  if (common !== -1) return call.compacted ? {} : { leaves: common - 1 }
  return call.compacted ? { leaves: own.length - 1 } : { ends: own.length - 1 }
}

/** A question beside the conversation with its answer. */
function exchange(call: PageCall, who: 'candidate' | 'judge', branch: string | undefined, findings: readonly Finding[]): Step[] {
  const talk = talkOf(call)
  const asked = talk.at(-2)
  const answer = talk.at(-1)
  return [
    ...(asked
      ? [
          {
            who: 'user' as const,
            title: who === 'judge' ? `put to the judge, ${call.call}` : 'user',
            parts: asked.parts,
            findings: [],
            branch,
          },
        ]
      : []),
    { who, title: `${who}, ${call.call}`, call: call.call, parts: answer?.parts ?? [], findings, branch },
  ]
}

const ABOUT_OBJECTIONS = /^objection (\d+(?: and \d+)*) /

function findingsOf(findings: NonNullable<CallNotes['findings']>, call: string | undefined): Finding[] {
  const own = call === undefined || !Object.hasOwn(findings, call) ? [] : (findings[call] ?? [])
  return own.map((text) => ({
    text,
    tone: /NOT MET|FORGOTTEN/.test(text) ? 'bad' : /\b(?:met|kept)\b/.test(text) ? 'good' : 'none',
    objections: ABOUT_OBJECTIONS.exec(text)?.[1]?.split(' and ').map(Number) ?? [],
  }))
}

function replyText(content: number | null, texts: Texts): string | undefined {
  const text = content === null ? undefined : texts[content]
  return typeof text === 'string' ? strip(text) : undefined
}

function messageText({ parts }: PageMessage, texts: Texts): string {
  return strip(parts.map((part) => (typeof texts[part] === 'string' ? texts[part] : '')).join(''))
}
