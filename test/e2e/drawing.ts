import { expect } from 'vitest'

/** A mark of a picture: what its tooltip says, and where it is drawn. */
export interface DrawnMark {
  /** Without the figure. */
  readonly name: string
  readonly x: number
  readonly y: number
}

/** A picture as it is drawn, read from the page's SVG: not from the figures beneath it. */
export interface Drawing {
  readonly marks: readonly DrawnMark[]
  /** Left end and width of each bar, by name. */
  readonly bars: ReadonlyMap<string, { readonly x: number; readonly width: number }>
  /** Depth of each cell's colour, 0 to 1, by its name. */
  readonly cells: ReadonlyMap<string, number>
  /** Place of a label of an axis or a row. */
  label(text: string): { readonly x: number; readonly y: number }
}

/** The picture of a title on a page. */
export function drawingOf(page: string, title: string): Drawing {
  const start = page.indexOf(`>${title}</h3>`)
  expect(start, title).toBeGreaterThan(0)
  const svg = page.slice(page.indexOf('<svg', start), page.indexOf('</svg>', start))
  const number = (text: string | undefined) => Number(text ?? Number.NaN)
  const nameOf = (tooltip: string | undefined) => tooltip?.replace(/: [^:]*$/, '') ?? ''
  const paths = [...svg.matchAll(/<path class="mark"[^>]* transform="translate\(([\d.-]+) ([\d.-]+)\)"><title>([^<]*)<\/title>/g)]
  const circles = [...svg.matchAll(/<circle class="mark" cx="([\d.-]+)" cy="([\d.-]+)"[^>]*><title>([^<]*)<\/title>/g)]
  const bars = [...svg.matchAll(/<rect class="bar" x="([\d.-]+)"[^>]* width="([\d.]+)"[^>]*><title>([^<]*)<\/title>/g)]
  const cells = [...svg.matchAll(/<rect class="cell"[^>]* fill-opacity="([\d.]+)"><title>([^<]*)<\/title>/g)]
  return {
    marks: [...paths, ...circles].map(([, x, y, tooltip]) => ({ name: nameOf(tooltip), x: number(x), y: number(y) })),
    bars: new Map(bars.map(([, x, width, tooltip]) => [nameOf(tooltip), { x: number(x), width: number(width) }])),
    cells: new Map(cells.map(([, depth, tooltip]) => [nameOf(tooltip), number(depth)])),
    label: (text) => {
      const found = [...svg.matchAll(/<text x="([\d.-]+)" y="([\d.-]+)"[^>]*>([^<]*)<\/text>/g)].find(([, , , shown]) => shown === text)
      expect(found, `${title}: the label ${text}`).toBeDefined()
      return { x: number(found?.[1]), y: number(found?.[2]) }
    },
  }
}
