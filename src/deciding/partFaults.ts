import { counted } from '../core/base/text/counted.ts'
import { shellWord } from '../core/base/text/shellWord.ts'
import type { DoubledParts, PartCounts } from './mergedRecords.ts'
import type { RunPart } from './mergeRuns.ts'

/** A part of a run, where it lies and what it has. */
export interface FoundPart extends RunPart, PartCounts {
  /** As it was named. */
  readonly path: string
}

/**
 * What is wrong with the parts of a run, each in a sentence that says what to start again: those that are missing, those that
 * did not come to their end, and those that are there twice. Pure.
 */
export function partFaults(parts: readonly FoundPart[], suite: string, doubled: readonly DoubledParts[]): string[] {
  return [
    ...missingFaults(parts),
    ...parts.flatMap((part) => incompleteFault(part, suite)),
    ...doubled.map((pair) => doubledFault(parts, pair)),
  ]
}

function missingFaults(parts: readonly FoundPart[]): string[] {
  const shards = parts.flatMap((part) => shardOf(part) ?? [])
  const { count } = shards[0] ?? { count: 0 }
  const there = new Set(shards.map(({ index }) => index))
  return Array.from({ length: count }, (_, at) => at + 1)
    .filter((index) => !there.has(index))
    .map((index) => `Shard ${index}/${count} is missing. ${again(index, count, likelyPath(parts, index), parts)}`)
}

function incompleteFault(part: FoundPart, suite: string): string[] {
  const planned = part.settings?.planned[suite]
  const ended = part.records - part.stopped
  const isUnfinished = planned !== undefined && ended < planned
  if (!isUnfinished && part.unpaid === 0) return []
  const shard = shardOf(part)
  const name = shard ? `Shard ${shard.index}/${shard.count} (${part.path})` : `The run ${part.path}`
  const what = [
    ...(isUnfinished ? [`${ended.toLocaleString('en')} of ${counted(planned, 'record')}`] : []),
    ...(part.unpaid > 0 ? [`${counted(part.unpaid, 'item')} left by the budget, which has to be larger`] : []),
  ].join(', ')
  const next = shard
    ? again(shard.index, shard.count, part.path, [part])
    : `Start it again: the same command with HOLDFAST_RESUME=${shellWord(part.path)}.`
  return [`${name} is incomplete: ${what}. ${next}`]
}

function doubledFault(parts: readonly FoundPart[], { first, second, records }: DoubledParts): string {
  const [one, other] = [parts[first], parts[second]]
  const [own, its] = [one && shardOf(one), other && shardOf(other)]
  const name = own && its && own.index === its.index ? `Shard ${own.index}/${own.count} is there twice` : 'Two parts have the same items'
  return `${name}: ${counted(records, 'record')} of ${one?.path} ${records === 1 ? 'is' : 'are'} in ${other?.path} as well, and those of the latter count. Leave one of the two out.`
}

/** The command that starts a part again, or begins it. */
function again(index: number, count: number, path: string | undefined, parts: readonly FoundPart[]): string {
  const { variable, first, step } = parts.find(({ settings }) => settings?.scheduler)?.settings?.scheduler ?? {}
  const task = variable !== undefined && first !== undefined && step !== undefined ? ` (${variable} ${first + (index - 1) * step})` : ''
  const out = path === undefined ? '<its folder>' : shellWord(path)
  return `Start it: the command of the other parts with HOLDFAST_SHARD=${index}/${count} HOLDFAST_RESUME=auto HOLDFAST_OUT=${out}${task}.`
}

/** Where a missing part is likely to be: as the others are, whose paths say which part they are. */
function likelyPath(parts: readonly FoundPart[], index: number): string | undefined {
  const guesses = new Set(
    parts.flatMap((part) => {
      const shard = shardOf(part)
      const number = /\d+(?!.*\d)/.exec(part.path)
      if (!shard || !number) return []
      // As the scheduler counts; else from 1, or from wherever.
      const { first = 0, step = 1 } = part.settings?.scheduler ?? {}
      const isTask = Number(number[0]) === first + (shard.index - 1) * step
      const digits = String(Number(number[0]) + (index - shard.index) * (isTask ? step : 1)).padStart(
        number[0].startsWith('0') ? number[0].length : 1,
        '0',
      )
      return [part.path.slice(0, number.index) + digits + part.path.slice(number.index + number[0].length)]
    }),
  )
  const [guess] = guesses
  return guesses.size === 1 ? guess : undefined
}

function shardOf({ document, settings }: RunPart): { readonly index: number; readonly count: number } | undefined {
  const [index, count] = (document?.run.shard ?? settings?.shard ?? '').split('/').map(Number)
  return index && count ? { index, count } : undefined
}
