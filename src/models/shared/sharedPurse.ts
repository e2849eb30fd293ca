import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { dataError, messageOf } from '../../core/base/errors.ts'
import { withFileLock } from '../../core/base/files/fileLock.ts'
import { makeOwnFolder } from '../../core/base/files/makeFolder.ts'
import { writeWhole } from '../../core/base/files/writeWhole.ts'
import { monotonicClock } from '../../core/base/ownGlobals.ts'
import { type BudgetLimits, divided } from '../../core/config/budgetLimits.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import { type Amount, combine, minus, plus } from '../spendingLog.ts'
import { LivingParts, partId } from './livingParts.ts'

/** Part of what is left that a lease has at least, so that not every call asks for one. */
const LEASES = 32
/** Time for which a refusal is not asked about again. */
const REFUSED_MS = 250
/** How often a part looks whether it holds too much. */
const SHED_MS = 1000
/** Sums of prices are a little off. */
const ROUNDING = 1e-9

const amount = z.object({ usd: z.number(), tokens: z.number() })

const ledger = z.object({
  schema: z.literal('holdfast.ledger/1'),
  /** By part: what it has leased in all, and what of it is spent for good, as it said last. */
  parts: z.record(z.string(), z.object({ leased: amount, spent: amount })),
})

type Ledger = z.output<typeof ledger>

/**
 * Joins the job that this process is a part of. With a shared folder the parts that run divide the limits among them, and have one budget.
 * Without one each part of a sharded run has a fixed share: nobody knows who else is running.
 * @param changed told when the share has changed.
 * @returns the share of the limits of every endpoint, 0 to 1, as it is now; the budget, which is the whole job's where there is a purse
 * that it is taken from, else this part's own.
 * @throws HoldfastError where the shared folder cannot be written.
 */
export function openJob(
  { shared, shard, runId, budget }: Pick<ResolvedConfig, 'shared' | 'shard' | 'runId' | 'budget'>,
  changed: (share: number) => void,
): { readonly share: number; readonly limits: BudgetLimits; readonly purse?: SharedPurse | undefined } {
  if (shared === undefined) return { share: shard ? 1 / shard.count : 1, limits: divided(budget, shard) }
  makeOwnFolder(shared)
  const id = partId(runId)
  const living = new LivingParts(shared, id, changed)
  living.start()
  const isLimited = budget.maxUsd !== undefined || budget.maxTokens !== undefined
  return {
    get share() {
      return living.share
    },
    limits: budget,
    purse: isLimited ? new SharedPurse(shared, id, budget, living) : undefined,
  }
}

/**
 * One budget for all parts of a job: `ledger.json` in their folder says how much each has leased, and all leases together are
 * never more than the budget. A part sets aside for its calls what it has leased, asks for more when that does not do, and gives
 * back what it does not need. It holds no more than its share of what is left, but for one call.
 *
 * What a part had leased that was killed counts as spent, until it is started again: then its journal tells what it took.
 */
export class SharedPurse {
  readonly #path: string
  readonly #id: string
  readonly #most: Amount
  /** An amount without what has no cap. */
  readonly #counted: (amount: Amount) => Amount
  readonly #living: Pick<LivingParts, 'count' | 'isAlive'>
  #leased: Amount = { usd: 0, tokens: 0 }
  /** What nobody has spent, as the ledger said last. */
  #left: Amount
  #lastAt = Number.NEGATIVE_INFINITY
  #refused: { readonly taken: Amount; readonly until: number } | undefined
  #turn: Promise<unknown> = Promise.resolve()

  /** `folder` is shared by all parts; `id` names this part, the same at each start. */
  constructor(folder: string, id: string, { maxUsd, maxTokens }: BudgetLimits, living: Pick<LivingParts, 'count' | 'isAlive'>) {
    this.#path = join(folder, 'ledger.json')
    this.#id = id
    this.#counted = ({ usd, tokens }) => ({ usd: maxUsd === undefined ? 0 : usd, tokens: maxTokens === undefined ? 0 : tokens })
    this.#most = { usd: maxUsd ?? 0, tokens: maxTokens ?? 0 }
    this.#left = this.#most
    this.#living = living
  }

  /** What this part may take in all, of what has a cap. */
  get leased(): Amount {
    return { usd: this.#leased.usd + ROUNDING, tokens: this.#leased.tokens }
  }

  /** Begins with what the part has taken before, at earlier starts. */
  begin(taken: Amount): Promise<void> {
    return this.#change((others) => {
      this.#leased = this.#counted(taken)
      this.#keep(others, this.#leased)
    })
  }

  /**
   * A lease for `all` the part takes with the next call, of which `gone` is spent, with calls `underWay` or not: is there more now
   * (`granted`), perhaps later (`wait`), or nobody's (`spent`)?
   */
  need(all: Amount, gone: Amount, underWay: boolean): Promise<'granted' | 'wait' | 'spent'> {
    const [taken, spent] = [this.#counted(all), this.#counted(gone)]
    if (this.#refused && monotonicClock() < this.#refused.until && covers(taken, this.#refused.taken)) return Promise.resolve('wait')
    return this.#change((others) => {
      // Another call of this part may have got it meanwhile.
      if (covers(this.#leased, taken)) return 'granted'
      const free = minus(this.#most, plus(...Object.values(others).map(({ leased }) => leased), this.#leased))
      const wanted = minus(taken, this.#leased)
      this.#left = this.#leftOf(others, spent)
      if (covers(free, wanted) && (!underWay || covers(this.#share, minus(taken, spent)))) {
        this.#leased = plus(this.#leased, combine(Math.min, free, combine(Math.max, wanted, part(free, LEASES))))
        this.#keep(others, spent)
        return 'granted'
      }
      this.#refused = { taken, until: monotonicClock() + REFUSED_MS }
      // Who waits keeps nothing that another part may wait for.
      this.#leased = underWay ? combine(Math.max, this.#leased, spent) : spent
      this.#keep(others, spent)
      // Others have calls under way, or leases that they will give back.
      const isHeld = Object.entries(others).some(([id, { spent, leased }]) => this.#living.isAlive(id) && !covers(spent, leased))
      return isHeld ? 'wait' : 'spent'
    })
  }

  /** Whether the part holds more than its share of what is left. */
  isGreedy(spent: Amount): boolean {
    return monotonicClock() - this.#lastAt > SHED_MS && !covers(this.#share, minus(this.#leased, this.#counted(spent)))
  }

  /** Gives back what is leased and not taken. */
  rest(taken: Amount, spent: Amount): Promise<void> {
    return this.#change((others) => {
      const gone = this.#counted(spent)
      // The first question to a model is paid for without a lease: what is spent is leased in any case.
      this.#leased = combine(Math.max, combine(Math.min, this.#leased, this.#counted(taken)), gone)
      this.#left = this.#leftOf(others, gone)
      this.#keep(others, gone)
    })
  }

  /** What this part may hold for calls under way. */
  get #share(): Amount {
    return part(this.#left, this.#living.count)
  }

  #leftOf(others: Ledger['parts'], spent: Amount): Amount {
    return minus(this.#most, plus(...Object.values(others).map(({ spent: own }) => own), spent))
  }

  /** One after the other within this process, and under the lock among all. */
  #change<T>(action: (others: Ledger['parts']) => T): Promise<T> {
    const turn = this.#turn.then(() =>
      withFileLock(`${this.#path}.lock`, () => {
        const { [this.#id]: _own, ...others } = this.#read().parts
        this.#lastAt = monotonicClock()
        return action(others)
      }),
    )
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  #keep(others: Ledger['parts'], spent: Amount): void {
    const parts = { ...others, [this.#id]: { leased: this.#leased, spent } }
    writeWhole(this.#path, `${JSON.stringify({ schema: 'holdfast.ledger/1', parts } satisfies Ledger, null, 1)}\n`)
  }

  #read(): Ledger {
    if (!existsSync(this.#path)) return { schema: 'holdfast.ledger/1', parts: {} }
    try {
      return ledger.parse(JSON.parse(readFileSync(this.#path, 'utf8')))
    } catch (error) {
      throw dataError(
        `Failed to read the shared budget ${this.#path}: ${messageOf(error)}. Name a folder of this job alone in HOLDFAST_JOB_FOLDER.`,
      )
    }
  }
}

function covers(one: Amount, other: Amount): boolean {
  return one.usd + ROUNDING >= other.usd && one.tokens >= other.tokens
}

/** One of so many equal parts. */
function part(amount: Amount, count: number): Amount {
  return combine((value = 0) => value / count, amount)
}
