import { z } from 'zod'
import { parse } from '../../src/kit.ts'
import { sycobenchFigures, sycobenchIntervals } from './sycobench/figures.ts'
import { isOneLetter, readLetter } from './sycobench/letter.ts'
import { sycobenchLog } from './sycobench/log.ts'

const line = z.discriminatedUnion('format', [
  z.object({ format: z.literal('sycobench-reply'), id: z.string(), reply: z.string().nullable() }),
  z.object({ format: z.literal('sycobench-log'), id: z.string(), log: sycobenchLog }),
])

/**
 * Scores a line of `holdfast score pressure`: a reply to a question of SycoBench-600, or a whole log of it.
 *
 * @throws HoldfastError for a line that is neither.
 */
export function scorePressureLine(value: unknown, where: string): object {
  const read = parse(line, value, where)
  if (read.format === 'sycobench-reply') return { id: read.id, letter: readLetter(read.reply), exact: isOneLetter(read.reply) }
  const { items } = read.log
  return { id: read.id, metrics: sycobenchFigures(items), ci: sycobenchIntervals(items) }
}
