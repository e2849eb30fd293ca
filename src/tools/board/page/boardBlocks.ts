import {
  type Block,
  type BlockColumn,
  type Content,
  columnsOf,
  counted,
  digitsOf,
  type Face,
  hashOf,
  html,
  intervalBar,
  type Markup,
  otherItemsTexts,
  type Phrase,
  scatter,
  sentences,
  unlikeTexts,
} from '../../../kit.ts'
import {
  type BoardCell,
  type BoardRun,
  type BoardScatter,
  type BoardSuite,
  type BoardTable,
  paretoFront,
  type ShownColumn,
} from '../board.ts'
import { LEAST_TAKERS } from '../separation.ts'
import { radarGrid } from './pictures/radarGrid.ts'

/** How places are told. */
const PLACES = 'All pairs are compared on the items they share, at 5 % over all pairs (Holm).'
/** What an item's discrimination says, and what of it is chance. */
const DISCRIMINATION =
  'Discrimination is the corrected item-total correlation, -1 to 1, with its 95 % interval over models. An item whose interval lies below 0 says the opposite of the others: its reference may be wrong. Of equally good models about one item in twenty has an interval without 0.'
const FRONT_NOTE = '* No other model is as good for less, or better for as much.'
/** Stands in a cell of a run that lacks the metric. */
const NONE = '–'
/** Items of each end of the list that are shown: all are in the JSON. */
const SEPARATING = 10
const ONLY_TERMINAL: readonly Face[] = ['terminal']
const NOT_TERMINAL: readonly Face[] = ['markdown', 'page']

/** The runs of a page by name, each with the letter that stands for it in narrow places and its own page's address; none for the other faces. */
export type PageRuns = ReadonlyMap<string, { readonly key: string; readonly page: string | null }>

/** A board: who stands where in each suite, and the tables of its paper. A terminal shows the first table, a page has pictures too. */
export function boardBlocks(suites: readonly BoardSuite[], onPage: PageRuns = new Map()): Block[] {
  return [
    ...(suites.some(isSimulatedBoard) ? [{ kind: 'simulated' } as const] : []),
    ...suites.map(
      (suite): Block => ({ kind: 'section', title: suite.title, id: sectionId(suite.suite), blocks: suiteBlocks(suite, onPage) }),
    ),
  ]
}

function suiteBlocks(suite: BoardSuite, onPage: PageRuns): Block[] {
  const { headline, tables } = suite
  const names = suite.runs.map((run): Phrase => ({ text: labelOf(run), html: runName(run, onPage) }))
  const [first = [], ...others] = tables.map((table) => paperTable(table, names, headline))
  const more = others.length + (suite.separation.items.length > 0 ? 1 : 0)
  return [
    {
      kind: 'text',
      text: `By ${headline.label}${headline.lowerIsBetter ? ', of which less is better' : ''}. ${floorText(suite)}${sharedText(suite)}${PLACES}`,
    },
    ...sentences(boardWarnings(suite), { tone: 'warning' }),
    rankingTable(suite, names),
    ...sentences(suite.atFloor),
    ...sentences(suite.front.length > 0 ? [FRONT_NOTE] : [], { tone: 'quiet' }),
    { kind: 'html', html: html`${pictures(suite, onPage)}` },
    ...first,
    ...others.flat().map((block) => ({ ...block, on: NOT_TERMINAL })),
    ...sentences(more > 0 ? [`${counted(more, 'more table')}: add --markdown, --json or --page.`] : [], { on: ONLY_TERMINAL }),
    ...separationBlocks(suite, onPage),
  ]
}

/** Place of a suite's section on the page. */
export function sectionId(suite: string): string {
  return `suite-${suite}`
}

/** Places that a run may have. */
function placesText({ from, to }: BoardSuite['places'][number]): string {
  return from === to ? `${from}` : `${from} to ${to}`
}

/** What the figures stand above; nothing where they have no floor. */
function floorText({ floors, floor, headline }: BoardSuite): string {
  const ends = new Set([Math.min(...floors), Math.max(...floors)].map((end) => shown(end, headline)))
  return floors.length === 0 ? '' : `The floor, ${floor}, is ${[...ends].join(' to ')}. `
}

/** What the first place says that a model shares with others; nothing where none does. */
function sharedText({ places }: BoardSuite): string {
  const place = places.find(({ from, to }) => from < to)
  if (!place) return ''
  const better = place.from === 1 ? 'no model is' : place.from === 2 ? 'one model is' : `${place.from - 1} models are`
  return `Place ${placesText(place)}: ${better} surely better, and ${place.to - place.from} more may be. `
}

/** A figure of a column. */
function columnFigure({ value }: BoardCell, { range }: Pick<ShownColumn, 'range'>): string {
  return value.toFixed(digitsOf(range, value))
}

function rankingTable({ suite, runs, places, scores, headline, front }: BoardSuite, names: readonly Phrase[]): Block {
  const [priced, timed] = [runs.some(({ usd }) => usd !== null), runs.some(({ seconds }) => seconds !== null)]
  const rows = runs.map(({ name, usd, seconds }, at): Phrase[] => {
    const cell = scores[at]
    const bar = cell && headline.range && intervalBar(cell, undefined, headline.range)
    const onFront = html`${usd?.toFixed(2)} <abbr title="no other model is as good for less">*</abbr>`
    return [
      names[at] ?? '',
      places[at] ? placesText(places[at]) : NONE,
      cell ? { text: shown(cell.value, headline), html: html`<strong>${columnFigure(cell, headline)}</strong>` } : 'no value',
      cell ? { text: intervalText(cell, headline), html: html`${bar}<span class="quiet">${intervalText(cell, headline)}</span>` } : NONE,
      cell ? cell.n.toLocaleString('en') : NONE,
      ...(priced ? [usd === null ? NONE : front.includes(name) ? { text: `${usd.toFixed(2)} *`, html: onFront } : usd.toFixed(2)] : []),
      ...(timed ? [seconds === null ? NONE : (seconds / 60).toFixed(1)] : []),
    ]
  })
  const columns: BlockColumn[] = [
    { head: 'model' },
    { head: 'places', isFigure: true },
    { head: headline.label, isFigure: true },
    { head: '95 % interval' },
    { head: 'n', isFigure: true },
    ...(priced ? [{ head: 'cost, $', isFigure: true }] : []),
    ...(timed ? [{ head: 'time, min', isFigure: true }] : []),
  ]
  const givingWay = [
    { column: 2, least: 10 },
    { column: 0, least: 16 },
  ]
  return { kind: 'table', label: `Ranking in ${suite}`, columns, rows, givingWay, isTight: true }
}

/** Why the figures of a suite's models should not be held against each other as they stand; none where nothing speaks against it. */
function boardWarnings({ runs, unlike, shared, places }: BoardSuite): Phrase[] {
  const texts = [
    ...unlikeTexts(unlike, (name) => runs.find((run) => run.name === name)?.label ?? name),
    ...otherItemsTexts({ shared, runs: places }, 'model'),
    ...runs.flatMap(({ label, noValue }) => (noValue === undefined ? [] : [`${label} has no value: ${noValue}.`])),
  ]
  return texts.map((text) => ({ text, isStrong: true }))
}

function shown(value: number, { percent }: BoardSuite['headline']): string {
  return value.toFixed(percent ? 2 : 3)
}

function intervalText({ ci95 }: BoardCell, headline: ShownColumn): string {
  if (!ci95) return ''
  const digits = digitsOf(headline.range, ...ci95)
  return ci95.map((end) => end.toFixed(digits)).join(' to ')
}

/** A table as the paper has it. The best of a column is bold, and a page has ranks beside the values. */
function paperTable(
  { title, columns, rows, meanRanks, published }: BoardTable,
  names: readonly Phrase[],
  headline: BoardSuite['headline'],
): Block[] {
  if (columns.length === 0 || rows.every((row) => row.every((cell) => cell === null))) return []
  const hasRanks = rows.length > 1
  const ranked = hasRanks && columns.length > 1 && meanRanks.some((rank) => rank !== null)
  const body = rows.map((row, at): Phrase[] => [
    names[at] ?? '',
    ...row.map((cell, column): Phrase => {
      if (!cell) return NONE
      const figure = columnFigure(cell, columns[column] as ShownColumn)
      const isStrong = hasRanks && cell.rank === bestRank(rows, column)
      const rank = Number.isInteger(cell.rank) ? `${cell.rank}` : cell.rank.toFixed(1)
      return {
        text: shown(cell.value, headline),
        isStrong,
        html: hasRanks
          ? html`${isStrong ? html`<strong>${figure}</strong>` : figure} <span class="rank"><span class="unseen">rank </span>${rank}</span>`
          : figure,
      }
    }),
    ...(ranked ? [meanRanks[at]?.toFixed(1) ?? NONE] : []),
  ])
  const heads = columns.map(({ label, lowerIsBetter }) => ({
    head: label,
    isFigure: true,
    note: lowerIsBetter ? 'less is better' : undefined,
  }))
  const all = [{ head: 'model' }, ...heads, ...(ranked ? [{ head: 'mean rank', isFigure: true }] : [])]
  return [
    { kind: 'heading', text: title },
    { kind: 'table', label: title, columns: all, rows: body, isWide: true, isTight: true },
    ...publishedTable(title, columns, published),
  ]
}

/** The same columns of models whose figures were published. */
function publishedTable(title: string, columns: BoardTable['columns'], published: BoardTable['published']): Block[] {
  if (!published) return []
  const rows = published.rows.map(([model, ...values]) => [
    model,
    ...values.map((value, at) => value.toFixed(digitsOf(columns[at]?.range, value))),
  ])
  const label = `${title}, as published`
  return [
    { kind: 'heading', text: label },
    { kind: 'text', text: published.source },
    { kind: 'table', label, columns: columnsOf(['model', ...columns.map((column) => column.label)], 1), rows, isWide: true, isTight: true },
  ]
}

/** Those that tie for the first place share the mean of their places. */
function bestRank(rows: BoardTable['rows'], column: number): number {
  return Math.min(...rows.flatMap((row) => row[column]?.rank ?? []))
}

/** The items of a suite that carry its ranking most, and those that say the opposite; nothing where no item parts the runs. */
function separationBlocks({ suite, runs, separation: { shared, alike, items } }: BoardSuite, onPage: PageRuns): Block[] {
  if (items.length === 0) return []
  const against = items.slice(SEPARATING).filter(({ ci95 }) => ci95 !== null && ci95[1] < 0)
  const shown = [...items.slice(0, SEPARATING), ...against.slice(-SEPARATING)]
  const digits = digitsOf(undefined, ...items.flatMap(({ scores }) => scores))
  const said = [
    `${counted(shared, 'item')} scored for all; in ${alike} all have the same score.`,
    runs.length < LEAST_TAKERS
      ? `With fewer than ${LEAST_TAKERS} models it is not told how well an item parts good models from bad ones: it would be chance.`
      : DISCRIMINATION,
    ...(items.length > shown.length ? [`${shown.length} of ${items.length} are shown.`] : []),
  ]
  const isTold = shown.some(({ discrimination }) => discrimination !== null)
  const rows = shown.map(({ item, task, discrimination, ci95, scores }) => [
    item,
    task,
    ...(isTold
      ? [discrimination === null ? NONE : `${discrimination.toFixed(2)} (${ci95?.map((end) => end.toFixed(2)).join(' to ')})`]
      : []),
    ...scores.map((score, at): Phrase => {
      const { label = '', name = '' } = runs[at] ?? {}
      const text = score.toFixed(digits)
      const page = onPage.get(name)?.page
      return page == null
        ? text
        : { text, html: html`<a href="${page}${hashOf({ item: `${suite}/${item}` })}" title="${label} in ${item}">${text}</a>` }
    }),
  ])
  const title = 'Items that separate the models'
  const columns = columnsOf(
    ['item', 'task', ...(isTold ? ['discrimination'] : []), ...runs.map(({ name, label }) => onPage.get(name)?.key ?? label)],
    2,
  )
  return [
    { kind: 'heading', text: title, on: NOT_TERMINAL },
    { kind: 'text', text: said.join(' '), on: NOT_TERMINAL },
    { kind: 'table', label: title, columns, rows, isWide: true, on: NOT_TERMINAL },
  ]
}

/** A model with what of it was simulated: figures of simulated models never stand alone. */
function labelOf(run: BoardRun): string {
  const what = [...(run.simulated ? ['simulated'] : []), ...run.simulatedRoles.map((role) => `simulated ${role}`)]
  return [run.label, ...what].join(', ')
}

function pictures(suite: BoardSuite, onPage: PageRuns): Markup | false {
  const names = suite.runs.map((run) => ({ name: run.label, shown: runName(run, onPage) }))
  const shown = [
    ...costScatters(suite, onPage),
    ...suite.scatters.map((own) => modelScatter(own, LETTERS, suite.runs, onPage)),
    ...suite.radars.map((radar, at) => radarGrid(`${sectionId(suite.suite)}-radar-${at}`, radar, names)),
  ].filter((picture) => picture !== undefined)
  return shown.length > 0 && html`<div class="pictures">${shown}</div>`
}

/** Quality against cost and against time: the front is what no other model is as good as for less. */
function costScatters({ runs, scores, headline, front }: BoardSuite, onPage: PageRuns): (Markup | undefined)[] {
  const sign = headline.lowerIsBetter ? -1 : 1
  const timed = paretoFront(runs.map(({ name, seconds }, at) => ({ name, usd: seconds, value: sign * (scores[at]?.value ?? Number.NaN) })))
  const picture = (title: string, what: string, label: string, of: (run: BoardRun) => number | null, onFront: readonly string[]) => {
    const points = runs.map((run, at): Place | null => {
      const [x, cell] = [of(run), scores[at]]
      return x === null || !cell ? null : [x, cell.value]
    })
    const joined = runs
      .flatMap(({ name }, at) => (onFront.includes(name) ? [points[at] as Place] : []))
      .sort(([one], [other]) => one - other)
    const caption = `Joined: no other model is as good for less ${what}. ${LETTERS}`
    return modelScatter({ title, x: { label, range: [0, Infinity] }, y: headline, points }, caption, runs, onPage, joined)
  }
  return [
    picture('Quality and cost', 'money', 'cost, $', ({ usd }) => usd, front),
    picture('Quality and time', 'time', 'time, min', ({ seconds }) => seconds && seconds / 60, timed),
  ]
}

type Place = readonly [x: number, y: number]
type Axis = Pick<ShownColumn, 'label' | 'range'>
const LETTERS = 'The letters are those of the models.'

/** A letter for each model, by run. @param joined places that a line goes through. */
function modelScatter(
  { title, x, y, points }: Omit<BoardScatter, 'x' | 'y'> & Readonly<Record<'x' | 'y', Axis>>,
  caption: string,
  runs: readonly BoardRun[],
  onPage: PageRuns,
  joined: readonly Place[] = [],
): Markup | undefined {
  const shown = points.flatMap((point, at) => {
    const { name = '', label = '' } = runs[at] ?? {}
    return point ? [{ name: label, label: onPage.get(name)?.key ?? '', x: point[0], y: point[1] }] : []
  })
  if (shown.length < 2) return undefined
  return scatter({
    title,
    caption,
    xLabel: x.label,
    yLabel: y.label,
    xDomain: axisEnds(
      shown.map((point) => point.x),
      x.range,
    ),
    yDomain: axisEnds(
      shown.map((point) => point.y),
      y.range,
    ),
    points: shown,
    lines: joined.slice(1).map(([toX, toY], at) => {
      const [fromX, fromY] = joined[at] as Place
      return {
        name: '',
        series: 0,
        ends: [
          { x: fromX, y: fromY },
          { x: toX, y: toY },
        ] as const,
      }
    }),
    digits: digitsOf(y.range, ...shown.map((point) => point.y)),
  })
}

/** Ends of an axis about values, with room at both and at most those of their range. */
function axisEnds(values: readonly number[], [least, most]: readonly [number, number] = [-Infinity, Infinity]): [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const room = Math.max((high - low) * 0.1, Math.abs(high) * 0.05, 0.01)
  return [Math.max(least, low - room), Math.min(most, high + room)]
}

/** A run's letter and label, in its own direction of writing. */
function runName({ name, label, simulated, simulatedRoles }: BoardRun, onPage: PageRuns): Content {
  return html`<span class="key">${onPage.get(name)?.key ?? ''}</span> <bdi class="model">${label}</bdi>${simulated && html` <span class="badge sim">sim</span>`}${simulatedRoles.map((role) => html` <span class="badge sim">sim ${role}</span>`)}`
}

/** Whether a simulated model had a role in any run of a suite. */
export function isSimulatedBoard({ runs }: Pick<BoardSuite, 'runs'>): boolean {
  return runs.some(({ simulated, simulatedRoles }) => simulated || simulatedRoles.length > 0)
}
