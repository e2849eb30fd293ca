import { findNeedles } from '../shared/needles.ts'
import type { LongText } from '../shared/transcript.ts'
import { visibleText } from '../shared/visibleText.ts'
import { loadChunk } from './chunks.ts'
import { button, el } from './dom.ts'

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

/** A text of any length and origin on the page: a long one is folded, and loaded where it is stored apart. */
export class TextBlock {
  readonly element: HTMLElement
  readonly #text: string | LongText
  readonly #name: string
  readonly #wanted: readonly string[]

  /** @param wanted what to mark; of a folded text the places are shown where they stand. */
  constructor(text: string | LongText, name: string, wanted: readonly string[]) {
    this.#text = text
    this.#name = name
    this.#wanted = wanted
    this.element = el('div', { class: 'text' })
    this.reset()
  }

  /** Shows it as it was at first. */
  reset(): void {
    const text = this.#text
    if (typeof text === 'string' && text.length <= WHOLE) this.element.replaceChildren(pre(text, findNeedles(text, this.#wanted)))
    else this.#fold()
  }

  /** Marks a place, unfolds what hides it and brings it into view. */
  async mark(place: Place): Promise<void> {
    const text = await this.#whole()
    const block = text.length <= WHOLE ? pre(text, [place]) : longText(text, this.#name, [place], '')
    this.element.replaceChildren(block)
    this.element.querySelector('mark')?.scrollIntoView({ block: 'center' })
  }

  async #whole(): Promise<string> {
    return typeof this.#text === 'string' ? this.#text : String(await loadChunk(this.#text.blob))
  }

  #fold(): void {
    const text = this.#text
    const isHere = typeof text === 'string'
    const chars = isHere ? text.length : text.chars
    const [head, tail] = isHere ? [text.slice(0, ENDS), text.slice(-ENDS)] : [text.head, text.tail]
    const places = el('div', { class: 'places' })
    const show = button(`Show all ${chars.toLocaleString('en')} characters of ${this.#name}`, () => void this.#unfold(), { class: 'more' })
    this.element.replaceChildren(
      el('div', { class: 'folded' }, pre(head, findNeedles(head, this.#wanted)), places, show, pre(tail, findNeedles(tail, this.#wanted))),
    )
    if (this.#wanted.length > 0) {
      this.#whole()
        .then((whole) => showPlaces(places, whole, findNeedles(whole, this.#wanted), head.length, chars - tail.length))
        .catch((error: unknown) => places.append(alert(error)))
    }
  }

  async #unfold(): Promise<void> {
    try {
      const whole = await this.#whole()
      const found = findNeedles(whole, this.#wanted)
      const note = found.length > 0 ? `${countPlaces(found.length)} marked.` : this.#wanted.length > 0 ? NOT_FOUND : ''
      const block = longText(whole, this.#name, found, note)
      this.element.replaceChildren(block)
      const mark = block.querySelector('mark')
      if (mark) mark.scrollIntoView({ block: 'center' })
      block.focus({ preventScroll: true })
    } catch (error) {
      this.element.prepend(alert(error))
    }
  }
}

const NOT_FOUND = 'What was asked for does not stand in it word for word.'

function countPlaces(count: number): string {
  return `${count} ${count === 1 ? 'place' : 'places'} of what was asked for`
}

/** Shows what stands around the places that a fold would hide. */
function showPlaces(target: HTMLElement, text: string, found: readonly Place[], from: number, to: number): void {
  const hidden = found.filter((place) => place.to > from && place.from < to)
  const near: { from: number; to: number }[] = []
  for (const place of hidden) {
    const last = near.at(-1)
    if (last && place.from - AROUND <= last.to) last.to = Math.max(last.to, place.to + AROUND)
    else near.push({ from: Math.max(0, place.from - AROUND), to: place.to + AROUND })
  }
  if (found.length === 0) target.append(el('p', { class: 'quiet' }, NOT_FOUND))
  for (const { from: begin, to: end } of near.slice(0, PLACES)) {
    const content = el('pre', { class: 'place' })
    content.append(begin > 0 ? '… ' : '')
    marked(content, text, begin, Math.min(text.length, end), found)
    content.append(end < text.length ? ' …' : '')
    target.append(el('p', { class: 'quiet' }, `At character ${begin.toLocaleString('en')}:`), content)
  }
  if (near.length > PLACES) target.append(el('p', { class: 'quiet' }, `${near.length - PLACES} more places below the fold.`))
}

/** A whole long text, in a box of its own that scrolls; put on the page piece by piece. */
function longText(text: string, name: string, found: readonly Place[], note: string): HTMLElement {
  const content = el('pre', {})
  const box = el(
    'div',
    { class: 'long', tabindex: 0, role: 'region', 'aria-label': name },
    note !== '' && el('p', { class: 'quiet' }, note),
    content,
  )
  let shown = 0
  const more = button('', () => add(shown + PIECE), { class: 'more' })
  const add = (to: number) => {
    const end = Math.min(text.length, to)
    marked(content, text, shown, end, found)
    shown = end
    more.textContent = `Show more: ${(text.length - shown).toLocaleString('en')} characters left`
    more.hidden = shown >= text.length
  }
  add(Math.max(PIECE, (found[0]?.to ?? 0) + PIECE / 10))
  box.append(more)
  return box
}

function pre(text: string, found: readonly Place[]): HTMLElement {
  const content = el('pre', {})
  if (text === '') content.append(el('em', {}, '(empty)'))
  else marked(content, text, 0, text.length, found)
  return content
}

function alert(error: unknown): HTMLElement {
  return el('p', { role: 'alert' }, error instanceof Error ? error.message : String(error))
}

function marked(target: HTMLElement, text: string, from: number, to: number, found: readonly Place[]): void {
  let at = from
  for (const place of found) {
    if (place.to <= at || place.from >= to) continue
    target.append(
      visibleText(text.slice(at, Math.max(at, place.from))),
      el('mark', {}, text.slice(Math.max(at, place.from), Math.min(to, place.to))),
    )
    at = Math.min(to, place.to)
  }
  if (at < to) target.append(visibleText(text.slice(at, to)))
}

/** A text as a block that nothing is done with. */
export function textBlock(text: string | LongText, name: string, wanted: readonly string[] = []): HTMLElement {
  return new TextBlock(text, name, wanted).element
}
