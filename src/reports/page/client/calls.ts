import type { PageCall, Transcript } from '../shared/transcript.ts'
import { el } from './dom.ts'
import { textBlock } from './textBlock.ts'

function repeated({ ask, vote }: PageCall): string {
  return `${vote > 0 ? `, vote ${vote + 1}` : ''}${ask > 0 ? `, asked again (${ask})` : ''}`
}

/** Every call with its messages, filled in when it is unfolded. */
export function rawCalls({ calls, texts }: Transcript): HTMLElement {
  const items = calls.map((call) => {
    const details = el(
      'details',
      {},
      el(
        'summary',
        {},
        `${call.role} ${call.call}${repeated(call)} `,
        el('span', { class: 'quiet' }, call.facts),
        call.error !== undefined && ' · error',
      ),
    )
    details.addEventListener('toggle', () => {
      if (!details.open || details.childElementCount > 1) return
      const messages = call.messages.map(({ role, parts }) =>
        el('div', {}, el('p', { class: 'who' }, role), ...parts.map((part) => textBlock(texts[part] ?? '', role))),
      )
      const reply =
        call.content === null ? [] : [el('div', {}, el('p', { class: 'who' }, 'reply'), textBlock(texts[call.content] ?? '', 'the reply'))]
      const thoughts =
        call.thoughts === undefined
          ? []
          : [el('div', {}, el('p', { class: 'who' }, 'thoughts'), textBlock(texts[call.thoughts] ?? '', 'the thoughts'))]
      details.append(
        ...messages,
        ...thoughts,
        ...reply,
        ...(call.error === undefined ? [] : [el('pre', { class: 'error-text' }, call.error)]),
      )
    })
    return details
  })
  return el(
    'details',
    { class: 'raw' },
    el('summary', {}, calls.length === 1 ? 'The call as it was made' : `All ${calls.length} calls as they were made`),
    ...items,
  )
}
