import { button, el, type Properties } from '../../../../reports/page/client/dom.ts'

/** A key as a quiet hint. Who hears the page is told it by the button's `aria-keyshortcuts`. */
export function keyHint(key: string): HTMLElement {
  return el('kbd', { 'aria-hidden': 'true' }, key)
}

/** A button that a key presses too. */
export function keyButton(text: string, key: string, onclick: () => void, properties: Properties = {}): HTMLButtonElement {
  const element = button(text, onclick, { 'aria-keyshortcuts': key, ...properties })
  element.append(keyHint(key))
  return element
}
