import { findNeedles } from '../shared/needles.ts'
import type { LongText } from '../shared/transcript.ts'
import { visibleText } from '../shared/visibleText.ts'
import { loadChunk } from './chunks.ts'
import { alert, button, el } from './dom.ts'

/** Longest text shown whole, and how much of a longer one from each end. */
const WHOLE = 2400
const ENDS = 600
/** Characters put on the page at once. */
const PIECE = 100_000
/** Places shown of a folded text, and how much around each. */
const PLACES = 5
const AROUND = 300

/** A place in a text. */
interface Place {
  readonly from: number
  readonly to: number
}

/** A text of any length and origin: a long one is folded, and loaded where it is stored apart. @param wanted what to mark in it. */
export function textBlock(text: string | LongText, name: string, wanted: readonly string[] = []): HTMLElement {
  const block = el('div', { class: 'text' })
  const isHere = typeof text === 'string'
  const marks = (part: string) => marked(el('pre'), part, 0, part.length, findNeedles(part, wanted))
  if (isHere && text.length <= WHOLE) {
    block.append(text === '' ? el('pre', {}, el('em', {}, '(empty)')) : marks(text))
    return block
  }
  const { chars, head, tail } = isHere ? { chars: text.length, head: text.slice(0, ENDS), tail: text.slice(-ENDS) } : text
  const withWhole = (use: (whole: string) => void) => {
    const whole = isHere ? Promise.resolve(text) : loadChunk(text.blob).then(String)
    whole.then(use).catch((error: unknown) => block.prepend(alert(error)))
  }
  const places = el('div', { class: 'places' })
  const unfold = () => withWhole((whole) => showWhole(block, whole, name, findNeedles(whole, wanted)))
  const more = button(`Show all ${chars.toLocaleString('en')} characters of ${name}`, unfold, { class: 'more' })
  block.append(el('div', { class: 'folded' }, marks(head), places, more, marks(tail)))
  if (wanted.length > 0)
    withWhole((whole) => places.append(...placesOf(whole, findNeedles(whole, wanted), head.length, chars - tail.length)))
  return block
}

/** Shows all of a text in its block, marks places of it and goes to the first. */
export function showWhole(block: HTMLElement, text: string, name: string, places: readonly Place[]): void {
  const content = el('pre')
  if (text.length <= WHOLE) block.replaceChildren(content)
  let shown = 0
  const more = button('', () => add(shown + PIECE), { class: 'more' })
  const add = (to: number) => {
    const end = Math.min(text.length, to)
    marked(content, text, shown, end, places)
    shown = end
    more.textContent = `Show more: ${(text.length - shown).toLocaleString('en')} characters left`
    more.hidden = shown >= text.length
  }
  add(Math.max(PIECE, (places[0]?.to ?? 0) + PIECE / 10))
  if (text.length > WHOLE) {
    const box = el('div', { class: 'long', tabindex: 0, role: 'region', 'aria-label': name }, content, more)
    block.replaceChildren(box)
    box.focus({ preventScroll: true })
  }
  content.querySelector('mark')?.scrollIntoView({ block: 'center' })
}

/** What stands around the places that a fold hides from one character to another. */
function placesOf(text: string, found: readonly Place[], from: number, to: number): HTMLElement[] {
  if (found.length === 0) return [el('p', { class: 'quiet' }, 'What was asked for does not stand in it word for word.')]
  const shown: HTMLElement[] = []
  let seen = from
  for (const place of found) {
    // What stands near the last place is shown with it.
    if (place.to <= seen || place.from >= to || shown.length === PLACES) continue
    const begin = Math.max(0, place.from - AROUND)
    seen = Math.min(text.length, place.to + AROUND)
    const content = el('pre', {}, '… ')
    marked(content, text, begin, seen, found).append(' …')
    shown.push(el('div', { class: 'place' }, el('p', { class: 'quiet' }, `At character ${begin.toLocaleString('en')}:`), content))
  }
  return shown
}

/** Puts a part of a text into an element, with its places marked. */
function marked(target: HTMLElement, text: string, from: number, to: number, places: readonly Place[]): HTMLElement {
  let at = from
  for (const place of places) {
    if (place.to <= at || place.from >= to) continue
    const [begin, end] = [Math.max(at, place.from), Math.min(to, place.to)]
    target.append(visibleText(text.slice(at, begin)), el('mark', {}, text.slice(begin, end)))
    at = end
  }
  target.append(visibleText(text.slice(at, to)))
  return target
}
