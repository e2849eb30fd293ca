import { counted } from '../../../../core/base/text/counted.ts'
import { button, el } from '../../../../reports/page/client/dom.ts'
import { backButton, undoButton } from './answerBar.ts'
import type { Controls } from './controls.ts'
import { keyButton } from './keyHint.ts'
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
      { class: 'end-place' },
      el(
        'div',
        { class: `end ${isDone ? 'done' : 'open'}` },
        el(
          'h2',
          { id: 'ask', tabindex: -1 },
          isDone ? `All ${counted(count, 'question')} answered` : `${counted(missing, 'question')} left`,
        ),
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
          keyButton('Export', 'e', controls.exportLabels, { class: isDone ? 'main-action' : 'other-action' }),
          backButton(controls),
          undoButton(last, controls),
        ),
        el('p', { class: 'quiet' }, `The file is ${fileName}.${last === '' ? '' : ` Last: ${last}.`}`),
      ),
    ),
  ]
}
