import { markOf } from '../../core/format/scoresDocument.ts'
import { type ComparedRun, modelOf } from '../../deciding/compare/comparedRun.ts'
import type { Ranking } from '../../deciding/compare/ranking.ts'
import { type Block, columnsOf, sentences } from '../blocks/block.ts'
import { grouped } from '../layout.ts'
import { isSimulated } from '../simulatedBanner.ts'
import { otherItemsTexts, sharedText, unlikeTexts } from './unlikeTexts.ts'

/** Pairs of metrics that are shown, those that order the runs most differently. */
const PAIRS = 5
const LEGEND = 'Runs that share places cannot be told apart (all pairs on the items they share, Holm).'

/** Rankings: which run is first in which suites, then the places in each. */
export function rankingBlocks(rankings: readonly Ranking[], compared: readonly ComparedRun[]): Block[] {
  const verdict: Block = { kind: 'text', text: { text: firstLine(rankings), isStrong: true } }
  return [
    verdict,
    { kind: 'gap' },
    ...(compared.some(({ document }) => isSimulated(document)) ? [{ kind: 'simulated' } as const] : []),
    { kind: 'text', text: LEGEND },
    ...rankings.map(
      (ranking): Block => ({
        kind: 'section',
        title: `${ranking.suite}, ranked by ${nameIn(ranking, ranking.metric)} on ${sharedText(ranking)} shared items`,
        id: ranking.suite,
        blocks: [
          placesTable(ranking, compared),
          ...sentences([...unlikeTexts(ranking.unlike), ...otherItemsTexts(ranking, 'run'), ...pairTexts(ranking)]),
        ],
      }),
    ),
    { kind: 'gap' },
    verdict,
  ]
}

/** One line over all suites: `first: main in fb-bench, lifbench; first place shared in kieval`. */
function firstLine(rankings: readonly Ranking[]): string {
  const suitesOf = new Map<string, string[]>()
  const shared: string[] = []
  for (const { suite, runs } of rankings) {
    const leaders = runs.filter(({ from }) => from === 1)
    const [leader] = leaders
    if (leader && leaders.length === 1) suitesOf.set(leader.name, [...(suitesOf.get(leader.name) ?? []), suite])
    else shared.push(suite)
  }
  return [
    ...[...suitesOf].map(([name, suites]) => `first: ${name} in ${suites.join(', ')}`),
    ...(shared.length > 0 ? [`first place shared: ${shared.join(', ')}`] : []),
  ].join('; ')
}

function nameIn({ labels }: Ranking, key: string): string {
  return labels[key] ?? key
}

function placesTable({ suite, runs, metric }: Ranking, compared: readonly ComparedRun[]): Block {
  const digits = runs.some(({ value }) => Math.abs(value) > 10) ? 2 : 3
  const rows = runs.map(({ name, value, n, from, to }) => {
    const run = compared.find((entry) => entry.name === name)
    const mark = run?.document ? markOf(run.document, suite, metric) : ''
    const shown = (Number.isFinite(value) ? value.toFixed(digits) : 'no value') + (mark && `, ${mark}`)
    return [from === to ? `${from}` : `${from} to ${to}`, name, run ? modelOf(run) : '', shown, grouped(n)]
  })
  const givingWay = [
    { column: 2, least: 16 },
    { column: 1, least: 12 },
  ]
  const columns = columnsOf(['rank', 'run', 'model', 'value', 'n'], 3)
  return { kind: 'table', label: `Places in ${suite}`, columns, rows, givingWay, isTight: true }
}

/** Which metrics order the runs otherwise than others do. Most order them alike, which one sentence says. */
function pairTexts(ranking: Ranking): string[] {
  const unlike = ranking.correlations.filter(({ tau }) => tau < 1).sort((one, other) => one.tau - other.tau)
  if (ranking.correlations.length === 0) return []
  if (unlike.length === 0) return ['All its metrics order the runs alike.']
  const shown = unlike
    .slice(0, PAIRS)
    .map(({ one, other, tau }) => `${nameIn(ranking, one)} and ${nameIn(ranking, other)} ${tau.toFixed(2)}`)
  const more = unlike.length > PAIRS ? `; ${grouped(unlike.length - PAIRS)} more pairs` : ''
  return [`Metrics that order the runs most differently (Kendall tau-b): ${shown.join('; ')}${more}.`]
}
