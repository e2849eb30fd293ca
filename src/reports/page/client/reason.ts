import { type ReasonPart, type ReasonRow, readLost } from '../shared/reasonParts.ts'
import { type Child, el } from './dom.ts'

/** Words for labels that messages shorten; runs of earlier versions say `demanded`. */
const WORDS: Readonly<Record<string, string>> = { demanded: 'objection', objected: 'objection' }

/** What the message of an item says, matcher by matcher. */
export function reasonBlock(parts: readonly ReasonPart[]): HTMLElement | undefined {
  if (parts.length === 0) return undefined
  return el(
    'div',
    { class: 'reason' },
    ...parts.flatMap(({ sentence, rows }) => [el('p', {}, el('strong', {}, sentence)), ...reasonRows(rows)]),
  )
}

/** Rows by their labels; several lost points as a table. */
export function reasonRows(rows: readonly ReasonRow[]): Child[] {
  const lost = rows.filter(({ label }) => label === 'lost')
  const table = lostTable(lost)
  const listed = table ? rows.filter(({ label }) => label !== 'lost') : rows
  return [
    listed.length > 0 &&
      el(
        'dl',
        {},
        ...listed.map(({ label, lines }) =>
          el(
            'div',
            { class: label },
            el('dt', {}, WORDS[label] ?? label),
            el('dd', {}, ...lines.flatMap((line, at): Child[] => [at > 0 && el('br'), line])),
          ),
        ),
      ),
    table,
  ]
}

/** Lost points as a table, where the message says what each cost. */
function lostTable(rows: readonly ReasonRow[]): HTMLElement | undefined {
  const points = rows.map(({ lines: [first = '', ...more] }) => ({ ...readLost(first), more }))
  if (points.length === 0 || points.some((point) => point.points === undefined)) return undefined
  return el(
    'div',
    { class: 'scroll', role: 'group', tabindex: 0, 'aria-label': 'Lost points' },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, ...['Point', 'Lost', 'Reason'].map((name) => el('th', { scope: 'col' }, name)))),
      el(
        'tbody',
        {},
        ...points.map(({ name, points: cost, why, more }) =>
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, name),
            el('td', { class: 'bad' }, `${cost?.lost} of ${cost?.of}`),
            el(
              'td',
              { class: 'words' },
              ...[why, ...more].filter((line) => line !== '').flatMap((line, at): Child[] => [at > 0 && el('br'), line]),
            ),
          ),
        ),
      ),
    ),
  )
}
