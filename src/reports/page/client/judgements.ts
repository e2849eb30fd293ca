import { quotesIn } from '../shared/quotes.ts'
import { type Explained, type ReasonPart, type ReasonRow, readLost } from '../shared/reasonParts.ts'
import type { PageJudgement } from '../shared/transcript.ts'
import { answerText, markAnswer, type ShownRun, stepLink, stepName, TONE_SIGNS } from './conversation.ts'
import { type Child, el, folded, table } from './dom.ts'
import { textBlock } from './textBlock.ts'

/** Longest text of a judge that is searched for quotations. */
const SEARCHED = 20_000

/** What the message of an item says, matcher by matcher. */
export function reasonBlock(parts: readonly ReasonPart[]): HTMLElement | undefined {
  if (parts.length === 0) return undefined
  return el(
    'div',
    { class: 'reason' },
    ...parts.flatMap(({ sentence, rows }) => [el('p', {}, el('strong', {}, sentence)), ...reasonRows(rows)]),
  )
}

/** Rows by their labels; lost points as a table, where the message says what each cost. */
function reasonRows(rows: readonly ReasonRow[]): Child[] {
  const points = rows.filter(({ label }) => label === 'lost').map(({ lines: [first = '', ...more] }) => ({ ...readLost(first), more }))
  const isTable = points.length > 0 && points.every((point) => point.points !== undefined)
  const listed = isTable ? rows.filter(({ label }) => label !== 'lost') : rows
  return [
    listed.length > 0 &&
      el('dl', {}, ...listed.map(({ label, lines }) => el('div', { class: label }, el('dt', {}, label), el('dd', {}, lines.join('\n'))))),
    isTable &&
      table(
        'Lost points',
        ['Point', 'Lost', 'Reason'],
        points.map(({ name, points: cost, why, more }) => [
          name,
          el('td', { class: 'bad' }, `${cost?.lost} of ${cost?.of}`),
          el('td', { class: 'words' }, [why, ...more].filter((line) => line !== '').join('\n')),
        ]),
      ),
  ]
}

/** The judgements: those that failed the item open, the others folded under one line. */
export function judgementBlock(run: ShownRun, { byJudgement }: Explained): HTMLElement | undefined {
  const { judgements, heading } = run
  if (judgements.length === 0) return undefined
  const show = (judgement: PageJudgement) => card(judgement, run, byJudgement.get(judgement) ?? [])
  const counted = (state: string, told: string) => {
    const count = judgements.filter((judgement) => judgement.state === state).length
    return count === 0 ? [] : [`${count} ${count === 1 ? 'judgement' : 'judgements'} ${told}`]
  }
  const others = judgements.filter(({ state }) => state !== 'failed')
  return el(
    'div',
    { class: 'judgements' },
    el(heading, {}, 'Judgements'),
    ...judgements.filter(({ state }) => state === 'failed').map(show),
    others.length > 0 &&
      folded([...counted('passed', 'passed'), ...counted('noted', 'beside the score')].join(', '), () => others.map(show)),
  )
}

/** Columns of a table whose first one has room. */
const FEW = 4
const SIGNS = { failed: '✗', passed: '✓', noted: '' } as const

function card({ title, outcome, state, about, words, table: rows }: PageJudgement, run: ShownRun, parts: readonly ReasonPart[]) {
  return el(
    'div',
    { class: `judgement ${state}`, role: 'group', 'aria-label': title },
    el(
      'p',
      { class: 'verdict-line' },
      el('span', { class: `sign ${state}`, 'aria-hidden': 'true' }, SIGNS[state]),
      el('strong', {}, outcome === '' ? title : `${title}: ${outcome}`),
      ' ',
      about !== undefined && stepLink(`about ${stepName(run, about)}`, `${run.prefix}-${about}`, 'about'),
    ),
    // The answer itself is a link away.
    ...parts.flatMap((part) =>
      reasonRows(part.rows.filter(({ label }) => label !== 'lost' && (label !== 'received' || about === undefined))),
    ),
    ...words.map((place, vote) =>
      el('div', { class: 'said' }, words.length > 1 && el('p', { class: 'quiet' }, `Vote ${vote + 1}`), said(place, about, run)),
    ),
    rows && judgementTable(rows, about, run),
  )
}

function judgementTable({ columns, words, rows }: NonNullable<PageJudgement['table']>, about: number | undefined, run: ShownRun) {
  return table(
    'Table of the judgement',
    columns,
    rows.map(({ cells: [name = '', ...cells], tone, about: own }) => [
      own === undefined ? name : stepLink(name, `${run.prefix}-${own}`, 'about'),
      ...cells.map((cell, at) =>
        at + 1 === words
          ? el('td', { class: 'words' }, ...quoting(cell, own ?? about, run))
          : at === 0
            ? el('td', { class: tone }, TONE_SIGNS[tone], cell)
            : cell,
      ),
    ]),
    columns.length <= FEW ? 'few' : '',
  )
}

function said(place: number, about: number | undefined, run: ShownRun): HTMLElement {
  const text = run.texts[place] ?? ''
  if (typeof text !== 'string' || text.length > SEARCHED) return textBlock(text, 'what the judge said')
  return el('pre', {}, ...quoting(pretty(text), about, run))
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
function quoting(text: string, about: number | undefined, run: ShownRun): Child[] {
  const answer = answerText(run, about)
  if (answer === undefined || about === undefined || text.length > SEARCHED) return [text]
  const pieces: Child[] = []
  let end = 0
  for (const { from, to, at, length } of quotesIn(text, answer)) {
    const onclick = (event: Event) => {
      event.preventDefault()
      markAnswer(run, about, answer, { from: at, to: at + length })
    }
    pieces.push(
      text.slice(end, from),
      el('a', { class: 'quote', href: location.hash, onclick, title: `In ${stepName(run, about)}` }, text.slice(from, to)),
    )
    end = to
  }
  return [...pieces, text.slice(end)]
}
