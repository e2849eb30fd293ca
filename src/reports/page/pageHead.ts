import { createHash } from 'node:crypto'
import { html, Markup } from './markup.ts'

/** What stands in the head of a page that is one file. */
export interface PageHead {
  readonly title: string
  readonly style: string
  /** The page's only script; undefined for a page without. */
  readonly script: string | undefined
  /** Whether that script loads others, which lie beside the page. Default: it may not. */
  readonly loadsScripts?: boolean
}

/** The head of a page. Its policy lets nothing be loaded and no other script run, whatever a model wrote. */
export function pageHead({ title, style, script, loadsScripts = false }: PageHead): Markup {
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src '${cspHash(script)}'${loadsScripts ? " 'strict-dynamic'" : ''}`]),
    `style-src '${cspHash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  return html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>`
}

/** What a Content-Security-Policy allows an inline script or style by: `sha256-` and the hash of its text, in base64. */
function cspHash(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}
