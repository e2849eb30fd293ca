import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { HoldfastError } from '../../core/base/errors.ts'
import { packageRoot } from '../../core/base/packageRoot.ts'
import type { Block } from '../blocks/block.ts'
import { pageBlocks } from '../blocks/pageBlocks.ts'
import { html, Markup, scriptJson } from './markup.ts'
import type { PageIndex } from './shared/pageIndex.ts'

/** Parts of a page. */
export interface PageParts {
  /** Of the page and its window, after the name of this program. */
  readonly heading: string
  /** Whether simulated models took part, which every view of the page says. */
  readonly simulated: boolean
  /** Links to its sections. */
  readonly links: readonly { readonly href: string; readonly text: string }[]
  readonly summary: Markup
  /** Items to search and open; a page without them needs no script. */
  readonly index?: PageIndex
  /** Styles that it has in place of those of every page. */
  readonly style?: 'page.css' | 'board.css'
}

/** A page as one file: styles, script and index inline; only the scripts beside it are loaded. */
export function pageDocument({ heading, simulated, links, summary, index, style: styles = 'page.css' }: PageParts): string {
  const [script, style] = [index && clientFile('page.js'), clientFile(styles)]
  return html`<!doctype html>
<html lang="en">
${pageHead(`holdfast · ${heading}`, style, script, true)}
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><h1>holdfast · ${heading}</h1>${simulated && html`<p class="simulated"><strong>SIMULATED</strong> models answered: the figures say nothing about a real one.</p>`}<nav aria-label="Parts of the report"><a href="#main">Summary</a>${links.map(({ href, text }) => html`<a href="${href}">${text}</a>`)}${index && html`<a href="#items">Items <span class="count">${index.rows.length.toLocaleString('en')}</span></a>`}</nav></header>
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

/** A page of blocks, with a link to each section. It loads nothing and runs no script. */
export function blocksPage(heading: string, blocks: readonly Block[]): string {
  const simulated = blocks.some(({ kind }) => kind === 'simulated')
  const links = blocks.flatMap((block) => (block.kind === 'section' ? [{ href: `#${block.id}`, text: block.title }] : []))
  return pageDocument({ heading, simulated, links, summary: pageBlocks(blocks) })
}

/**
 * The head of a page. Its policy lets nothing be loaded and no other script run, whatever a model wrote.
 * @param script the page's only one; undefined for a page without.
 * @param loadsScripts whether that script loads others, which lie beside the page.
 */
export function pageHead(title: string, style: string, script: string | undefined, loadsScripts = false): Markup {
  // What an inline script or style is allowed by is the hash of its text.
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const policy = [
    "default-src 'none'",
    ...(script === undefined ? [] : [`script-src ${hash(script)}${loadsScripts ? " 'strict-dynamic'" : ''}`]),
    `style-src ${hash(style)}`,
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

/** A file of the client as `npm run build` made it: the sources are bundled there. */
export function clientFile(name: string): string {
  const path = join(packageRoot, 'dist', 'page', name)
  if (!existsSync(path)) throw new HoldfastError('INTERNAL', `Failed to read ${path}: not built. Run npm run build.`)
  return readFileSync(path, 'utf8')
}
