import type { TestCase } from 'vitest/node'
import { present } from '../../core/base/collections.ts'
import { configError, type HoldfastError } from '../../core/base/errors.ts'
import { counted } from '../../core/base/text/counted.ts'
import type { TestFile } from '../../core/config/runSettings.ts'
import type { Gates } from '../../core/format/gates.ts'
import type { SuitePlan } from '../../core/format/suitePlan.ts'
import type { SuiteTimes } from '../../deciding/liveRun.ts'
import { askedGates, gatesNotSet } from '../../deciding/parts.ts'

/** A suite that began, the file that declares it, and the parts that told of it. */
interface BegunSuite {
  readonly plan: SuitePlan
  readonly declaredIn: TestFile
  readonly parts: readonly NonNullable<SuitePlan['shard']>[]
}

/** The plans and times of a run's suites. Blobs of the parts of one run (`HOLDFAST_SHARD`) tell of a suite once for each part. */
export class SuitePlans {
  readonly #suites = new Map<string, BegunSuite>()

  /** When each suite ran as far as its tests have ended, by Vitest's own times: they stand in its blobs too, which a run may be merged from. */
  readonly times = new Map<string, SuiteTimes>()

  /** Takes in a test of a suite that ended. */
  ran(suite: string, test: Pick<TestCase, 'diagnostic'>): void {
    const ran = test.diagnostic()
    if (!ran) return
    const [known, end] = [this.times.get(suite), ran.startTime + ran.duration]
    this.times.set(suite, { start: Math.min(known?.start ?? ran.startTime, ran.startTime), end: Math.max(known?.end ?? end, end) })
  }

  /** Of each suite that began, that of all its parts. */
  get all(): (SuitePlan & { readonly declaredIn: TestFile })[] {
    return [...this.#suites.values()].map(({ plan, declaredIn }) => ({ ...plan, declaredIn }))
  }

  /** Test files with suites, from the run's root. */
  get files(): string[] {
    return [...new Set([...this.#suites.values()].map(({ declaredIn }) => declaredIn.file))]
  }

  /** How many suites began. */
  get size(): number {
    return this.#suites.size
  }

  /**
   * Takes in a suite that begins, or a part. @returns whether it began before. @throws HoldfastError for two suites of one name, or parts
   * of two runs.
   */
  add(plan: SuitePlan, declaredIn: TestFile): boolean {
    const known = this.#suites.get(plan.suite)
    const parts = [...(known?.parts ?? []), ...(plan.shard ? [plan.shard] : [])]
    this.#suites.set(plan.suite, { plan: known ? together(known, plan, declaredIn) : plan, declaredIn, parts })
    return known !== undefined
  }

  /** Parts of suites that no blob told of, as `2/4 of llmbar`. */
  missing(): string[] {
    return [...this.#suites].flatMap(([suite, { parts }]) => {
      const there = new Set(parts.map(({ index }) => index))
      return Array.from({ length: parts[0]?.count ?? 0 }, (_, at) => at + 1)
        .filter((index) => !there.has(index))
        .map((index) => `${index}/${parts[0]?.count} of ${suite}`)
    })
  }

  /** Why merged blobs decide too little, if they do: see {@link gatesNotSet}. Who lacks a part merges again. */
  gatesNotSet(gates: Gates | undefined): string[] {
    const asked = this.all.flatMap((plan) => askedGates(plan.gates))
    return this.missing().length > 0 ? [] : present([gatesNotSet(asked, gates)])
  }
}

/** The plan of parts that are known and one more. */
function together({ plan: known, declaredIn, parts }: BegunSuite, plan: SuitePlan, from: TestFile): SuitePlan {
  const { suite, shard } = plan
  const [first] = parts
  if (declaredIn.file !== from.file) throw failure(`plan ${suite}: another file has a benchmark of that name. Rename one.`)
  if (!shard || !first) throw failure(`plan ${suite}: ${from.file} has two of that name, or two projects run it. Rename or leave out one.`)
  const name = `shard ${shard.index}/${shard.count}`
  if (parts.some(({ index }) => index === shard.index)) throw failure(`merge ${suite}: ${name} is there twice. Leave one of its blobs out.`)
  if (shard.count !== first.count || commonOf(plan) !== commonOf(known))
    throw failure(
      `merge ${suite}: ${name} has other data, options or trials than shard ${first.index}/${first.count}. Run it as the others were.`,
    )
  return {
    ...known,
    gates: known.gates ?? plan.gates,
    items: known.items + plan.items,
    tasks: known.tasks.map((own) => ({ ...own, items: own.items + (plan.tasks.find(({ task }) => task === own.task)?.items ?? 0) })),
    ...(known.calls !== undefined && plan.calls !== undefined && { calls: known.calls + plan.calls }),
    ...(known.tokens &&
      plan.tokens && {
        tokens: { total: known.tokens.total + plan.tokens.total, distinct: known.tokens.distinct + plan.tokens.distinct },
      }),
  }
}

/** What all parts of a run have in common; the tasks are those of the whole run, also where a part has no item of one. */
function commonOf({ data, options, scoring, trials, tasks }: SuitePlan): string {
  return JSON.stringify([data, options, scoring, trials, tasks.map(({ task }) => task)])
}

function failure(what: string): HoldfastError {
  return configError(`Failed to ${what}`)
}

/** What a run says of a part that is merged. */
export function partLine({ suite, shard, items }: SuitePlan): string {
  return ` ${suite}: ${counted(items, 'item')} more, of shard ${shard?.index}/${shard?.count}`
}
