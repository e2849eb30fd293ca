import { counted } from '../core/base/text/counted.ts'
import { shellWord } from '../core/base/text/shellWord.ts'
import { boundsOf, type Gates, rulesBySuite } from '../core/format/gates.ts'
import { type ItemRecord, inOrder, stoppedByBudget, stoppedWithRun } from '../core/format/records.ts'
import type { GateResult } from '../core/format/scoresDocument.ts'
import { missingShards, type RunPart, shardsOf } from './mergeRuns.ts'

/** What of the records of a suite a part of a run has. */
export interface PartCounts {
  /** Items and trials that it has a record of. */
  readonly records: number
  /** Those of them that were stopped with the run. */
  readonly stopped: number
  /** Those that the budget left. */
  readonly unpaid: number
}

/** Two parts that have records of the same items and trials, by their places. */
export interface DoubledParts {
  readonly first: number
  readonly second: number
  readonly records: number
}

/** One suite's records out of several parts, the last of each item and trial, with what is common kept once so that millions fit. */
export class MergedRecords {
  readonly #places = new Map<string, number>()
  readonly #records: ItemRecord[] = []
  /** Which part the record is of. */
  readonly #from: number[] = []
  readonly #counts: number[] = []
  readonly #doubled = new Map<string, { first: number; second: number; records: number }>()
  readonly #known = new Map<string, unknown>()

  /** Adds a record of a part, after those it may take the place of. */
  add(record: ItemRecord, part: number): void {
    const key = keyOf(record)
    const place = this.#places.get(key)
    const own = this.#compact(record)
    if (place === undefined) {
      this.#places.set(key, this.#records.length)
      this.#records.push(own)
      this.#from.push(part)
      this.#count(part)
      return
    }
    const before = this.#from[place] as number
    if (before !== part) {
      this.#count(part)
      const pair = `${before} ${part}`
      const known = this.#doubled.get(pair) ?? { first: before, second: part, records: 0 }
      known.records += 1
      this.#doubled.set(pair, known)
    }
    this.#records[place] = own
    this.#from[place] = part
  }

  /** All of them, by item and trial. */
  inOrder(): ItemRecord[] {
    return inOrder(this.#records)
  }

  countsOf(part: number): PartCounts {
    const own = (is: (record: ItemRecord) => boolean) =>
      this.#records.reduce((sum, record, place) => sum + (this.#from[place] === part && is(record) ? 1 : 0), 0)
    return { records: this.#counts[part] ?? 0, stopped: own(stoppedWithRun), unpaid: own(stoppedByBudget) }
  }

  /** The parts that have records of the same items and trials. */
  doubled(): DoubledParts[] {
    return [...this.#doubled.values()]
  }

  #count(part: number): void {
    this.#counts[part] = (this.#counts[part] ?? 0) + 1
  }

  /** The record, with what other records have as well kept once. */
  #compact({ suite, task, tags, clusters, floor, ...record }: ItemRecord): ItemRecord {
    return {
      suite: this.#shared(suite),
      task: this.#shared(task),
      ...record,
      tags: this.#shared(tags),
      ...(clusters && { clusters: Object.fromEntries(Object.entries(clusters).map(([name, id]) => [name, this.#shared(id)])) }),
      ...(floor && { floor: this.#shared(floor) }),
    }
  }

  #shared<T>(value: T): T {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    const known = this.#known.get(text)
    if (known !== undefined && typeof known === typeof value) return known as T
    // Where everything differs nothing is gained by knowing it.
    if (this.#known.size < MOST_KNOWN) this.#known.set(text, value)
    return value
  }
}

/** Different values that are kept in mind. */
const MOST_KNOWN = 100_000

/** Mostly the item's own text, which takes no room. */
function keyOf({ item, trial }: ItemRecord): string {
  return trial === 0 && !item.includes('\u0000') ? item : `\u0000${JSON.stringify([trial, item])}`
}

/** A part of a run, where it lies and what it has. */
export interface FoundPart extends RunPart, PartCounts {
  readonly path: string
}

/** What is wrong with a run's parts (missing, unfinished or there twice), each a sentence that says what to start. Pure. */
export function partFaults(parts: readonly FoundPart[], suite: string, doubled: readonly DoubledParts[]): string[] {
  return [
    ...missingShards(parts).map((shard) => `Shard ${shard} is missing. ${again(shard, undefined, parts)}`),
    ...parts.flatMap((part) => incompleteFault(part, suite)),
    ...doubled.map((pair) => doubledFault(parts, pair)),
  ]
}

function incompleteFault(part: FoundPart, suite: string): string[] {
  const planned = part.settings?.planned[suite]
  const ended = part.records - part.stopped
  const isUnfinished = planned !== undefined && ended < planned
  if (!isUnfinished && part.unpaid === 0) return []
  const shard = shardOf(part)
  const name = shard ? `Shard ${shard} (${part.path})` : `The run ${part.path}`
  const what = [
    ...(isUnfinished ? [`${ended.toLocaleString('en')} of ${counted(planned, 'record')}`] : []),
    ...(part.unpaid > 0 ? [`${counted(part.unpaid, 'item')} left by the budget, which has to be larger`] : []),
  ].join(', ')
  const next = shard ? again(shard, part.path, [part]) : `Start it again: the same command with HOLDFAST_RESUME=${shellWord(part.path)}.`
  return [`${name} is incomplete: ${what}. ${next}`]
}

function doubledFault(parts: readonly FoundPart[], { first, second, records }: DoubledParts): string {
  const [one, other] = [parts[first], parts[second]]
  const [own, its] = [one && shardOf(one), other && shardOf(other)]
  const name = own && own === its ? `Shard ${own} is there twice` : 'Two parts have the same items'
  return `${name}: ${counted(records, 'record')} of ${one?.path} ${records === 1 ? 'is' : 'are'} in ${other?.path} as well, and those of the latter count. Leave one of the two out.`
}

/** A gate that a part of a run has; without kind where its suite did not run. */
type AskedGate = Pick<GateResult, 'metric' | 'suite' | 'key' | 'kind' | 'rule'>

/** Gates as a part that has decided nothing tells them. */
export function askedGates(gates: Gates | undefined): AskedGate[] {
  const least = gates?.minJudgeAccuracy
  const ofJudge: AskedGate[] = least === undefined ? [] : [{ metric: 'judge accuracy', kind: 'min', rule: `min ${least}` }]
  const ofSuites = rulesBySuite(gates).flatMap(([suite, rules]) =>
    Object.entries(rules).flatMap(([key, rule]) =>
      boundsOf(rule).map(({ kind, bound }) => ({ metric: `${suite} ${key}`, suite, key, kind, rule: `${kind} ${bound}` })),
    ),
  )
  return [...ofSuites, ...ofJudge]
}

/**
 * Why a merge of parts decides too little, a sentence: gates of theirs, each as `lifbench ars.overall min 0.7`, which it does not have, and
 * which nobody would decide. Undefined where it has them, be it with other bounds. Pure.
 * @param only the one suite that is merged, if it was named.
 */
export function gatesNotSet(asked: readonly AskedGate[], gates: Gates | undefined, only?: string): string | undefined {
  const isSet = ({ suite, key, kind }: AskedGate) => {
    if (suite === undefined || key === undefined) return gates?.minJudgeAccuracy !== undefined
    const rule = rulesBySuite(gates).find(([name]) => name === suite)?.[1][key]
    return kind === undefined ? rule !== undefined : rule?.[kind] !== undefined
  }
  const lacking = asked.filter((gate) => (only === undefined || gate.suite === undefined || gate.suite === only) && !isSet(gate))
  const texts = new Set(lacking.map(({ metric, kind, rule }) => (kind === undefined ? metric : `${metric} ${rule}`)))
  return texts.size === 0
    ? undefined
    : `the parts have gates that are not set here: ${[...texts].join(', ')}. Set the gates of the parts, and merge again`
}

/** The command that starts a part again, or begins it. */
function again(shard: string, path: string | undefined, parts: readonly FoundPart[]): string {
  const { variable, first, step } = parts.find(({ settings }) => settings?.scheduler)?.settings?.scheduler ?? {}
  const task =
    variable !== undefined && first !== undefined && step !== undefined
      ? ` (${variable} ${first + (Number.parseInt(shard, 10) - 1) * step})`
      : ''
  const out = path === undefined ? '<its folder>' : shellWord(path)
  return `Start it: the command of the other parts with HOLDFAST_SHARD=${shard} HOLDFAST_RESUME=auto HOLDFAST_OUT=${out}${task}.`
}

/** Which part it is; undefined for a whole run, and for several parts put together. */
function shardOf(part: RunPart): string | undefined {
  const [shard, ...others] = shardsOf(part)
  return others.length === 0 ? shard : undefined
}
