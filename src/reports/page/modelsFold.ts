import { counted } from '../../core/base/text/counted.ts'
import { dataLabel } from '../../core/format/dataLabel.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { suiteTitle } from '../decision/metricNaming.ts'
import { modelNotes } from '../modelNotes.ts'
import { type Content, html, type Markup } from './markup.ts'

/** Models, data, seed and baseline of a run: what one looks up, folded. */
export function modelsFold(document: ScoresDocument, certificate: string | undefined): Markup {
  const { run, presentation, baseline } = document
  const several = Object.keys(run.data).length > 1
  const data = Object.entries(run.data)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([suite, { source, version, sha256, items }]) =>
        html`<div>${several && `${suiteTitle(suite, presentation)}: `}${dataLabel({ source, version })}, ${counted(items, 'item')} <span class="quiet" title="sha256 ${sha256}">sha256 ${sha256.slice(0, 12)}</span></div>`,
    )
  const time = `${run.startedAt.slice(0, 16).replace('T', ' ')} UTC`
  const facts: (readonly [string, Content])[] = [
    ...Object.entries(run.roles).map(([role]) => [role, roleFacts(document, role, certificate)] as const),
    ['data', data],
    ['seed', run.seed],
    [
      'run',
      html`${run.id} <span class="quiet">${time}, ${run.origin ? 'Inspect log, inspect_ai' : 'holdfast'} ${run.version}${run.shard && `, shard ${run.shard}`}</span>`,
    ],
    ...(baseline
      ? [
          [
            'baseline',
            html`${baseline.name} <span class="quiet">run ${baseline.run}, ${baseline.model}, ${baseline.startedAt.slice(0, 10)}</span>`,
          ] as const,
        ]
      : []),
  ]
  return html`<details class="fold"><summary>Models, data, seed</summary><dl class="facts">${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`)}</dl></details>`
}

function roleFacts({ run, usage }: ScoresDocument, role: string, certificate: string | undefined): Markup {
  const notes = modelNotes({ run, usage }).filter((note) => note.role === role)
  const counts = usage[role]
  const tokens = counts ? counts.promptTokens + counts.completionTokens : 0
  const told = [
    ...(role === 'judge' && certificate !== undefined ? [certificate] : []),
    ...(counts
      ? [`${counts.calls.toLocaleString('en')} calls${counts.cached > 0 ? `, ${counts.cached.toLocaleString('en')} cached` : ''}`]
      : []),
    ...(tokens > 0 ? [`${tokens.toLocaleString('en')} tokens`] : []),
    ...(counts && counts.usd !== null ? [`${counts.usd.toFixed(2)} USD`] : []),
  ]
  return html`<strong>${run.roles[role]?.model}</strong>${run.roles[role]?.simulated && ' (simulated)'} <span class="quiet">${told.join(' · ')}</span>${notes.map(({ text, isWarning }) => html`<br>${isWarning ? html`<strong>${text}</strong>` : html`<span class="quiet">${text}</span>`}`)}`
}
