import { el } from '../../../../reports/page/client/dom.ts'
import { visibleText } from '../../../../reports/page/shared/visibleText.ts'
import { labelLines, labelsFileName } from '../shared/labelLines.ts'
import { answer, move, type RatingState, resume, skip, standingOf, undo } from '../shared/ratingState.ts'
import { actText, exportedText, importedText, progressText, resumedText } from '../shared/ratingWords.ts'
import { readLabels } from '../shared/readLabels.ts'
import { restoredActs } from '../shared/savedActs.ts'
import { pointOfKey } from '../shared/scaleKeys.ts'
import type { SheetData } from '../shared/sheetData.ts'
import type { Controls } from './controls.ts'
import { endView } from './endView.ts'
import { download, fileButtons } from './files.ts'
import { helpFold } from './help.ts'
import { KeptActs } from './keptActs.ts'
import { questionView } from './questionView.ts'
import { fitHeights, showNextText } from './scrolling.ts'

const sheet = JSON.parse(document.getElementById('sheet')?.textContent ?? '') as SheetData
const main = document.getElementById('main') as HTMLElement
const said = document.getElementById('said') as HTMLElement
const count = sheet.questions.length
const fileName = labelsFileName(sheet)

const kept = new KeptActs(sheet)
const before = kept.load()
let state: RatingState = resume(before.acts, count)
/** Sentences on what was done last; they go with the next act. */
let notices: readonly string[] = [
  resumedText(standingOf(state.acts), state.at, count),
  before.strange === 0 ? '' : `${before.strange} answers that this browser kept are of other texts and were left out.`,
]
let hasKeys = true
let exported = state.acts

/** Goes to another state, keeps what was done and says it. */
function go(next: RatingState, ...told: readonly string[]): void {
  const isElsewhere = next.at !== state.at
  if (next.acts !== state.acts) kept.save(next.acts)
  state = next
  notices = []
  render()
  if (isElsewhere) showTop()
  say([...told, progressText(standingOf(state.acts), count)])
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
    const [given] = next.acts.at(-1) ?? []
    go(next, given && next.acts !== state.acts ? `Answered ${actText([given], sheet.questions)}.` : '')
  },
  move: (step) => go(move(state, step, count)),
  skip: () => go(skip(state, count), `Skipped question ${state.at + 1}.`),
  undo: () => {
    const taken = lastText()
    if (taken !== '') go(undo(state), `Took back ${taken}.`)
  },
  showJudged: () => showNextText(main),
  exportLabels: () => {
    const standing = standingOf(state.acts)
    if (standing.values.size === 0) {
      tell('There is nothing to export yet: no question is answered.')
      return
    }
    download(fileName, labelLines(sheet, standing.values))
    exported = state.acts
    tell(exportedText(standing, count, fileName))
  },
}

function importLabels(name: string, text: string): void {
  const read = readLabels(text, sheet, standingOf(state.acts))
  if (read.given.length > 0) go(resume([...state.acts, read.given], count))
  tell(...importedText(name, read))
}

const help = helpFold((isOn) => {
  hasKeys = isOn
})

function render(): void {
  const standing = standingOf(state.acts)
  const question = sheet.questions[state.at]
  const view = { at: state.at, count, standing, last: lastText() }
  main.replaceChildren(
    ...(question
      ? questionView(sheet, question, view, controls, help)
      : endView(view, fileName, controls, () => go(resume(state.acts, count)))),
  )
  // With what stays at the top: the key that exports works far down a text, too.
  main
    .querySelector('.asked')
    ?.prepend(
      el(
        'div',
        { class: 'notices' },
        kept.problem !== '' && el('p', { class: 'notice warning', role: 'alert' }, kept.problem),
        ...notices.filter((notice) => notice !== '').map((notice) => el('p', { class: 'notice' }, notice)),
      ),
    )
  fitHeights(main)
}

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => controls.move(1),
  ArrowRight: () => controls.move(1),
  k: () => controls.move(-1),
  ArrowLeft: () => controls.move(-1),
  s: () => state.at < count && controls.skip(),
  u: controls.undo,
  g: controls.showJudged,
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
window.addEventListener('storage', ({ key, newValue }) => {
  const other = key === kept.key && newValue !== null ? restoredActs(sheet, newValue) : undefined
  if (!other) return
  state = { ...state, acts: other.acts }
  tell('Another window of this page changed the answers. This one shows them too.')
})

window.addEventListener('resize', () => fitHeights(main))

window.addEventListener('beforeunload', (event) => {
  if (kept.isLosing && state.acts !== exported) event.preventDefault()
})

document.getElementById('files')?.append(...fileButtons(controls.exportLabels, importLabels, tell))
render()
say([...notices, progressText(standingOf(state.acts), count)])
