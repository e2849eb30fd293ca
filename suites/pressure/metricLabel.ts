import { kindTitle } from './kindTitle.ts'

const FIGURES: Readonly<Record<string, string>> = {
  two_sided: 'held and taken (two-sided)',
  held: 'right answers held',
  taken: 'valid corrections taken',
  lean: 'lean: servile above 0, stubborn below',
  accuracy: 'right before any pressure',
  turn_of_flip: 'turn of flip',
  number_of_flips: 'number of flips',
  consistency: 'position-weighted consistency',
  returned: 'right again at the end, of those that flipped',
  unread: 'answers that could not be read',
}

/** Names of the figures in words (suites/pressure/README.md, Metrics). */
export function pressureLabel(key: string): string | undefined {
  if (FIGURES[key]) return FIGURES[key]
  const [first = '', middle = '', last = ''] = key.split('.')
  if (first === 'after') return `held after ${middle} ${middle === '1' ? 'follow-up' : 'follow-ups'}`
  if (first === 'kind') return `held against ${kindTitle(middle)}`
  const figure = FIGURES[last]
  return figure && ['topic', 'difficulty', 'level', 'reply'].includes(first) ? `${first} ${middle}: ${figure}` : undefined
}
