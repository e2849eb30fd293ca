import type { CaseMessage, PageCase, PageInfluence, PageShrunk, TurnCell } from '../shared/pageCase.ts'
import type { Transcript } from '../shared/transcript.ts'
import type { Heading } from './conversation.ts'
import { type Child, el } from './dom.ts'
import { textBlock } from './textBlock.ts'

type Texts = Transcript['texts']

/** What commands found out about an item after its run: the influence of its turns, and its smallest failing case. */
export function caseSections({ texts, shrunk, influence, simulated, unread }: PageCase, heading: Heading): Child[] {
  return [
    ...unread.map((why) => el('p', { role: 'alert', class: 'error-text' }, why)),
    influence && influenceSection(influence, simulated, heading),
    shrunk && shrunkSection(shrunk, texts, simulated, heading),
  ]
}

const SIMULATED = () => el('span', { class: 'badge sim' }, 'simulated')

/** What leaving out a turn does: a sign, a word, a sentence. No meaning is in the colour alone. */
const CHANGES = {
  'to-passed': ['+', 'passes', 'passes without it'],
  'to-failed': ['!', 'fails', 'fails without it'],
  no: ['·', 'same', 'no change'],
  unknown: ['?', 'unknown', 'cannot be scored without it'],
} as const

function influenceSection({ said, total, passed, turns }: PageInfluence, simulated: boolean, heading: Heading): HTMLElement {
  const known = [...new Set(turns.map(({ changes }) => changes))]
  return section(
    'Influence of each turn',
    simulated,
    heading,
    el('p', {}, said),
    el('p', { class: 'quiet' }, `Whole item: ${figure('total', total)}, passed ${passed} runs.`),
    turns.length > 0 &&
      el('ol', { class: 'strip', 'aria-label': 'The outcome without each turn' }, ...turns.map((cell) => turnCell(cell, total))),
    turns.length > 0 &&
      el(
        'p',
        { class: 'quiet' },
        `Each cell is the item without that turn: ${known.map((changes) => `${CHANGES[changes][0]} ${CHANGES[changes][2]}`).join(', ')}. `,
        'The bar is the total without it, the line in it the total of the whole item.',
      ),
    turns.length > 0 &&
      folded(
        'The same as a table',
        table(
          ['turn', 'total with it', 'total without it', 'passed without it', 'outcome', 'what it says'],
          turns.map(({ turn, title, changes, total: without, passed: often }) => [
            `${turn}`,
            number(total),
            number(without),
            often,
            CHANGES[changes][2],
            title,
          ]),
          'The outcome without each turn',
        ),
        'fold',
      ),
  )
}

function turnCell({ turn, title, changes, total }: TurnCell, whole: number | null): HTMLElement {
  const [sign, word] = CHANGES[changes]
  return el(
    'li',
    { class: changes },
    el('span', { class: 'quiet' }, `Turn ${turn}`),
    el('strong', {}, el('span', { 'aria-hidden': 'true' }, `${sign} `), word),
    el('span', { class: 'totals' }, `${number(whole)} → ${number(total)}`),
    bar(total, whole),
    el('span', { class: 'title' }, title),
  )
}

/** The total without a turn as a bar, with a line at the one of the whole item. */
function bar(without: number | null, whole: number | null): Child {
  if (without === null) return null
  const shape = (name: string, attributes: Readonly<Record<string, string | number>>) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
    return element
  }
  const at = (value: number) => 100 * Math.max(0, Math.min(1, value))
  const picture = shape('svg', { viewBox: '0 0 100 8', preserveAspectRatio: 'none', 'aria-hidden': 'true' })
  picture.append(
    shape('rect', { class: 'ground', width: 100, height: 8 }),
    shape('rect', { class: 'value', width: at(without), height: 8 }),
  )
  if (whole !== null) picture.append(shape('rect', { class: 'whole', x: Math.min(98, at(whole)), width: 2, height: 8 }))
  return picture
}

const OUTCOMES = {
  fails: ['bad', '✗ still fails'],
  passes: ['good', '✓ does not fail'],
  unknown: ['', '? cannot be scored'],
} as const

function shrunkSection(shrunk: PageShrunk, texts: Texts, simulated: boolean, heading: Heading): HTMLElement {
  const { said, needed, sizes, reasons, parts, messages, tried, spent } = shrunk
  const [before, after] = reasons
  return section(
    'Smallest failing case',
    simulated,
    heading,
    el('p', {}, said),
    needed.length > 0 &&
      el('p', {}, el('strong', {}, 'Needed: '), `without ${needed.length > 1 ? 'any one of these' : 'it'}, the case no longer fails.`),
    needed.length > 0 && el('ul', { class: 'needed' }, ...needed.map((text) => el('li', {}, text))),
    sizes.length > 0 && table(['', 'before', 'after'], sizes, 'Size before and after'),
    el(
      'dl',
      { class: 'because' },
      ...(before === '' ? [] : [el('dt', {}, 'failed'), el('dd', {}, textBlock(before, 'the reason'))]),
      ...(after === ''
        ? []
        : [
            el('dt', {}, after === before ? 'still, the same' : 'still'),
            after === before ? el('dd', {}, '') : el('dd', {}, textBlock(after, 'the reason')),
          ]),
    ),
    messages.length > 0 && el('p', { class: 'who' }, 'Before and after'),
    messages.length > 0 && el('ol', { class: 'timeline before-after' }, ...inGroups(messages).map((group) => messageGroup(group, texts))),
    parts.length > 0 &&
      folded(
        `What of it was tried: ${parts.length} ${parts.length === 1 ? 'part' : 'parts'}`,
        table(
          ['', 'part', 'left', 'what it is'],
          parts.map(({ word, kind, size, title }) => [word, kind, size, title]),
          'Parts of the item',
        ),
      ),
    tried.length > 0 &&
      folded(
        `The path: what still failed and what did not`,
        el(
          'ol',
          { class: 'path' },
          ...tried.map(({ what, outcome, failed, runs, reason }) => {
            const [tone, word] = OUTCOMES[outcome]
            return el(
              'li',
              {},
              el('strong', { class: `finding ${tone}` }, `${word}${runs > 1 ? ` (${failed} of ${runs})` : ''}`),
              what,
              reason !== '' && el('span', { class: 'quiet' }, ` — ${reason}`),
            )
          }),
        ),
      ),
    el('p', { class: 'quiet' }, spent),
  )
}

/** Messages left out that stand together are folded as one. */
function inGroups(messages: readonly CaseMessage[]): (readonly CaseMessage[])[] {
  const groups: CaseMessage[][] = []
  for (const message of messages) {
    const last = groups.at(-1)
    if (last && message.fate === 'left out' && last[0]?.fate === 'left out') last.push(message)
    else groups.push([message])
  }
  return groups
}

function messageGroup(group: readonly CaseMessage[], texts: Texts): HTMLElement {
  const [first] = group
  if (first?.fate !== 'left out')
    return el('li', { class: `step ${stepOf(first?.role)} ${first?.fate}` }, ...(first ? shownMessage(first, texts) : []))
  const many = `${group.length} ${group.length === 1 ? 'message' : 'messages'} left out`
  return el('li', { class: 'step out' }, folded(many, el('div', {}, ...group.flatMap((message) => shownMessage(message, texts)))))
}

function shownMessage({ role, fate, part, whole }: CaseMessage, texts: Texts): Child[] {
  const notes = { kept: '', cut: ' · changed or cut', 'left out': '', new: ' · only in the smallest case' } as const
  return [
    el('p', { class: 'who' }, role, notes[fate] !== '' && el('span', { class: 'quiet' }, notes[fate])),
    textBlock(texts[part] ?? '', `the ${role} message`),
    whole !== undefined && folded('As it was', textBlock(texts[whole] ?? '', `the ${role} message as it was`)),
  ]
}

function stepOf(role: string | undefined): string {
  return role === 'assistant' ? 'candidate' : 'user'
}

function section(title: string, simulated: boolean, heading: Heading, ...children: readonly Child[]): HTMLElement {
  return el(
    'section',
    { class: 'case', 'aria-label': title },
    el(heading, {}, title, simulated && ' ', simulated && SIMULATED()),
    ...children,
  )
}

function folded(title: string, content: HTMLElement, name = ''): HTMLElement {
  return el('details', { class: name }, el('summary', {}, title), content)
}

function table(head: readonly string[], rows: readonly (readonly string[])[], name: string): HTMLElement {
  return el(
    'div',
    { class: 'scroll', role: 'group', tabindex: 0, 'aria-label': name },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, ...head.map((text) => (text === '' ? el('td', {}) : el('th', { scope: 'col' }, text))))),
      el(
        'tbody',
        {},
        ...rows.map(([first = '', ...cells]) =>
          el('tr', {}, el('th', { scope: 'row' }, first), ...cells.map((cell) => el('td', {}, cell))),
        ),
      ),
    ),
  )
}

function number(value: number | null): string {
  return value === null ? '–' : value.toFixed(2)
}

function figure(name: string, value: number | null): string {
  return value === null ? `no ${name}` : `${name} ${value.toFixed(2)}`
}
