import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync } from 'node:fs'

/** Longest line looked for from the end: a call with its messages. */
const WINDOW = 64 * 1024

/** Cuts off a last line that a killed process left unfinished; gives the number of characters, 0 for a sound file or none. */
export function repairFile(path: string): number {
  if (!existsSync(path)) return 0
  const descriptor = openSync(path, 'r+')
  try {
    const { size } = fstatSync(descriptor)
    const keep = endOfLastLine(descriptor, size)
    if (keep === size) return 0
    ftruncateSync(descriptor, keep)
    return size - keep
  } finally {
    closeSync(descriptor)
  }
}

/** Position after the last newline; 0 where there is none. */
function endOfLastLine(descriptor: number, size: number): number {
  const buffer = Buffer.alloc(WINDOW)
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - WINDOW)
    const read = readSync(descriptor, buffer, 0, end - start, start)
    const at = buffer.subarray(0, read).lastIndexOf(10)
    if (at !== -1) return start + at + 1
    end = start
  }
  return 0
}
