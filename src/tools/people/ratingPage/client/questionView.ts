import { type Child, el } from '../../../../reports/page/client/dom.ts'
import type { Standing } from '../shared/ratingState.ts'
import { progressText } from '../shared/ratingWords.ts'
import type { DataQuestion, DataText, SheetData } from '../shared/sheetData.ts'
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

/** Longest text that stands with the question: a criterion is read before the answer that it is held against. */
const BESIDE_QUESTION = 280

/** One question: what is asked, the texts, and the scale. */
export function questionView(sheet: SheetData, question: DataQuestion, view: ViewState, controls: Controls, help: Child): HTMLElement[] {
  const { at, count, standing, last } = view
  const value = standing.values.get(at)
  const mark = value !== undefined ? 'answered' : standing.skipped.has(at) ? 'skipped' : ''
  const textOf = ({ text }: DataText) => sheet.texts[text] ?? ''
  const judged = question.shown.findLastIndex(({ isJudged }) => isJudged)
  const isWithQuestion = (text: DataText, index: number) => judged >= 0 && index > judged && textOf(text).length <= BESIDE_QUESTION
  return [
    el(
      'div',
      { class: 'asked' },
      progressLine(`Question ${at + 1} of ${count}`, mark, view),
      el('h2', { id: 'ask', tabindex: -1 }, question.ask),
      ...question.shown
        .filter(isWithQuestion)
        .map((text) => el('p', { class: 'held-against' }, el('strong', {}, text.title), ' ', el('span', {}, textOf(text)))),
    ),
    el(
      'div',
      { class: 'judging' },
      el(
        'ol',
        { class: 'timeline' },
        ...question.shown.flatMap((text, index) => (isWithQuestion(text, index) ? [] : [shownText(text, textOf(text), index)])),
      ),
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
