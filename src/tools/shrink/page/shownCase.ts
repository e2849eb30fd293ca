import {
  type CaseMessage,
  type CasePartRow,
  counted,
  grouped,
  type PageInfluence,
  type PageShrunk,
  sizeIn,
  type TriedRow,
} from '../../../kit.ts'
import { influenceConclusion } from '../influenceLines.ts'
import type { ShrunkCase, TurnInfluence } from '../shrunkCase.ts'
import { shrunkConclusion } from '../shrunkLines.ts'
import { alignMessages } from './alignMessages.ts'

/** Cases that the page lists; the file has them all. */
const TRIED = 200
/** Parts that are named in a row. */
const NAMED = 6
/** Characters of a title or of a reason in a row. */
const SHOWN = 160

/** A smallest case as the page shows it. @param place gives the position of a text. */
export function shownShrunk(found: ShrunkCase, place: (text: string, name: string) => number): PageShrunk {
  const { before, after, parts, sizes, needed, tried, outcome } = found
  const left = (name: string, size: number) => sizeIn(sizes, name, size)
  const isKnown = outcome !== 'chance'
  return {
    said: shrunkConclusion(found),
    needed: parts.filter(({ name }) => needed.includes(name)).map(({ title, kind }) => `${kind} “${cut(title)}”`),
    sizes: isKnown
      ? [
          ['messages', grouped(before.messages.length), grouped(after.messages.length)],
          ['prompt tokens', grouped(before.tokens), grouped(after.tokens)],
          ['parts', grouped(parts.length), grouped(parts.filter(({ name, size }) => left(name, size) > 0).length)],
        ]
      : [],
    reasons: [before.reason, isKnown ? after.reason : ''],
    parts: isKnown ? parts.map((part) => partRow(part, left(part.name, part.size), needed.includes(part.name))) : [],
    messages: isKnown ? alignMessages(before.messages, after.messages).map((pair) => message(pair, place)) : [],
    tried: tried.slice(0, TRIED).map((one) => triedRow(one, found)),
    spent: spent(found),
  }
}

/** Influence of turns as the page shows it. */
export function shownInfluence(found: TurnInfluence): PageInfluence {
  const passed = (share: number, runs: number) => `${Math.round(share * runs)} of ${runs}`
  return {
    said: influenceConclusion(found),
    total: found.whole.total,
    passed: passed(found.whole.passed, found.whole.runs),
    turns: found.turns.map(({ turn, title, changes, total, passed: share, runs }) => ({
      turn: turn + 1,
      title: cut(title),
      changes,
      total,
      passed: passed(share, runs),
    })),
  }
}

function message({ before, after }: ReturnType<typeof alignMessages>[number], place: (text: string, name: string) => number): CaseMessage {
  const text = (one: { readonly role: string; readonly content: string }) => place(one.content, one.role)
  if (!before) return { role: after?.role ?? '', fate: 'new', part: after ? text(after) : place('', 'message') }
  if (!after) return { role: before.role, fate: 'left out', part: text(before) }
  if (before.content === after.content) return { role: after.role, fate: 'kept', part: text(after) }
  return { role: after.role, fate: 'cut', part: text(after), whole: text(before) }
}

function partRow({ kind, title, size, unit }: ShrunkCase['parts'][number], left: number, isNeeded: boolean): CasePartRow {
  const word = left === 0 ? 'left out' : isNeeded ? 'needed' : left < size ? 'cut' : 'kept'
  return { kind, title: cut(title), word, size: size === 1 ? '' : `${grouped(left)} of ${grouped(size)}${unit ? ` ${unit}` : ''}` }
}

function triedRow({ sizes, outcome, failed, runs, reason = '', again }: ShrunkCase['tried'][number], { parts }: ShrunkCase): TriedRow {
  const smaller = parts.filter(({ name, size }) => sizeIn(sizes, name, size) < size)
  const out = smaller.filter(({ name, size }) => sizeIn(sizes, name, size) === 0)
  const less = smaller.filter((part) => !out.includes(part))
  const kept = parts.filter((part) => !out.includes(part))
  const what = [
    ...(smaller.length === 0 ? ['the whole item'] : []),
    // What is shorter to say.
    ...(out.length === 0 ? [] : out.length <= kept.length || kept.length === 0 ? [`without ${named(out)}`] : [`only ${named(kept)}`]),
    ...less.map(
      ({ name, title, size, unit }) =>
        `${cut(title)} at ${grouped(sizeIn(sizes, name, size))} of ${grouped(size)}${unit ? ` ${unit}` : ''}`,
    ),
  ].join('; ')
  return { what: `${what}${again ? ' (again)' : ''}`, outcome, failed, runs, reason: cut(reason.split('\n')[0] ?? '') }
}

function named(parts: ShrunkCase['parts']): string {
  const shown = parts.slice(0, NAMED).map(({ title }) => `“${cut(title, 48)}”`)
  return `${shown.join(', ')}${parts.length > NAMED ? ` and ${parts.length - NAMED} more` : ''}`
}

function spent({ calls, cached, usd, tried }: ShrunkCase): string {
  const price = usd === null ? 'price unknown' : `$${usd.toFixed(usd < 0.1 && usd > 0 ? 4 : 2)}`
  return `${counted(tried.length, 'case')} tried with ${counted(calls, 'call')}; ${counted(cached, 'answer')} from the cache; ${price}.`
}

function cut(text: string, most = SHOWN): string {
  const characters = [...text.slice(0, 2 * most + 2)]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}
