// What language models read of the documentation: llms.txt, a list of the pages (https://llmstxt.org), and llms-full.txt, their texts.
import { introductionOf } from './markdownPages.mjs'

/** Sections that a reader in a hurry leaves out: llms.txt has them under this name, at its end. */
const OPTIONAL = /^(?:Decisions|Project|For those who change)/

/** The text of llms.txt: title, summary, and by section each page with the beginning of its first paragraph. */
export function llmsIndex({ title, description, groups, pathOf, textOf }) {
  const line = ({ page, title: name }) => {
    const about = firstSentence(introductionOf(textOf(page)))
    return `- [${name}](${pathOf(page)})${about === '' ? '' : `: ${about}`}`
  }
  const main = groups.filter((group) => !OPTIONAL.test(group.title))
  const optional = groups.filter((group) => OPTIONAL.test(group.title)).flatMap(({ pages }) => pages)
  return [
    `# ${title}`,
    `> ${description}`,
    `All pages as one text: [llms-full.txt](${pathOf('llms-full.txt')}).`,
    ...main.map((group) => `## ${group.title}\n\n${group.pages.map(line).join('\n')}`),
    `## Optional\n\n${optional.map(line).join('\n')}`,
  ]
    .join('\n\n')
    .concat('\n')
}

function firstSentence(text) {
  const sentence = /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text
  return sentence.length > 200 ? `${sentence.slice(0, 197).replace(/\s+\S*$/, '')} …` : sentence
}

/** The text of llms-full.txt: the pages one after the other, each under its path. */
export function llmsFull({ pages, textOf }) {
  return pages.map((page) => `<!-- ${page} -->\n\n${textOf(page).trim()}\n`).join('\n')
}
