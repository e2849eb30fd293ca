import { el } from './dom.ts'

/** A mark, its class, and what it means. */
const MARKS: readonly (readonly [mark: string, name: string, meaning: string])[] = [
  ['✓', 'state passed', 'The item passed. Beside an answer: an objection was met or kept there.'],
  ['✗', 'state failed', 'The item failed. Beside an answer: an objection was not met there, or forgotten.'],
  ['?', 'state unscored', 'The item has no score: a judge or refuter gave no usable reply, or the budget was spent.'],
  ['!', 'state error', 'A call failed, or the test itself did.'],
  ['–', 'state skipped', 'The item was left out, or has no score to show.'],
  ['▼', 'flip', 'The item passed in the run compared with, and does not pass here.'],
  ['▲', 'flip', 'The item passes here, and did not pass in the run compared with.'],
  ['simulated', 'badge sim', 'A simulated model answered: the figures say nothing about a real one.'],
  ['words', 'mark', 'In a question: words that it names, or the right answer, where they stand in the context.'],
  ['words', 'mark', 'In an answer: words that the judge quotes.'],
  ['words', 'del', 'Struck through: in the baseline’s answer or in the reference, and not in this answer.'],
  ['words', 'ins', 'Underlined: in this answer only.'],
]

/** What every mark of the items means, folded. */
export function legend(): HTMLElement {
  const shown = (mark: string, name: string) =>
    name === 'mark' || name === 'del' || name === 'ins' ? el(name, {}, mark) : el('span', { class: name }, mark)
  return el(
    'details',
    { class: 'legend' },
    el('summary', {}, 'What the marks mean'),
    el('dl', {}, ...MARKS.map(([mark, name, meaning]) => el('div', {}, el('dt', {}, shown(mark, name)), el('dd', {}, meaning)))),
  )
}
