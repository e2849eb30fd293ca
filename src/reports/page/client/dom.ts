import { visibleText } from '../shared/visibleText.ts'

/** What may be put into an element: text is shown as text, whatever it holds. */
export type Child = Node | string | number | null | undefined | false

type Listener = (event: Event) => void

/** Attributes, and listeners by `on…`. */
export type Properties = Readonly<Record<string, string | number | boolean | Listener | undefined>>

/** An element with attributes and children; the only way the page is built. */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === false) continue
    if (typeof value === 'function') element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : visibleText(String(value)))
  }
  element.append(...nodes(children))
  return element
}

/** Children as nodes. */
function nodes(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child): (Node | string)[] => {
    if (child === null || child === undefined || child === false) return []
    return child instanceof Node ? [child] : [visibleText(String(child))]
  })
}

/** A button. */
export function button(text: string, onclick: () => void, properties: Properties = {}): HTMLButtonElement {
  return el('button', { type: 'button', onclick, ...properties }, text)
}
