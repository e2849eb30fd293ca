import { markdownCell, markdownRow } from '../../core/base/text/markdownCell.ts'
import { type ComparedRun, modelOf } from '../../deciding/compare/comparedRun.ts'
import type { Ranking } from '../../deciding/compare/ranking.ts'
import { fittedTable } from '../fittedTable.ts'
import { grouped, wrapWords } from '../layout.ts'
import { isSimulated, SIMULATED, simulatedBanner } from '../simulatedBanner.ts'
import { unlikeTexts } from './unlikeTexts.ts'

/** Pairs of metrics that are shown, those that order the runs most differently. */
const PAIRS = 5
const LEGEND = 'Runs that share places cannot be told apart (all pairs, Holm).'

/** Rankings for the terminal: which run is first in which suites, then the places in each. */
export function rankingLines(rankings: readonly Ranking[], compared: readonly ComparedRun[], width: number): string[] {
  const verdict = sentence(firstLine(rankings), width)
  return [
    ...verdict,
    '',
    ...simulatedBanner(compared, width),
    ...sentence(LEGEND, width),
    ...rankings.flatMap((ranking) => [
      '',
      ...sentence(`${ranking.suite}, ranked by ${nameIn(ranking, ranking.metric)}`, width),
      ...fittedTable([['rank', 'run', 'model', 'value'], ...runRows(ranking, compared)], width, new Set([0, 1, 2]), [
        { column: 2, least: 16 },
        { column: 1, least: 12 },
      ]),
      ...unlikeTexts(ranking.unlike).flatMap((text) => sentence(text, width)),
      ...pairTexts(ranking).flatMap((text) => sentence(text, width)),
    ]),
    '',
    ...verdict,
  ]
}

/** Rankings as markdown, for a pull request. */
export function rankingMarkdown(rankings: readonly Ranking[], compared: readonly ComparedRun[]): string[] {
  const verdict = `**${markdownCell(firstLine(rankings))}**`
  return [
    verdict,
    '',
    ...(compared.some(({ document }) => isSimulated(document)) ? [`> **${SIMULATED}**`, ''] : []),
    LEGEND,
    ...rankings.flatMap((ranking) => [
      '',
      `### ${markdownCell(ranking.suite)}, ranked by ${markdownCell(nameIn(ranking, ranking.metric))}`,
      '',
      markdownRow(['rank', 'run', 'model', 'value']),
      '| --- | --- | --- | ---: |',
      ...runRows(ranking, compared).map(markdownRow),
      ...[...unlikeTexts(ranking.unlike), ...pairTexts(ranking)].flatMap((text) => ['', markdownCell(text)]),
    ]),
    '',
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

function runRows({ runs }: Ranking, compared: readonly ComparedRun[]): string[][] {
  const digits = runs.some(({ value }) => Math.abs(value) > 10) ? 2 : 3
  return runs.map(({ name, value, from, to }) => {
    const run = compared.find((entry) => entry.name === name)
    return [from === to ? `${from}` : `${from} to ${to}`, name, run ? modelOf(run) : '', value.toFixed(digits)]
  })
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

function sentence(text: string, width: number): string[] {
  return wrapWords(text, width - 1, 2).map((line) => ` ${line}`)
}
