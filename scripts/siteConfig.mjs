// Configuration of VitePress, copied beside the pages that scripts/site.mjs lays out. It imports no package: VitePress is not
// among the project's.
import { readFileSync } from 'node:fs'
import { anchorOf } from './markdownPages.mjs'

const { title, description, base, sidebar, links } = JSON.parse(readFileSync(new URL('./site.json', import.meta.url), 'utf8'))

/** Rewrites the links of a page to what the site has in their place. VitePress then checks each one, and a dead one ends the build. */
function siteLinks(md) {
  md.core.ruler.push('site_links', ({ tokens, env }) => {
    const known = new Map(Object.entries(links[env.relativePath] ?? {}))
    const rewrite = (token) => {
      for (const name of ['href', 'src']) {
        const link = token.attrGet(name)
        if (known.has(link)) token.attrSet(name, known.get(link))
      }
      if (token.type.startsWith('html_'))
        token.content = token.content.replace(/\b(src|srcset|href)="([^"]+)"/g, (_, name, link) => `${name}="${known.get(link) ?? link}"`)
      for (const child of token.children ?? []) rewrite(child)
    }
    for (const token of tokens) rewrite(token)
  })
}

export default {
  title,
  description,
  base,
  lang: 'en',
  head: [['link', { rel: 'alternate', type: 'text/plain', title: 'llms.txt', href: `${base}llms.txt` }]],
  markdown: { anchor: { slugify: anchorOf }, config: siteLinks },
  themeConfig: {
    sidebar,
    outline: [2, 3],
    search: { provider: 'local', options: { detailedView: true } },
  },
}
