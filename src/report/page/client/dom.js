import { visibleText } from '../shared/visibleText.ts'
/** An element with attributes and children; the only way the page is built. */
export function el(name, properties = {}, ...children) {
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
function nodes(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return []
    return child instanceof Node ? [child] : [visibleText(String(child))]
  })
}
/** A button. */
export function button(text, onclick, properties = {}) {
  return el('button', { type: 'button', onclick, ...properties }, text)
}
