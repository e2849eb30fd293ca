import { button, type Child, el } from '../../page/client/dom.ts'
import { keysOf, pointWords } from '../shared/scaleKeys.ts'
import type { DataPoint, DataQuestion } from '../shared/sheetData.ts'
import type { Controls } from './controls.ts'

/** What the bar tells besides its question. */
export interface BarState {
  readonly at: number
  readonly value: number | undefined
  /** What undo takes back, in words; empty where there is nothing. */
  readonly last: string
}

/** A key as a quiet hint; people who hear the page are told it by the button. */
export function key(name: string): HTMLElement {
  return el('kbd', { 'aria-hidden': 'true' }, name)
}

/** The scale as buttons, and the buttons to move about. */
export function answerBar({ scale, shown }: DataQuestion, { at, value, last }: BarState, controls: Controls, help: Child): HTMLElement {
  const judged = shown.findIndex(({ isJudged }) => isJudged)
  return el(
    'div',
    { class: 'answer-bar' },
    el(
      'div',
      { class: `scale${scale.length > 3 ? ' long' : ''}`, role: 'group', 'aria-labelledby': 'ask' },
      ...scale.map((point) => pointButton(point, scale, point.value === value, controls)),
    ),
    el(
      'div',
      { class: 'bar-moves' },
      button('Back', () => controls.move(-1), { 'aria-keyshortcuts': 'k ArrowLeft', class: 'of-back', disabled: at === 0 }),
      button('Next', () => controls.move(1), { 'aria-keyshortcuts': 'j ArrowRight', class: 'of-next' }),
      withKey(
        button('Skip', () => controls.skip(), { 'aria-keyshortcuts': 's' }),
        's',
      ),
      judged > 0 &&
        withKey(
          button('Text to judge', () => controls.showJudged(), { 'aria-keyshortcuts': 'g' }),
          'g',
        ),
      undoButton(last, controls),
    ),
    el('p', { class: 'quiet last' }, last === '' ? 'Nothing to undo yet.' : `Last: ${last}`),
    help,
  )
}

function pointButton(point: DataPoint, scale: readonly DataPoint[], isGiven: boolean, controls: Controls): HTMLElement {
  const keys = keysOf(point, scale)
  const [digit, letter] = keys
  const words = digit === undefined ? point.text : pointWords(point)
  const made = button('', () => controls.answer(point.value), {
    class: 'point',
    'aria-pressed': isGiven ? 'true' : 'false',
    'aria-keyshortcuts': keys.length === 0 ? undefined : keys.join(' '),
    'aria-label': point.text,
  })
  made.append(
    ...[digit !== undefined && key(digit), words !== '' && el('span', {}, words), letter !== undefined && key(letter)].filter(
      (part) => part !== false,
    ),
  )
  return made
}

/** The button that takes the last act back; also where no question is shown. */
export function undoButton(last: string, controls: Controls): HTMLElement {
  return withKey(
    button('Undo', () => controls.undo(), { 'aria-keyshortcuts': 'u', disabled: last === '' }),
    'u',
  )
}

/** A button with the hint of its key. */
export function withKey(made: HTMLButtonElement, name: string): HTMLButtonElement {
  made.append(' ', key(name))
  return made
}
