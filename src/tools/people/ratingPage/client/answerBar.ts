import { button, el } from '../../../../reports/page/client/dom.ts'
import { keysOf, pointWords } from '../shared/scaleKeys.ts'
import type { DataPoint, DataQuestion } from '../shared/sheetData.ts'
import type { Controls } from './controls.ts'
import { keyButton, keyHint } from './keyHint.ts'

/** What the bar tells besides its question. */
export interface BarState {
  readonly at: number
  readonly value: number | undefined
  /** What undo takes back, in words; empty where there is nothing. */
  readonly last: string
}

/** The scale as buttons, and the buttons to move about. */
export function answerBar({ scale, shown }: DataQuestion, { at, value, last }: BarState, controls: Controls): HTMLElement {
  const hasJudged = shown.length > 1 && shown.some(({ isJudged }) => isJudged)
  return el(
    'div',
    { class: 'answer-bar' },
    el(
      'div',
      { class: 'scale', role: 'group', 'aria-labelledby': 'ask' },
      ...scale.map((point) => pointButton(point, scale, point.value === value, controls)),
    ),
    el(
      'div',
      { class: 'bar-moves' },
      backButton(controls, at === 0),
      button('Next', () => controls.move(1), { 'aria-keyshortcuts': 'j ArrowRight', class: 'of-next' }),
      keyButton('Skip', 's', controls.skip),
      undoButton(last, controls),
      hasJudged && keyButton('Text to judge', 'g', controls.showJudged, { class: 'to-judged' }),
    ),
    el('p', { class: 'quiet last' }, last === '' ? '' : `Last: ${last}`),
  )
}

function pointButton(point: DataPoint, scale: readonly DataPoint[], isGiven: boolean, controls: Controls): HTMLElement {
  const [digit, letter] = keysOf(point, scale)
  const words = digit === undefined ? point.text : pointWords(point)
  return el(
    'button',
    {
      type: 'button',
      class: 'point',
      onclick: () => controls.answer(point.value),
      'aria-pressed': isGiven ? 'true' : 'false',
      'aria-keyshortcuts': [digit, letter].filter((key) => key !== undefined).join(' ') || undefined,
    },
    // Where the words say it no more, the value is part of the button's name.
    digit !== undefined && (words === point.text.trim() ? keyHint(digit) : el('kbd', {}, digit)),
    el('span', {}, words),
    letter !== undefined && keyHint(letter),
  )
}

/** The button that goes to the question before. */
export function backButton(controls: Controls, isFirst = false): HTMLElement {
  return button('Back', () => controls.move(-1), { 'aria-keyshortcuts': 'k ArrowLeft', class: 'of-back', disabled: isFirst })
}

/** The button that takes the last act back. */
export function undoButton(last: string, controls: Controls): HTMLElement {
  return keyButton('Undo', 'u', controls.undo, { disabled: last === '' })
}
