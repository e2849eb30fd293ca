import type { ItemRecord } from '../../core/format/records.ts'
import { readLost, reasonParts } from './shared/reasonParts.ts'

/** What a message says where no point was kept. */
export const ALL_POINTS = 'all points'

/** The points that a failed item lost, from the `lost` rows of its message, the largest first. @param nameOf a point's name in words. */
export function lostPoints(
  { status, reason = '' }: Pick<ItemRecord, 'status' | 'reason'>,
  nameOf: (point: string) => string = (point) => point,
) {
  if (status !== 'failed') return []
  const rows = reasonParts(reason).flatMap((part) => part.rows.filter(({ label }) => label === 'lost'))
  return rows
    .map(({ lines: [first = '', ...more] }) => {
      const { name, points, why } = readLost(first)
      // Of the item's points, 0 to 1, where the message has it.
      const share = points ? points.lost / points.of : name === ALL_POINTS ? 1 : null
      return { name: nameOf(name), share, why: joined([why, ...more.map((line) => line.trim())]) }
    })
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
