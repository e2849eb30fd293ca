import { html, type Markup } from './markup.ts'
import { hashOf } from './shared/filters.ts'

/** How many items newly fail and are fixed; each count leads to the items it counts. */
export function flipLinks({ newlyFailing, fixed }: { readonly newlyFailing: number; readonly fixed: number }, suite = ''): Markup {
  const link = (count: number, flip: string, text: string) => {
    const shown = html`<strong>${count.toLocaleString('en')}</strong> ${text}`
    return count === 0 ? shown : html`<a href="${hashOf({ suite, flip })}">${shown}</a>`
  }
  return html`${link(newlyFailing, 'lost', 'newly failing')} · ${link(fixed, 'gained', 'fixed')}`
}
