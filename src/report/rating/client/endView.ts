import { counted } from '../../../base/text/counted.ts'
import { button, el } from '../../page/client/dom.ts'
import { undoButton, withKey } from './answerBar.ts'
import type { Controls } from './controls.ts'
import { progressLine, type ViewState } from './questionView.ts'

/** What stands after the last question: whether all are answered, and what to do now. */
export function endView(view: ViewState, fileName: string, controls: Controls, onResume: () => void): HTMLElement[] {
  const { count, standing, last } = view
  const missing = count - standing.values.size
  const isDone = missing === 0
  return [
    el('div', { class: 'asked' }, progressLine('The end', '', view)),
    el(
      'div',
      { class: `end ${isDone ? 'done' : 'open'}` },
      el('h2', { id: 'ask', tabindex: -1 }, isDone ? `All ${counted(count, 'question')} answered` : `${counted(missing, 'question')} left`),
      el(
        'p',
        {},
        isDone
          ? 'Thank you. Export your answers and give the file to the person who sent you this page.'
          : 'You can go on with what is left, or export what you have.',
      ),
      el(
        'div',
        { class: 'end-actions' },
        !isDone && button('Go on with what is left', onResume, { class: 'main-action' }),
        withKey(button('Export', controls.exportLabels, { class: isDone ? 'main-action' : '', 'aria-keyshortcuts': 'e' }), 'e'),
        button('Back', () => controls.move(-1), { 'aria-keyshortcuts': 'k ArrowLeft', class: 'of-back' }),
        undoButton(last, controls),
      ),
      el('p', { class: 'quiet' }, `The file is ${fileName}.${last === '' ? '' : ` Last: ${last}.`}`),
    ),
  ]
}
