import { clientFile } from './clientFile.ts'
import { html, Markup, scriptJson } from './markup.ts'
import { pageHead } from './pageHead.ts'
import type { PageIndex } from './shared/pageIndex.ts'

/** Parts of a page. */
export interface PageParts {
  /** Of the window. */
  readonly title: string
  /** Of the page, at its top. */
  readonly heading: string
  /** Whether simulated models took part, which every view of the page says. */
  readonly simulated: boolean
  /** Links to its sections. */
  readonly links: readonly { readonly href: string; readonly text: string }[]
  readonly summary: Markup
  /** Items to search and open; a page without them needs no script. */
  readonly index?: PageIndex
}

/**
 * A page as one file: styles, script and index inline, nothing loaded but the scripts beside it. Its policy lets no other
 * script run, whatever a model wrote.
 */
export function pageDocument({ title, heading, simulated, links, summary, index }: PageParts): string {
  const [script, style] = [index && clientFile('page.js'), clientFile('page.css')]
  return html`<!doctype html>
<html lang="en">
${pageHead({ title, style, script, loadsScripts: true })}
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><h1>${heading}</h1>${simulated && html`<p class="simulated"><strong>SIMULATED</strong> models answered: the figures say nothing about a real one.</p>`}<nav aria-label="Parts of the report"><a href="#main">Summary</a>${links.map(({ href, text }) => html`<a href="${href}">${text}</a>`)}${index && html`<a href="#items">Items <span class="count">${index.rows.length.toLocaleString('en')}</span></a>`}</nav></header>
<main id="main" tabindex="-1">
<div id="summary">${summary}</div>
${
  script !== undefined &&
  html`<noscript><p class="note">The list of items needs scripts; everything above does not.</p></noscript>
<div id="items" hidden></div>`
}
</main>
${
  script !== undefined &&
  html`<script type="application/json" id="index">${new Markup(scriptJson(index))}<\/script>
<script>${new Markup(script)}<\/script>`
}
</body>
</html>
`.html
}
