import { type Child, el } from '../../page/client/dom.ts'
import type { Standing } from '../shared/ratingState.ts'
import { progressText } from '../shared/ratingWords.ts'
import type { DataQuestion, SheetData } from '../shared/sheetData.ts'
import { answerBar } from './answerBar.ts'
import type { Controls } from './controls.ts'
import { shownText } from './shownText.ts'

/** Where a rater is, and what they did. */
export interface ViewState {
  readonly at: number
  readonly count: number
  readonly standing: Standing
  /** What undo takes back, in words; empty where there is nothing. */
  readonly last: string
}

/** One question: what is asked, the texts, and the scale. */
export function questionView(sheet: SheetData, question: DataQuestion, view: ViewState, controls: Controls, help: Child): HTMLElement[] {
  const { at, count, standing, last } = view
  const value = standing.values.get(at)
  const mark = value !== undefined ? 'answered' : standing.skipped.has(at) ? 'skipped' : ''
  return [
    el(
      'div',
      { class: 'asked' },
      progressLine(`Question ${at + 1} of ${count}`, mark, view),
      el('h2', { id: 'ask', tabindex: -1 }, question.ask),
    ),
    el(
      'div',
      { class: 'judging' },
      el('ol', { class: 'timeline' }, ...question.shown.map((text, index) => shownText(text, sheet.texts[text.text] ?? '', index))),
      el('div', { class: 'beside' }, answerBar(question, { at, value, last }, controls), help),
    ),
  ]
}

/** Where a rater is and how far they are, in words and as a bar. */
export function progressLine(place: string, mark: string, { count, standing }: ViewState): HTMLElement {
  return el(
    'div',
    { class: 'progress' },
    el(
      'p',
      {},
      el('span', {}, el('strong', {}, place), mark !== '' && el('span', { class: `mark-${mark}` }, mark)),
      el('span', { class: 'quiet' }, progressText(standing, count)),
    ),
    el('progress', { max: count, value: standing.values.size, 'aria-label': 'Questions answered' }),
  )
}
