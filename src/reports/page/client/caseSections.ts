import type { CaseBlock, PageCase } from '../shared/pageCase.ts'
import { alert, type Child, el, folded, table } from './dom.ts'
import { textBlock } from './textBlock.ts'

/** What commands found out about an item after its run. */
export function caseSections({ texts, sections, simulated, unread }: PageCase, heading: 'h3' | 'h4'): HTMLElement[] {
  const shown = (block: CaseBlock): Child => {
    if ('say' in block) return el('p', { class: block.isQuiet && 'quiet' }, block.say)
    if ('list' in block) return el('ul', {}, ...block.list.map((text) => el('li', {}, text)))
    if ('table' in block) return table(block.table, block.head, block.rows)
    if ('part' in block) return el('div', {}, el('p', { class: 'who' }, block.title), textBlock(texts[block.part] ?? '', block.title))
    return folded(block.fold, () => block.blocks.map(shown))
  }
  const badge = () => simulated && el('span', { class: 'badge sim' }, 'simulated')
  return [
    ...unread.map(alert),
    ...sections.map(({ title, blocks }) =>
      el('section', { class: 'case', 'aria-label': title }, el(heading, {}, title, ' ', badge()), ...blocks.map(shown)),
    ),
  ]
}
