import { type CaseBlock, counted, grouped, sizeIn } from '../../../kit.ts'
import { influenceConclusion } from '../influenceLines.ts'
import type { ShrunkCase, TurnInfluence } from '../shrunkCase.ts'
import { shrunkConclusion } from '../shrunkLines.ts'
import { type AlignedMessage, alignMessages } from './alignMessages.ts'

/** Cases that the page lists; the file has them all. */
const TRIED = 200
/** Parts that are named in a row. */
const NAMED = 6
/** Characters of a title or of a reason in a row. */
const SHOWN = 160

/** Gives the position of a text of a message. */
type Place = (text: string, name: string) => number

/** A smallest case as blocks of the page. */
export function shownShrunk(found: ShrunkCase, place: Place): CaseBlock[] {
  const { before, after, parts, sizes, needed, tried, outcome } = found
  const left = ({ name, size }: Part) => sizeIn(sizes, name, size)
  const isKnown = outcome !== 'chance'
  const needs = parts.filter(({ name }) => needed.includes(name))
  const reason = (title: string, text: string): CaseBlock[] => (text === '' ? [] : [{ title, part: place(text, 'the reason') }])
  return [
    { say: shrunkConclusion(found) },
    ...(needs.length === 0
      ? []
      : [
          { say: `Needed: without ${needs.length > 1 ? 'any one of these' : 'it'}, the case no longer fails.` },
          { list: needs.map(({ title, kind }) => `${kind} “${cut(title)}”`) },
        ]),
    ...reason('failed', before.reason),
    ...(isKnown
      ? [
          ...(after.reason === before.reason ? [{ say: 'still, the same', isQuiet: true }] : reason('still', after.reason)),
          {
            table: 'Size before and after',
            head: ['', 'before', 'after'],
            rows: [
              ['messages', grouped(before.messages.length), grouped(after.messages.length)],
              ['prompt tokens', grouped(before.tokens), grouped(after.tokens)],
              ['parts', grouped(parts.length), grouped(parts.filter((part) => left(part) > 0).length)],
            ],
          },
          ...messages(alignMessages(before.messages, after.messages), place),
          folded(`What of it was tried: ${counted(parts.length, 'part')}`, {
            table: 'Parts of the item',
            head: ['', 'part', 'left', 'what it is'],
            rows: parts.map((part) => partRow(part, left(part), needed.includes(part.name))),
          }),
        ]
      : []),
    folded('The path: what still failed and what did not', {
      table: 'Cases that were tried',
      head: ['outcome', 'case', 'reason'],
      rows: tried.slice(0, TRIED).map((one) => triedRow(one, found)),
    }),
    { say: spent(found), isQuiet: true },
  ]
}

function folded(fold: string, ...blocks: readonly CaseBlock[]): CaseBlock {
  return { fold, blocks }
}

const CHANGES = {
  'to-passed': '+ passes without it',
  'to-failed': '! fails without it',
  no: '· no change',
  unknown: '? cannot be scored without it',
} as const

/** Influence of turns as blocks of the page. */
export function shownInfluence(found: TurnInfluence): CaseBlock[] {
  const { whole, turns } = found
  const often = ({ passed, runs }: Pick<TurnInfluence['whole'], 'passed' | 'runs'>) => `${Math.round(passed * runs)} of ${runs}`
  const number = (total: number | null) => total?.toFixed(2) ?? '–'
  return [
    { say: influenceConclusion(found) },
    { say: `Whole item: total ${number(whole.total)}, passed ${often(whole)} runs.`, isQuiet: true },
    ...(turns.length === 0
      ? []
      : [
          {
            table: 'The outcome without each turn',
            head: ['turn', 'outcome', 'total', 'passed', 'what it says'],
            rows: turns.map((turn) => [`${turn.turn + 1}`, CHANGES[turn.changes], number(turn.total), often(turn), cut(turn.title)]),
          },
        ]),
  ]
}

/** Both conversations in one order; messages left out that stand together are folded as one. */
function messages(pairs: readonly AlignedMessage[], place: Place): CaseBlock[] {
  const blocks: CaseBlock[] = []
  let out: CaseBlock[] = []
  const text = ({ role, content }: NonNullable<AlignedMessage['before']>, told = '') => ({ title: role + told, part: place(content, role) })
  const close = () => {
    if (out.length > 0) blocks.push(folded(`${counted(out.length, 'message')} left out`, ...out))
    out = []
  }
  for (const { before, after } of pairs) {
    if (!after) {
      if (before) out.push(text(before))
      continue
    }
    close()
    const isCut = before !== undefined && before.content !== after.content
    blocks.push(text(after, before === undefined ? ' · only in the smallest case' : isCut ? ' · changed or cut' : ''))
    if (isCut) blocks.push(folded('As it was', text(before)))
  }
  close()
  return blocks
}

type Part = ShrunkCase['parts'][number]

function partRow({ kind, title, size, unit }: Part, left: number, isNeeded: boolean): string[] {
  const word = left === 0 ? 'left out' : isNeeded ? 'needed' : left < size ? 'cut' : 'kept'
  return [word, kind, size === 1 ? '' : `${grouped(left)} of ${grouped(size)}${unit ? ` ${unit}` : ''}`, cut(title)]
}

const OUTCOMES = { fails: '✗ still fails', passes: '✓ does not fail', unknown: '? cannot be scored' } as const

function triedRow({ sizes, outcome, failed, runs, reason = '', again }: ShrunkCase['tried'][number], { parts }: ShrunkCase): string[] {
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
  const told = `${OUTCOMES[outcome]}${runs > 1 ? ` (${failed} of ${runs})` : ''}`
  return [told, `${what}${again ? ' (again)' : ''}`, cut(reason.split('\n')[0] ?? '')]
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
