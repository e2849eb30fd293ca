import { scaleLinear } from 'd3-scale'
import { ITEM_STATES } from '../../core/format/records.ts'
import type { SuiteScores } from '../../core/format/scoresDocument.ts'
import { html, type Markup } from './markup.ts'
import { px } from './pictures/figure.ts'
import { hashOf } from './shared/filters.ts'

const WIDTH = 240

/** Signs of the states, so that no colour is needed to tell them. */
const SIGNS = { passed: '✓', failed: '✗', unscored: '?', error: '!', skipped: '–' } as const

/** How the items of a suite ended: a bar, and counts that lead to the items. */
export function itemStates(suite: string, scores: SuiteScores): Markup {
  const present = ITEM_STATES.filter((state) => scores[state] > 0)
  const parts = present.map(
    (state) =>
      html`<a class="state ${state}" href="${hashOf({ suite, state })}"><span aria-hidden="true">${SIGNS[state]}</span> ${scores[state].toLocaleString('en')} ${state}</a>`,
  )
  const x = scaleLinear([0, Math.max(1, scores.items)], [0, WIDTH])
  const bar = present.map((state, index) => {
    const before = present.slice(0, index).reduce((sum, earlier) => sum + scores[earlier], 0)
    const width = Math.max(2, x(scores[state]) - 2)
    return html`<rect class="part ${state}" x="${px(x(before) + 1)}" y="1" width="${px(width)}" height="8"/>`
  })
  return html`<p class="states">${parts.map((part, index) => [index > 0 ? ' ' : '', part])}</p><svg class="stack" viewBox="0 0 ${WIDTH} 10" aria-hidden="true">${bar}</svg>`
}
