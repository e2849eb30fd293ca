import { visibleText } from '../shared/visibleText.ts'

/** What may be put into an element: text is shown as text, whatever it holds. */
export type Child = Node | string | number | null | undefined | false

/** Attributes, and listeners by `on…`. */
export type Properties = Readonly<Record<string, string | number | boolean | ((event: Event) => void) | undefined>>

/** An element with attributes and children; the only way the page is built. */
export function el<Name extends keyof HTMLElementTagNameMap>(name: Name, properties: Properties = {}, ...children: readonly Child[]) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : visibleText(String(value)))
  }
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue
    element.append(child instanceof Node ? child : visibleText(String(child)))
  }
  return element
}

/** A button. */
export function button(text: string, onclick: () => void, properties: Properties = {}): HTMLButtonElement {
  return el('button', { type: 'button', onclick, ...properties }, text)
}

/** A table whose first column names the rows; it scrolls by itself where it is wider than its place. */
export function table(label: string, head: readonly string[], rows: readonly (readonly (Child | HTMLTableCellElement)[])[], name = '') {
  const cell = (content: Child, at: number) =>
    content instanceof HTMLTableCellElement ? content : at === 0 ? el('th', { scope: 'row' }, content) : el('td', {}, content)
  return el(
    'div',
    { class: 'scroll', role: 'group', tabindex: 0, 'aria-label': label },
    el(
      'table',
      { class: name },
      el('thead', {}, el('tr', {}, ...head.map((text) => (text === '' ? el('td') : el('th', { scope: 'col' }, text))))),
      el('tbody', {}, ...rows.map((row) => el('tr', {}, ...row.map(cell)))),
    ),
  )
}

/** Children folded under a line; made when they are first unfolded. */
export function folded(summary: Child, make: () => readonly Child[], name = ''): HTMLElement {
  const details = el('details', { class: name }, el('summary', {}, summary))
  details.addEventListener('toggle', () => details.childElementCount === 1 && details.append(el('div', {}, ...make())))
  return details
}

/** What went wrong, for the reader. */
export function alert(error: unknown): HTMLElement {
  return el('p', { role: 'alert', class: 'error-text' }, error instanceof Error ? error.message : String(error))
}
