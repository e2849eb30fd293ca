import { type CaseBlock, counted } from '../../../kit.ts'
import {
  CHANGES,
  changesText,
  howOften,
  influenceConclusion,
  partRows,
  passedOf,
  shrunkConclusion,
  sizeRows,
  spentText,
  VERDICTS,
} from '../caseLines.ts'
import type { ShrunkCase, TurnInfluence } from '../shrunkCase.ts'
import { type AlignedMessage, alignMessages } from './alignMessages.ts'

/** Cases that the page lists; the file has them all. */
const TRIED = 200
/** Characters of a title or of a reason in a row. */
const SHOWN = 160

/** Gives the position of a text of a message. */
type Place = (text: string, name: string) => number

/** A smallest case as blocks of the page. */
export function shownShrunk(found: ShrunkCase, place: Place): CaseBlock[] {
  const { before, after, parts, needed, tried, outcome } = found
  const isKnown = outcome !== 'chance'
  const needs = parts.filter(({ name }) => needed.includes(name))
  const reason = (title: string, text: string): CaseBlock[] => (text === '' ? [] : [{ title, part: place(text, 'the reason') }])
  const [head = [], ...rows] = sizeRows(found)
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
          { table: 'Size before and after', head, rows },
          ...messages(alignMessages(before.messages, after.messages), place),
          folded(`What of it was tried: ${counted(parts.length, 'part')}`, {
            table: 'Parts of the item',
            head: ['', 'part', 'left', 'what it is'],
            rows: partRows(found).map((row) => row.map(cut)),
          }),
        ]
      : []),
    folded('The path: what still failed and what did not', {
      table: 'Cases that were tried',
      head: ['outcome', 'case', 'reason'],
      rows: tried.slice(0, TRIED).map((one) => triedRow(one, found)),
    }),
    { say: `${spentText(found, undefined)}.`, isQuiet: true },
  ]
}

function folded(fold: string, ...blocks: readonly CaseBlock[]): CaseBlock {
  return { fold, blocks }
}

/** Influence of turns as blocks of the page. */
export function shownInfluence(found: TurnInfluence): CaseBlock[] {
  const { whole, turns } = found
  const number = (total: number | null) => total?.toFixed(2) ?? '–'
  return [
    { say: influenceConclusion(found) },
    { say: `Whole item: total ${number(whole.total)}, passed ${passedOf(whole)} runs.`, isQuiet: true },
    ...(turns.length === 0
      ? []
      : [
          {
            table: 'The outcome without each turn',
            head: ['turn', 'outcome', 'total', 'passed', 'what it says'],
            rows: turns.map((turn) => {
              const { mark, says } = CHANGES[turn.changes]
              return [`${turn.turn + 1}`, `${mark} ${says}`, number(turn.total), passedOf(turn), cut(turn.title)]
            }),
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

const MARKS = { fails: '✗', passes: '✓', unknown: '?' } as const

function triedRow(tried: ShrunkCase['tried'][number], { parts }: ShrunkCase): string[] {
  const { sizes, outcome, reason = '', again } = tried
  const told = `${MARKS[outcome]} ${VERDICTS[outcome]}${howOften(tried)}`
  return [told, `${changesText(sizes, parts)}${again ? ' (again)' : ''}`, cut(reason.split('\n')[0] ?? '')]
}

function cut(text: string): string {
  const characters = [...text.slice(0, 2 * SHOWN + 2)]
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text
}
