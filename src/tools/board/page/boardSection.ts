import { type Content, cardTable, counted, digitsOf, html, intervalBar, type Markup, table } from '../../../kit.ts'
import type { BoardCell, BoardScatter, BoardSuite, BoardTable, ShownColumn } from '../board.ts'
import { paretoFront } from '../board.ts'
import { runName } from './boardRuns.ts'
import { boardWarnings, WHOLE_RUN_NOTE } from './boardWarnings.ts'
import { type ModelPoint, modelScatter } from './pictures/modelScatter.ts'
import { radarGrid } from './pictures/radarGrid.ts'
import { itemHash } from './shared/itemFilter.ts'

/** A suite on a board's page: who stands where, the tables of its paper, its pictures, and the way to its items. */
export function boardSection(suite: BoardSuite, keys: ReadonlyMap<string, string>): Markup {
  const id = sectionId(suite.suite)
  const names = suite.runs.map((run) => ({ name: run.label, shown: runName(run, keys) }))
  const pictures = [
    ...costScatters(suite),
    ...suite.scatters.map((scatter) => plainScatter(scatter, suite)),
    ...suite.radars.map((radar, at) => radarGrid(`${id}-radar-${at}`, radar, names)),
  ].filter((picture) => picture !== undefined)
  return html`<section class="suite" id="${id}" aria-labelledby="title-${id}"><h2 id="title-${id}">${suite.title}</h2>
<p>By ${suite.headline.label}${suite.headline.lowerIsBetter && ', of which less is better'}. ${PLACES}</p>
${boardWarnings(suite).map((warning) => html`<p class="warning">${warning}</p>`)}
${rankingTable(suite, keys)}
<p>${separationText(suite)}</p>
${pictures.length > 0 && html`<div class="pictures">${pictures}</div>`}
${suite.tables.map((own) => paperTable(own, names))}</section>`
}

/** What shared places mean. */
export const PLACES =
  'Models that share places cannot be told apart: all pairs are compared on the items they share, at 5 % over all pairs (Holm).'

/** Place of a suite's section on the page. */
export function sectionId(suite: string): string {
  return `suite-${suite}`
}

/** Places that a run may have. */
export function placesText({ from, to }: BoardSuite['places'][number]): string {
  return from === to ? `${from}` : `${from} to ${to}`
}

/** A figure of a column. */
export function columnFigure({ value }: BoardCell, { range }: Pick<ShownColumn, 'range'>): string {
  return value.toFixed(digitsOf(range, value))
}

const NONE = '–'
const WHOLE_RUN = html` <abbr title="of all suites of the run">†</abbr>`

function rankingTable({ suite, runs, places, scores, headline, front }: BoardSuite, keys: ReadonlyMap<string, string>): Markup {
  const priced = runs.some(({ usd }) => usd !== null)
  const timed = runs.some(({ seconds }) => seconds !== null)
  const rows = runs.map((run, at): Content[] => {
    const cell = scores[at]
    return [
      runName(run, keys),
      places[at] ? placesText(places[at]) : NONE,
      cell ? html`<strong>${columnFigure(cell, headline)}</strong>` : NONE,
      cell ? html`${intervalBar(cell, undefined, headline.range)}<span class="quiet">${intervalText(cell, headline)}</span>` : NONE,
      cell ? cell.n.toLocaleString('en') : NONE,
      ...(priced
        ? [
            run.usd === null
              ? NONE
              : html`${run.usd.toFixed(2)}${front.includes(run.name) && html` <abbr title="no other model is as good for less">★</abbr>`}${run.wholeRun && WHOLE_RUN}`,
          ]
        : []),
      ...(timed ? [run.seconds === null ? NONE : html`${(run.seconds / 60).toFixed(1)}${run.wholeRun && WHOLE_RUN}`] : []),
    ]
  })
  const isMarked = runs.some(({ wholeRun, usd, seconds }) => wholeRun && (usd !== null || seconds !== null))
  const ranking = cardTable(
    [
      { head: 'model' },
      { head: 'places', isFigure: true },
      { head: headline.label, isFigure: true },
      { head: '95 % interval' },
      { head: 'values', isFigure: true },
      ...(priced ? [{ head: 'cost, $', isFigure: true }] : []),
      ...(timed ? [{ head: 'time, min', isFigure: true }] : []),
    ],
    rows,
    `Ranking in ${suite}`,
  )
  return html`${ranking}${isMarked && html`<p class="quiet">${WHOLE_RUN_NOTE}</p>`}`
}

function intervalText({ ci95 }: BoardCell, headline: ShownColumn): string {
  if (!ci95) return ''
  const digits = digitsOf(headline.range, ...ci95)
  return ci95.map((end) => end.toFixed(digits)).join(' to ')
}

function separationText({ suite, separation: { shared, alike, items } }: BoardSuite): Content {
  if (shared === 0) return 'The models share no item that all have a score for.'
  const told =
    alike === shared
      ? 'All have the same score in each.'
      : html`<a href="${itemHash({ suite })}">${counted(items.length, 'item')} part them</a>; in ${alike.toLocaleString('en')} all have the same score.`
  return html`${counted(shared, 'item')} scored for all models. ${told}`
}

/** A table as the paper has it. The best of a column is bold and marked, ranks stand beside the values. */
function paperTable({ title, columns, rows, meanRanks }: BoardTable, names: readonly { readonly shown: Content }[]): Markup | undefined {
  if (columns.length === 0 || rows.every((row) => row.every((cell) => cell === null))) return undefined
  const hasRanks = rows.length > 1
  const ranked = hasRanks && columns.length > 1 && meanRanks.some((rank) => rank !== null)
  const body = rows.map((row, at) => [
    names[at]?.shown,
    ...row.map((cell, column) => (cell ? paperCell(cell, columns[column] as ShownColumn, hasRanks, bestRank(rows, column)) : NONE)),
    ...(ranked ? [meanRanks[at]?.toFixed(1) ?? NONE] : []),
  ])
  return html`<h3>${title}</h3><div class="paper">${table(['model', ...columns.map(columnHead), ...(ranked ? ['mean rank'] : [])], body, title)}</div>`
}

function columnHead({ label, lowerIsBetter }: ShownColumn): Content {
  return html`${label}${lowerIsBetter && html` <span class="quiet">less is better</span>`}`
}

function bestRank(rows: BoardTable['rows'], column: number): number {
  return Math.min(...rows.flatMap((row) => row[column]?.rank ?? []))
}

function paperCell(cell: BoardCell, column: ShownColumn, hasRank: boolean, best: number): Content {
  const text = columnFigure(cell, column)
  if (!hasRank) return text
  return html`${cell.rank === best ? html`<strong>${text}</strong>` : text} <span class="rank"><span class="unseen">rank </span>${rankText(cell.rank)}</span>`
}

function rankText(rank: number): string {
  return Number.isInteger(rank) ? `${rank}` : rank.toFixed(1)
}

/** Quality against cost and against time: the front is what no other model is as good as for less. */
function costScatters(suite: BoardSuite): (Markup | undefined)[] {
  const { runs, scores, headline, front } = suite
  const sign = headline.lowerIsBetter ? -1 : 1
  // What other suites took says nothing of this one.
  const seconds = runs.map((run) => (run.wholeRun ? null : run.seconds))
  const timed = paretoFront(
    runs.map(({ name }, at) => ({ name, usd: seconds[at] ?? null, value: scores[at] ? sign * (scores[at]?.value as number) : Number.NaN })),
  )
  const picture = (title: string, what: string, label: string, of: (at: number) => number | null, onFront: readonly string[]) => {
    const points = runs.flatMap(({ name, label: own }, at): ModelPoint[] => {
      const [x, cell] = [of(at), scores[at]]
      return x === null || !cell ? [] : [{ name: own, x, y: cell.value, isOnFront: onFront.includes(name) }]
    })
    if (points.length < 2) return undefined
    return modelScatter({
      title,
      caption: `Filled and joined: no other model is as good for less ${what}.`,
      x: { label, digits: 2 },
      y: { label: headline.label, range: headline.range, digits: digitsOf(headline.range) },
      points,
      hasFront: true,
    })
  }
  return [
    picture('Quality and cost', 'money', 'cost, $', (at) => (runs[at]?.wholeRun ? null : (runs[at]?.usd ?? null)), front),
    picture('Quality and time', 'time', 'time, min', (at) => (seconds[at] == null ? null : seconds[at] / 60), timed),
  ]
}

function plainScatter({ title, x, y, points }: BoardScatter, { runs }: BoardSuite): Markup | undefined {
  const shown = points.flatMap((point, at): ModelPoint[] => (point ? [{ name: runs[at]?.label ?? '', x: point[0], y: point[1] }] : []))
  if (shown.length < 2) return undefined
  const axis = ({ label, range }: ShownColumn, at: 0 | 1) => ({
    label,
    range,
    digits: digitsOf(range, ...points.flatMap((point) => (point ? [point[at]] : []))),
  })
  return modelScatter({ title, caption: 'A mark for each model.', x: axis(x, 0), y: axis(y, 1), points: shown })
}
