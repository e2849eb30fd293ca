// A PNG of at most 256 colours, a third of what a browser's screenshot takes. Text on plain grounds loses nothing that is seen.
import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const COLOURS = 256

/** The PNG of pixels in RGBA, all opaque: the commonest colours stay as they are, others become the nearest of them. */
export function palettePng({ width, height, rgba }) {
  const counts = new Map()
  const colours = new Uint32Array(width * height)
  for (let at = 0; at < colours.length; at += 1) {
    const colour = (rgba[at * 4] << 16) | (rgba[at * 4 + 1] << 8) | rgba[at * 4 + 2]
    colours[at] = colour
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const palette = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, COLOURS)
    .map(([colour]) => colour)
  const indexes = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]))
  // Each line begins with its filter, which is none: lines of a palette are not made smaller by one.
  const lines = Buffer.alloc((width + 1) * height)
  for (let at = 0; at < colours.length; at += 1) lines[at + Math.floor(at / width) + 1] = indexes.get(colours[at])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const table = Buffer.from(palette.flatMap(channels))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const channels = (colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]

function nearest(palette, colour) {
  const wanted = channels(colour)
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (const [index, candidate] of palette.entries()) {
    const distance = channels(candidate).reduce((sum, value, at) => sum + (value - wanted[at]) ** 2, 0)
    if (distance < least) [best, least] = [index, distance]
  }
  return best
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}
