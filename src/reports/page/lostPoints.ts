import type { ItemRecord } from '../../core/format/records.ts'
import { readLost } from './shared/reasonParts.ts'

/** A point that an item lost, as its message says. */
export interface LostPoint {
  /** Title of the point or criterion. */
  readonly name: string
  /** Share of the item's points, 0 to 1, where the message has it. */
  readonly share: number | null
  readonly why: string
}

/** What a message says where no point was kept. */
export const ALL_POINTS = 'all points'

const LINE = /^\s+lost\s+(.+)$/s
/** A further line of a point's evidence. */
const CONTINUED = /^\s{12}/

/**
 * The points an item lost, from the `lost` lines of its reason, the largest first. Only a failed item has any.
 *
 * @param nameOf a point's name in words.
 */
export function lostPoints(
  { status, reason }: Pick<ItemRecord, 'status' | 'reason'>,
  nameOf: (point: string) => string = (point) => point,
): LostPoint[] {
  if (status !== 'failed' || reason === undefined) return []
  const points: { readonly point: LostPoint; readonly lines: string[] }[] = []
  for (const line of reason.split('\n')) {
    const text = LINE.exec(line)?.[1]
    if (text !== undefined) {
      const point = readPoint(text)
      points.push({ point, lines: [point.why] })
    } else if (CONTINUED.test(line)) points.at(-1)?.lines.push(line.trim())
  }
  return points
    .map(({ point, lines }) => ({ ...point, name: nameOf(point.name), why: joined(lines) }))
    .sort((one, other) => (other.share ?? 1) - (one.share ?? 1))
}

/** Evidence of several lines as one; that a point is `not met` needs no saying where it is said why. */
function joined([first = '', ...more]: readonly string[]): string {
  const lines = more.length > 0 && first === 'not met' ? more : [first, ...more]
  return lines
    .filter((line) => line !== '')
    .map((line, index, all) => (index === all.length - 1 ? line : `${line}${/[.!?]$/.test(line) ? ' ' : '; '}`))
    .join('')
}

function readPoint(text: string): LostPoint {
  if (text === ALL_POINTS) return { name: ALL_POINTS, share: 1, why: '' }
  const { name, points, why } = readLost(text)
  return { name, share: points ? points.lost / points.of : null, why }
}
