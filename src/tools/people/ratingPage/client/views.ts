import { counted } from '../../../../core/base/text/counted.ts'
import { button, type Child, el, type Properties } from '../../../../reports/page/client/dom.ts'
import { textBlock } from '../../../../reports/page/client/textBlock.ts'
import type { SheetData } from '../ratingPage.ts'
import type { Answers } from '../shared/ratingState.ts'
import { progressText } from '../shared/ratingWords.ts'
import { type DataPoint, type DataQuestion, type DataText, keysOf, pointWords } from '../shared/sheetData.ts'

/** What a rater can do, by button or key. */
export interface Controls {
  answer(value: number): void
  move(step: number): void
  undo(): void
  exportLabels(): void
}

/** Where a rater is, and what they did. */
export interface ViewState {
  readonly at: number
  readonly count: number
  readonly answers: Answers
  /** What undo takes back, in words; empty where there is nothing. */
  readonly last: string
}

/** Longest text that stands with the question: a criterion is read before the answer that it is held against. */
const BESIDE_QUESTION = 280

/** One question: what is asked, the texts, and the scale. */
export function questionView(sheet: SheetData, question: DataQuestion, view: ViewState, controls: Controls, help: Child): HTMLElement[] {
  const { at, count, answers } = view
  const textOf = ({ text }: DataText) => sheet.texts[text] ?? ''
  const judged = question.shown.findLastIndex(({ isJudged }) => isJudged)
  const isWithQuestion = (text: DataText, index: number) => judged >= 0 && index > judged && textOf(text).length <= BESIDE_QUESTION
  const ask = el('h2', { id: 'ask', tabindex: -1 }, question.ask)
  const held = question.shown
    .filter(isWithQuestion)
    .map((text) => el('p', { class: 'held-against' }, el('strong', {}, text.title), ' ', el('span', {}, textOf(text))))
  const texts = question.shown.flatMap((text, index) => (isWithQuestion(text, index) ? [] : [shownText(text, textOf(text), index)]))
  const beside = el('div', { class: 'beside' }, answerBar(question, view, controls), help)
  return [
    el('div', { class: 'asked' }, progressLine(`Question ${at + 1} of ${count}`, answers.has(at), view), ask, ...held),
    el('div', { class: 'judging' }, el('ol', { class: 'timeline' }, ...texts), beside),
  ]
}

/** Where a rater is and how far they are, in words and as a bar. */
function progressLine(place: string, isAnswered: boolean, { count, answers }: ViewState): HTMLElement {
  const placed = el('span', {}, el('strong', {}, place), isAnswered && el('span', { class: 'mark-answered' }, 'answered'))
  const told = el('p', {}, placed, el('span', { class: 'quiet' }, progressText(answers.size, count)))
  const bar = el('progress', { max: count, value: answers.size, 'aria-label': 'Questions answered' })
  return el('div', { class: 'progress' }, told, bar)
}

/** What stands after the last question: whether all are answered, and what to do now. */
export function endView(view: ViewState, fileName: string, controls: Controls, onResume: () => void): HTMLElement[] {
  const { count, answers, last } = view
  const missing = count - answers.size
  const isDone = missing === 0
  const heading = isDone ? `All ${counted(count, 'question')} answered` : `${counted(missing, 'question')} left`
  const advice = isDone
    ? 'Thank you. Export your answers and give the file to the person who sent you this page.'
    : 'You can go on with what is left, or export what you have.'
  const actions = el(
    'div',
    { class: 'end-actions' },
    !isDone && button('Go on with what is left', onResume, { class: 'main-action' }),
    keyButton('Export', 'e', controls.exportLabels, { class: isDone ? 'main-action' : 'other-action' }),
    backButton(controls),
    undoButton(last, controls),
  )
  const file = el('p', { class: 'quiet' }, `The file is ${fileName}.${last === '' ? '' : ` Last: ${last}.`}`)
  const title = el('h2', { id: 'ask', tabindex: -1 }, heading)
  const end = el('div', { class: `end ${isDone ? 'done' : 'open'}` }, title, el('p', {}, advice), actions, file)
  return [el('div', { class: 'asked' }, progressLine('The end', false, view)), el('div', { class: 'end-place' }, end)]
}

/** The scale as buttons, and the buttons to move about. */
function answerBar({ scale }: DataQuestion, { at, answers, last }: ViewState, controls: Controls): HTMLElement {
  const points = scale.map((point) => pointButton(point, scale, point.value === answers.get(at), controls))
  const moves = el(
    'div',
    { class: 'bar-moves' },
    backButton(controls, at === 0),
    button('Next', () => controls.move(1), { 'aria-keyshortcuts': 'j ArrowRight', class: 'of-next' }),
    undoButton(last, controls),
  )
  const group = el('div', { class: 'scale', role: 'group', 'aria-labelledby': 'ask' }, ...points)
  return el('div', { class: 'answer-bar' }, group, moves, el('p', { class: 'quiet last' }, last === '' ? '' : `Last: ${last}`))
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
function backButton(controls: Controls, isFirst = false): HTMLElement {
  return button('Back', () => controls.move(-1), { 'aria-keyshortcuts': 'k ArrowLeft', class: 'of-back', disabled: isFirst })
}

/** The button that takes the last act back. */
function undoButton(last: string, controls: Controls): HTMLElement {
  return keyButton('Undo', 'u', controls.undo, { disabled: last === '' })
}

/** Longest text shown whole: what is judged is read to its end, what came before it may be known from the last question. */
const WHOLE = { judged: 20_000, other: 6_000 }

/** A text that a question shows, with its title. A long one is folded. */
function shownText({ title, isJudged }: DataText, text: string, at: number): HTMLElement {
  const who = el('h3', { class: 'who' }, title, isJudged && el('span', { class: 'badge' }, 'to judge'))
  const isShort = text.length <= WHOLE[isJudged ? 'judged' : 'other']
  const whole = isShort ? el('pre', {}, text === '' ? el('em', {}, '(empty)') : text) : textBlock(text, `text ${at + 1}, ${title}`)
  return el('li', { class: `step ${isJudged ? 'judged' : 'other'}`, id: `text-${at + 1}` }, who, whole)
}

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['0', '…', '9'], 'answers with that value and goes on'],
  [['y', 'n'], 'answers yes or no'],
  [['→', 'j'], 'next question: this one comes again at the end'],
  [['←', 'k'], 'question before'],
  [['u'], 'undoes the last answer'],
  [['e'], 'exports the answers to a file'],
]

/** What the keys do and where answers are kept, folded; with a switch for who types by other means. */
export function helpFold(onKeys: (isOn: boolean) => void): HTMLElement {
  const isOn = el('input', { type: 'checkbox', id: 'keys', checked: true })
  isOn.addEventListener('change', () => onKeys(isOn.checked))
  const keys = KEYS.map(([names, does]) => {
    const shown = names.map((name) => (name === '…' ? name : keyHint(name)))
    return el('div', {}, el('dt', {}, ...shown), el('dd', {}, does))
  })
  const use = el('p', { class: 'switch' }, isOn, el('label', { for: 'keys' }, 'Use these keys'))
  const kept = 'Each answer is kept in this browser at once. Nothing is sent anywhere: Export writes your answers to a file.'
  return el('details', { class: 'help' }, el('summary', {}, 'Keys and help'), el('dl', {}, ...keys), use, el('p', { class: 'quiet' }, kept))
}

/** Gives a text out as a file. */
export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }))
  el('a', { href: url, download: name }).click()
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** A key as a quiet hint. Who hears the page is told it by the button's `aria-keyshortcuts`. */
function keyHint(key: string): HTMLElement {
  return el('kbd', { 'aria-hidden': 'true' }, key)
}

/** A button that a key presses too. */
export function keyButton(text: string, key: string, onclick: () => void, properties: Properties = {}): HTMLButtonElement {
  const element = button(text, onclick, { 'aria-keyshortcuts': key, ...properties })
  element.append(keyHint(key))
  return element
}
