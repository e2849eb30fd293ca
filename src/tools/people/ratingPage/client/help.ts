import { el } from '../../../../reports/page/client/dom.ts'
import { keyHint } from './keyHint.ts'

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['0', '…', '9'], 'answers with that value and goes on'],
  [['y', 'n'], 'answers yes or no'],
  [['→', 'j'], 'next question, without an answer'],
  [['←', 'k'], 'question before'],
  [['s'], 'skips: leaves the question for later'],
  [['u'], 'undoes the last answer or skip'],
  [['g'], 'goes to the text to judge, then to what follows it'],
  [['e'], 'exports the answers to a file'],
]

/** What the keys do and where answers are kept, folded; with a switch for who types by other means. */
export function helpFold(onKeys: (isOn: boolean) => void): HTMLElement {
  const isOn = el('input', { type: 'checkbox', id: 'keys', checked: true })
  isOn.addEventListener('change', () => onKeys(isOn.checked))
  return el(
    'details',
    { class: 'help' },
    el('summary', {}, 'Keys and help'),
    el(
      'dl',
      {},
      ...KEYS.map(([keys, does]) =>
        el('div', {}, el('dt', {}, ...keys.map((name) => (name === '…' ? name : keyHint(name)))), el('dd', {}, does)),
      ),
    ),
    el('p', { class: 'switch' }, isOn, el('label', { for: 'keys' }, 'Use these keys')),
    el(
      'p',
      { class: 'quiet' },
      'Each answer is kept in this browser at once. Nothing is sent anywhere: Export writes your answers to a file. Import takes an earlier export over, for instance from another browser.',
    ),
  )
}
