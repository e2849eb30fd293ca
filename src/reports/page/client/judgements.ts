import type { Explained } from '../shared/explain.ts'
import { quotesIn } from '../shared/quotes.ts'
import type { ReasonPart } from '../shared/reasonParts.ts'
import type { PageJudgement, Transcript } from '../shared/transcript.ts'
import type { Answers } from './answers.ts'
import { type Heading, stepLink } from './conversation.ts'
import { type Child, el } from './dom.ts'
import { reasonRows } from './reason.ts'
import { textBlock } from './textBlock.ts'

/** Longest text of a judge that is searched for quotations. */
const SEARCHED = 20_000

/** The judgements: those that failed the item open, the others folded under one line. */
export function judgementBlock(
  transcript: Transcript,
  { byJudgement }: Explained,
  answers: Answers,
  prefix: string,
  heading: Heading,
): HTMLElement | undefined {
  const { judgements } = transcript
  if (judgements.length === 0) return undefined
  const show = (judgement: PageJudgement) => card(judgement, transcript, byJudgement.get(judgement) ?? [], answers, prefix)
  const failed = judgements.filter(({ state }) => state === 'failed')
  const others = judgements.filter(({ state }) => state !== 'failed')
  return el('div', { class: 'judgements' }, el(heading, {}, 'Judgements'), ...failed.map(show), others.length > 0 && folded(others, show))
}

function judged(count: number): string {
  return `${count} ${count === 1 ? 'judgement' : 'judgements'}`
}

/** Judgements that did not fail the item, filled in when they are unfolded. */
function folded(others: readonly PageJudgement[], show: (judgement: PageJudgement) => HTMLElement): HTMLElement {
  const [passed, noted] = [others.filter(({ state }) => state === 'passed').length, others.filter(({ state }) => state === 'noted').length]
  const counts = [passed > 0 && `${judged(passed)} passed`, noted > 0 && `${judged(noted)} beside the score`].filter(
    (text) => text !== false,
  )
  const details = el('details', {}, el('summary', {}, counts.join(', ')))
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) details.append(...others.map(show))
  })
  return details
}

/** Columns of a table whose first one has room. */
const FEW = 4
const SIGNS = { failed: '✗', passed: '✓', noted: '' } as const

function card(
  judgement: PageJudgement,
  { texts }: Transcript,
  parts: readonly ReasonPart[],
  answers: Answers,
  prefix: string,
): HTMLElement {
  const { title, outcome, state, about, words, table } = judgement
  return el(
    'div',
    { class: `judgement ${state}`, role: 'group', 'aria-label': title },
    el(
      'p',
      { class: 'verdict-line' },
      SIGNS[state] !== '' && el('span', { class: `sign ${state}`, 'aria-hidden': 'true' }, `${SIGNS[state]} `),
      el('strong', {}, outcome === '' ? title : `${title}: ${outcome}`),
      about !== undefined && ' ',
      about !== undefined && stepLink(`about step ${about}`, `${prefix}-${about}`, 'about'),
    ),
    // The answer itself is a link away.
    ...parts.flatMap(({ rows }) =>
      reasonRows(rows.filter(({ label }) => label !== 'lost' && (label !== 'received' || about === undefined))),
    ),
    ...words.map((place, vote) =>
      el(
        'div',
        { class: 'said' },
        words.length > 1 && el('p', { class: 'quiet' }, `Vote ${vote + 1}`),
        said(texts[place] ?? '', about, answers),
      ),
    ),
    table && judgementTable(table, about, answers, prefix),
  )
}

function judgementTable(
  { columns, words, rows }: NonNullable<PageJudgement['table']>,
  about: number | undefined,
  answers: Answers,
  prefix: string,
): HTMLElement {
  const signs = { good: '✓ ', bad: '✗ ', none: '' } as const
  return el(
    'div',
    { class: 'scroll', role: 'group', tabindex: 0, 'aria-label': 'Table of the judgement' },
    el(
      'table',
      { class: columns.length <= FEW ? 'few' : '' },
      el('thead', {}, el('tr', {}, ...columns.map((name) => el('th', { scope: 'col' }, name)))),
      el(
        'tbody',
        {},
        ...rows.map(({ cells: [name = '', ...cells], tone, about: own }) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, own === undefined ? name : stepLink(name, `${prefix}-${own}`, 'about')),
            ...cells.map((cell, at) =>
              at + 1 === words
                ? el('td', { class: 'words' }, ...quoting(cell, own ?? about, answers))
                : el('td', { class: at === 0 ? tone : '' }, at === 0 ? signs[tone] : '', cell),
            ),
          ),
        ),
      ),
    ),
  )
}

function said(text: Transcript['texts'][number], about: number | undefined, answers: Answers): HTMLElement {
  if (typeof text !== 'string' || text.length > SEARCHED) return textBlock(text, 'what the judge said')
  return el('pre', {}, ...quoting(pretty(text), about, answers))
}

/** JSON is easier to read in lines. */
function pretty(text: string): string {
  if (!text.startsWith('{')) return text
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

/** A judge's words, with what it quotes of the answer as links to it. */
function quoting(text: string, about: number | undefined, answers: Answers): Child[] {
  const answer = answers.textAt(about)
  if (answer === undefined || about === undefined || text.length > SEARCHED) return [text]
  const pieces: Child[] = []
  let end = 0
  for (const { from, to, at, length } of quotesIn(text, answer)) {
    const go = (event: Event) => {
      event.preventDefault()
      answers.mark(about, { from: at, to: at + length })
    }
    pieces.push(
      text.slice(end, from),
      el('a', { class: 'quote', href: location.hash, onclick: go, title: `In step ${about}` }, text.slice(from, to)),
    )
    end = to
  }
  return [...pieces, text.slice(end)]
}
