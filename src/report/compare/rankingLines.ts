import { markdownCell, markdownRow } from '../../base/text/markdownCell.ts'
import { type ComparedRun, modelOf } from '../../results/compare/comparedRun.ts'
import type { Ranking } from '../../results/compare/ranking.ts'
import { columns } from '../layout.ts'

/** Pairs of metrics that are shown, those that order the runs most differently. */
const PAIRS = 10
const LEGEND = 'runs that share places cannot be told apart (all pairs, Holm)'
const PAIRS_TITLE = 'metrics that order the runs most differently (Kendall tau-b)'

/** A ranking for the terminal. */
export function rankingLines(ranking: Ranking, compared: readonly ComparedRun[]): string[] {
  const pairs = pairRows(ranking)
  return [
    '',
    ` ${ranking.suite}, ranked by ${ranking.metric}; ${LEGEND}`,
    '',
    ...columns([['rank', 'run', 'model', ranking.metric], ...runRows(ranking, compared)], new Set([0, 1, 2])),
    ...(pairs.length > 0 ? ['', ` ${PAIRS_TITLE}`, ...columns(pairs, new Set([0, 1]))] : []),
  ]
}

/** A ranking as markdown, for a pull request. */
export function rankingMarkdown(ranking: Ranking, compared: readonly ComparedRun[]): string[] {
  const pairs = pairRows(ranking)
  return [
    '',
    `### ${markdownCell(ranking.suite)}, ranked by ${markdownCell(ranking.metric)}`,
    '',
    LEGEND,
    '',
    markdownRow(['rank', 'run', 'model', ranking.metric]),
    '| --- | --- | --- | ---: |',
    ...runRows(ranking, compared).map(markdownRow),
    ...(pairs.length > 0 ? ['', PAIRS_TITLE, '', '| one | other | tau-b |', '| --- | --- | ---: |', ...pairs.map(markdownRow)] : []),
  ]
}

function runRows({ runs }: Ranking, compared: readonly ComparedRun[]): string[][] {
  return runs.map(({ name, value, from, to }) => {
    const run = compared.find((entry) => entry.name === name)
    return [from === to ? `${from}` : `${from} to ${to}`, name, run ? modelOf(run) : '', value.toFixed(3)]
  })
}

function pairRows({ correlations }: Ranking): string[][] {
  const far = [...correlations].sort((one, other) => one.tau - other.tau).slice(0, PAIRS)
  return far.map(({ one, other, tau }) => [one, other, tau.toFixed(2)])
}
