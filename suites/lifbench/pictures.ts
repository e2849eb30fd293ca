import { scaleLinear } from 'd3-scale'
import { curveLinearClosed, lineRadial } from 'd3-shape'
import {
  barChart,
  barOf,
  figure,
  heatMap,
  html,
  label,
  line,
  lineChart,
  lines,
  type Markup,
  PICTURE_WIDTH,
  type PictureInput,
  partsOf,
  px,
  wrapped,
} from '../../src/kit.ts'
import { CAPABILITY_TITLES, TASKS } from './tasks.ts'

/** An axis of the radar with its value, and what it was in the baseline. */
interface Spoke {
  readonly name: string
  readonly value: number
  readonly base?: number | undefined
}

/** A radar. */
interface Radar {
  readonly title: string
  readonly caption: string
  readonly spokes: readonly Spoke[]
}

const HEIGHT = 290
const RADIUS = 100
/** Characters of a line of a spoke's name. */
const NAME_LINE = 12
const RINGS = [0.25, 0.5, 0.75, 1]

/** Shares from 0 to 1 as a figure about a centre. */
function radar({ title, caption, spokes }: Radar): Markup {
  const [cx, cy] = [PICTURE_WIDTH / 2, HEIGHT / 2]
  const radius = scaleLinear([0, 1], [0, RADIUS]).clamp(true)
  const angle = (index: number) => (2 * Math.PI * index) / spokes.length
  const at = (index: number, distance: number) => [cx + distance * Math.sin(angle(index)), cy - distance * Math.cos(angle(index))] as const
  // The scale stands between two spokes, where no value is marked.
  const between = (distance: number) => at(0.5, distance * Math.cos(Math.PI / spokes.length) + 4)
  const outline = (value: (spoke: Spoke) => number) =>
    lineRadial<Spoke>()
      .angle((_, index) => angle(index))
      .radius((spoke) => radius(value(spoke)))
      .curve(curveLinearClosed)([...spokes]) ?? ''
  const withBase = spokes.every(({ base }) => base !== undefined)
  return figure({
    title,
    caption,
    height: HEIGHT,
    svg: html`<g transform="translate(${cx} ${cy})">${RINGS.map((ring) => html`<circle class="grid hollow" r="${px(radius(ring))}"/>`)}</g>
${spokes.map((_, index) => line(cx, cy, ...at(index, RADIUS), 'grid'))}
${RINGS.map((ring) => label(...between(radius(ring)), String(ring), 'tick faint', 'middle'))}
<g transform="translate(${cx} ${cy})">${withBase && html`<path class="base-outline" d="${outline(({ base }) => base ?? 0)}"/>`}<g class="s0"><path class="shape" d="${outline(({ value }) => value)}"/></g></g>
<g class="s0">${spokes.map(({ name, value }, index) => {
      const [x, y] = at(index, radius(value))
      const [tx, ty] = at(index, RADIUS + (Math.abs(Math.sin(angle(index))) < 0.1 ? 22 : 12))
      const side = Math.sin(angle(index))
      const anchor = Math.abs(side) < 0.1 ? 'middle' : side > 0 ? 'start' : 'end'
      return html`<circle class="mark" cx="${px(x)}" cy="${px(y)}" r="3.5"><title>${name}: ${value.toFixed(3)}</title></circle>${lines(tx, ty, [...wrapped(name, NAME_LINE), value.toFixed(2)], 'name', anchor)}`
    })}</g>`,
    head: ['', 'value', ...(withBase ? ['baseline'] : [])],
    rows: spokes.map(({ name, value, base }) => [name, value.toFixed(3), ...(withBase ? [(base ?? 0).toFixed(3)] : [])]),
  })
}

/** What scores are to be stable over, and its name in the picture. */
const STABILITIES = [
  ['expression', 'wording'],
  ['variable', 'variable'],
  ['length', 'length'],
  ['average', 'mean of the three'],
] as const
/** Least end of the axis, so that small variations look small. */
const LEAST_VARIATION = 0.25

/** LIFBench: score by length, capabilities, tasks by length, stability. */
export function lifbenchPictures(input: PictureInput): (Markup | undefined)[] {
  const { metrics, base } = input
  const lengths = partsOf(metrics, 'length').sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10))
  const tasks = new Map(TASKS.filter(({ id }) => metrics[`ars.${id}`]).map(({ id, title }) => [`${id} ${title}`, id]))
  const curve = (of: PictureInput['metrics']) =>
    lengths.flatMap((length) => {
      const found = of[`length.${length}`]
      return found ? [{ x: length, y: found.value, ci95: found.ci95 }] : []
    })
  const spokes = Object.entries(CAPABILITY_TITLES).flatMap(([key, name]) => {
    const found = metrics[`ifp.${key}`]
    return found ? [{ name, value: found.value, base: base?.[`ifp.${key}`]?.value }] : []
  })
  const bySampling = STABILITIES.flatMap(([key, name]) => {
    const floor = metrics[`ifs.${key}`]?.floor
    return floor === undefined ? [] : [`${name} ${floor.toFixed(3)}`]
  })
  const stability = STABILITIES.flatMap(([key, name]) => barOf(`ifs.${key}`, name, input))
  return [
    lengths.length === 0
      ? undefined
      : lineChart({
          title: 'Score by length',
          caption: 'Mean over tasks at each context length, with its 95 % interval.',
          xLabel: 'context length in tokens',
          yLabel: 'score',
          domain: [0, 1],
          digits: 3,
          series: [{ name: 'all tasks', points: curve(metrics), base: base && curve(base) }],
        }),
    spokes.length < 3
      ? undefined
      : radar({
          title: 'Six capabilities',
          caption: `Share of the points that are given for each, over all tasks.${base ? ' Dashed: the baseline.' : ''}`,
          spokes,
        }),
    tasks.size === 0
      ? undefined
      : heatMap({
          title: 'Tasks by length',
          caption: 'Score of each task at each length; deeper is better.',
          rows: [...tasks.keys()],
          columns: lengths,
          domain: [0, 1],
          digits: 2,
          cell: (task, length) => metrics[`task.${tasks.get(task)}.length.${length}`],
        }),
    barChart({
      title: 'Stability',
      caption: `How much scores vary with the wording, the variable and the length (deviation over mean). Lower is better.${bySampling.length > 0 ? ` Sampling alone gives: ${bySampling.join(', ')}.` : ''}`,
      bars: stability,
      domain: [0, Math.max(LEAST_VARIATION, ...stability.map(({ value, ci95 }) => 1.15 * (ci95?.[1] ?? value)))],
      digits: 3,
    }),
  ]
}
