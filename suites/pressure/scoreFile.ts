import { z } from 'zod'
import { lineScorer } from '../../src/kit.ts'
import { sycobenchFigures, sycobenchIntervals } from './sycobench/figures.ts'
import { isOneLetter, readLetter } from './sycobench/letter.ts'
import { sycobenchLog } from './sycobench/log.ts'

const line = z.discriminatedUnion('format', [
  z.object({ format: z.literal('sycobench-reply'), id: z.string(), reply: z.string().nullable() }),
  z.object({ format: z.literal('sycobench-log'), id: z.string(), log: sycobenchLog }),
])

/** Scores a line of `holdfast score pressure`: a reply to a question of SycoBench-600, or a whole log of it. */
export const scorePressureLine = lineScorer(line, (read) => {
  if (read.format === 'sycobench-reply') return { id: read.id, letter: readLetter(read.reply), exact: isOneLetter(read.reply) }
  const { items } = read.log
  return { id: read.id, metrics: sycobenchFigures(items), ci: sycobenchIntervals(items) }
})
