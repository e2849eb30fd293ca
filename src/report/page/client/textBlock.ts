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

/** A text of any length and origin: a long one is folded, and loaded where it is stored apart. */
export function textBlock(text: string | LongText, name: string, wanted: readonly string[]): HTMLElement {
  const [chars, head, tail] =
    typeof text === 'string' ? [text.length, text.slice(0, ENDS), text.slice(-ENDS)] : [text.chars, text.head, text.tail]
  if (typeof text === 'string' && text.length <= WHOLE) return pre(text, wanted)
  const folded = el(
    'div',
    { class: 'folded' },
    el('pre', {}, head),
    button(`Show all ${chars.toLocaleString('en')} characters of ${name}`, () => void unfold(), { class: 'more' }),
    el('pre', {}, tail),
  )
  const unfold = async () => {
    try {
      const whole = typeof text === 'string' ? text : String(await loadChunk(text.blob))
      const block = longText(whole, name, wanted)
      folded.replaceWith(block)
      const mark = block.querySelector('mark')
      if (mark) mark.scrollIntoView({ block: 'center' })
      block.focus({ preventScroll: true })
    } catch (error) {
      folded.prepend(el('p', { role: 'alert' }, error instanceof Error ? error.message : String(error)))
    }
  }
  return folded
}

/** A whole long text, in a box of its own that scrolls; put on the page piece by piece. */
function longText(text: string, name: string, wanted: readonly string[]): HTMLElement {
  const found = findNeedles(text, wanted)
  const content = el('pre', {})
  const note =
    found.length > 0
      ? `${found.length} ${found.length === 1 ? 'place' : 'places'} of what was asked for marked.`
      : wanted.length > 0
        ? 'What was asked for does not stand in it word for word.'
        : ''
  const box = el('div', { class: 'long', tabindex: 0, role: 'region', 'aria-label': name }, el('p', { class: 'quiet' }, note), content)
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

function pre(text: string, wanted: readonly string[]): HTMLElement {
  const content = el('pre', {})
  if (text === '') content.append(el('em', {}, '(empty)'))
  else marked(content, text, 0, text.length, findNeedles(text, wanted))
  return content
}

function marked(target: HTMLElement, text: string, from: number, to: number, found: readonly { from: number; to: number }[]): void {
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
