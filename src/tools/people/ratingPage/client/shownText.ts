import { el } from '../../../../reports/page/client/dom.ts'
import { textBlock } from '../../../../reports/page/client/textBlock.ts'
import { codeParts } from '../shared/codeParts.ts'
import type { DataText } from '../shared/sheetData.ts'

/** Longest text shown whole: what is judged is read to its end, what came before it may be known from the last question. */
const WHOLE = { judged: 20_000, other: 6_000 }

/** A text that a question shows, with its title. A long one is folded. */
export function shownText({ title, isJudged }: DataText, text: string, at: number): HTMLElement {
  return el(
    'li',
    { class: `step ${isJudged ? 'judged' : 'other'}`, id: `text-${at + 1}` },
    el('h3', { class: 'who' }, title, isJudged && el('span', { class: 'badge' }, 'to judge')),
    text.length <= WHOLE[isJudged ? 'judged' : 'other'] ? whole(text) : folded(text, `text ${at + 1}, ${title}`),
  )
}

function whole(text: string): HTMLElement {
  if (text === '') return el('pre', {}, el('em', {}, '(empty)'))
  return el('pre', {}, ...codeParts(text).map(({ text: part, isCode }) => (isCode ? el('code', {}, part) : part)))
}

/** Its pieces are put on the page one by one, so that code in it cannot be told from the rest. */
function folded(text: string, name: string): HTMLElement {
  return el('div', { class: text.includes('```') ? 'has-code' : 'plain' }, textBlock(text, name))
}
