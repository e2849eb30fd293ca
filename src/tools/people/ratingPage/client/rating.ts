import { el } from '../../../../reports/page/client/dom.ts'
import { visibleText } from '../../../../reports/page/shared/visibleText.ts'
import type { SheetData } from '../ratingPage.ts'
import {
  type Act,
  answer,
  answersOf,
  move,
  type RatingState,
  restoredActs,
  resume,
  savedActs,
  storageKey,
  undo,
} from '../shared/ratingState.ts'
import { actText, exportedText, progressText, resumedText } from '../shared/ratingWords.ts'
import { labelLines, pointOfKey } from '../shared/sheetData.ts'
import { type Controls, download, endView, helpFold, keyButton, questionView } from './views.ts'

const sheet = JSON.parse(document.getElementById('sheet')?.textContent ?? '') as SheetData
const main = document.getElementById('main') as HTMLElement
const said = document.getElementById('said') as HTMLElement
const count = sheet.questions.length
const fileName = `${sheet.id}-${sheet.rater}.jsonl`

const GO_ON = 'You can go on: your answers are in this window only. Export them before you close it.'

const key = storageKey(sheet)
/** What is wrong with keeping the acts, in words. */
let problem = ''

/** What this browser kept of the sheet. */
function loadActs(): readonly Act[] {
  try {
    const text = localStorage.getItem(key)
    const restored = text === null ? [] : restoredActs(sheet, text)
    if (!restored) problem = 'Failed to read what this browser kept of these questions: it is damaged. You begin anew.'
    return restored ?? []
  } catch {
    problem = `Failed to keep your answers: this browser refuses to store anything for this page. ${GO_ON}`
    return []
  }
}

function saveActs(acts: readonly Act[]): void {
  try {
    localStorage.setItem(key, savedActs(sheet, acts))
    problem = ''
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError'
    const reason = isFull ? 'the storage of this browser is full' : 'this browser refuses to store anything for this page'
    problem = `Failed to keep your answers: ${reason}. ${GO_ON}`
  }
}

let state: RatingState = resume(loadActs(), count)
const answered = () => answersOf(state.acts).size
/** Sentences on what was done last; they go with the next act. */
let notices: readonly string[] = [resumedText(answered(), state.at, count)]
let hasKeys = true
let exported = state.acts

/** Goes to another state, keeps what was done and says it. */
function go(next: RatingState, ...told: readonly string[]): void {
  const isElsewhere = next.at !== state.at
  if (next.acts !== state.acts) saveActs(next.acts)
  state = next
  notices = []
  render()
  if (isElsewhere) showTop()
  say([...told, progressText(answered(), count)])
}

/** Shows sentences above the question. */
function tell(...told: readonly string[]): void {
  notices = told
  render()
  say(told)
}

/** Says it to who does not see the page. */
function say(sentences: readonly string[]): void {
  said.textContent = visibleText(sentences.filter((sentence) => sentence !== '').join(' '))
}

function showTop(): void {
  scrollTo(0, 0)
  document.getElementById('ask')?.focus({ preventScroll: true })
}

const lastText = () => {
  const act = state.acts.at(-1)
  return act ? actText(act, sheet.questions) : ''
}

const controls: Controls = {
  answer: (value) => {
    const next = answer(state, value, count)
    const given = next.acts.at(-1)
    go(next, given && next.acts !== state.acts ? `Answered ${actText(given, sheet.questions)}.` : '')
  },
  move: (step) => go(move(state, step, count)),
  undo: () => {
    const taken = lastText()
    if (taken !== '') go(undo(state), `Took back ${taken}.`)
  },
  exportLabels: () => {
    if (answered() === 0) {
      tell('There is nothing to export yet: no question is answered.')
      return
    }
    download(fileName, labelLines(sheet, answersOf(state.acts)))
    exported = state.acts
    tell(exportedText(answered(), count, fileName))
  },
}

const help = helpFold((isOn) => {
  hasKeys = isOn
})

function render(): void {
  const question = sheet.questions[state.at]
  const view = { at: state.at, count, answers: answersOf(state.acts), last: lastText() }
  const resumeOpen = () => go(resume(state.acts, count))
  main.replaceChildren(...(question ? questionView(sheet, question, view, controls, help) : endView(view, fileName, controls, resumeOpen)))
  // With what stays at the top: the key that exports works far down a text, too.
  const warning = problem !== '' && el('p', { class: 'notice warning', role: 'alert' }, problem)
  const told = notices.filter((notice) => notice !== '').map((notice) => el('p', { class: 'notice' }, notice))
  main.querySelector('.asked')?.prepend(el('div', { class: 'notices' }, warning, ...told))
  fitHeights(main)
}

/** Tells the styles how high the question is: it stays at the top, and what scrolls must not end up beneath it. */
function fitHeights(main: HTMLElement): void {
  main.style.setProperty('--asked-height', `${main.querySelector<HTMLElement>('.asked')?.offsetHeight ?? 0}px`)
}

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => controls.move(1),
  ArrowRight: () => controls.move(1),
  k: () => controls.move(-1),
  ArrowLeft: () => controls.move(-1),
  u: controls.undo,
  e: controls.exportLabels,
}
/** Those that a held key repeats. */
const REPEATED = new Set(['j', 'k', 'ArrowRight', 'ArrowLeft'])

document.addEventListener('keydown', (event) => {
  if (!hasKeys || event.ctrlKey || event.metaKey || event.altKey) return
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (event.repeat && !REPEATED.has(name)) return
  const point = pointOfKey(name, sheet.questions[state.at]?.scale ?? [])
  const act = point ? () => controls.answer(point.value) : Object.hasOwn(KEYS, name) ? KEYS[name] : undefined
  if (!act) return
  event.preventDefault()
  act()
})

// Two windows of one page would overwrite each other's answers: each takes over what the other kept.
window.addEventListener('storage', ({ key: changed, newValue }) => {
  const other = changed === key && newValue !== null ? restoredActs(sheet, newValue) : undefined
  if (!other) return
  state = { ...state, acts: other }
  tell('Another window of this page changed the answers. This one shows them too.')
})

window.addEventListener('resize', () => fitHeights(main))

window.addEventListener('beforeunload', (event) => {
  if (problem.endsWith(GO_ON) && state.acts !== exported) event.preventDefault()
})

document.getElementById('files')?.append(keyButton('Export', 'e', controls.exportLabels))
render()
say([...notices, progressText(answered(), count)])
