import { redactedJson, redactSecrets } from '../../core/base/secrets.ts'
import { visibleText } from './shared/visibleText.ts'

/** HTML that was made here and needs no escaping. */
export class Markup {
  readonly html: string

  constructor(html: string) {
    this.html = html
  }
}

/** What may stand in a template of {@link html}. */
export type Content = string | number | Markup | null | undefined | false | readonly Content[]

/** HTML from a template: everything in it that is not itself {@link Markup} is shown as text, whatever it holds. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.map((text, at) => text + (at < values.length ? render(values[at]) : '')).join(''))
}

function render(value: Content): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.html
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value))
  return value.map(render).join('')
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text, without secrets, for an element's content or a quoted attribute. */
export function escapeHtml(text: string): string {
  return visibleText(redactSecrets(text)).replace(/[&<>"']/g, (character) => ENTITIES[character] as string)
}

/** A value, without secrets, as JSON that may stand in a script: it can neither close the element, end a line nor reorder what an editor shows. */
export function scriptJson(value: unknown): string {
  return redactedJson(value).replace(
    /[<\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
