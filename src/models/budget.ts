import { setTimeout as sleep } from 'node:timers/promises'
import { configError, UnscoredError } from '../core/base/errors.ts'
import { startTimer, stopTimer } from '../core/base/ownGlobals.ts'
import type { Signal } from '../core/base/platformTypes.ts'
import type { BudgetLimits } from '../core/config/budgetLimits.ts'
import { resumedBy } from '../core/config/settingOrigins.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { BUDGET_STOP } from '../core/format/records.ts'
import type { SharedPurse } from './shared/sharedPurse.ts'
import { type Amount, minus, plus, type SpendingLog } from './spendingLog.ts'
import { type PlainMessage, stopped, type Usage } from './transport.ts'

/** Prices in US dollars per million tokens. */
export type Price = NonNullable<ModelEntry['price']>

/** A call that may cost something. */
export interface Purchase {
  readonly messages: readonly Pick<PlainMessage, 'content'>[]
  /** Cap on the answer, in tokens. */
  readonly maxTokens: number | undefined
  readonly price: Price | undefined
  readonly label: string
  /** Ends the wait for money of other parts. */
  readonly signal?: Signal | undefined
  /** Whether its answer may come to a later process, which then sets it aside anew: such a call is not written down as under way. */
  readonly mayComeLater?: boolean | undefined
}

/** What is set aside for a call. */
export interface Reservation {
  /** The call was answered, or may have been: without a usage it took all that was set aside. `usd`: what it cost, where an application knows. */
  spend(usage: Usage | undefined, usd?: number): void
  /** The call failed: nothing was paid. */
  giveBack(): void
  /** What was spent stands in the journal, from where a run that is started again reads it. */
  journaled(): void
}

/** Answer tokens set aside where the call has no cap of its own, unless answers have been longer. */
const ANSWER_TOKENS = 1024
/** How often other parts are looked at for money they give back. */
const POLL_MS = 500
/** Time without a call after which leases go back. */
const IDLE_MS = 1000
/** Tokens a chat template puts around a message. */
const TEMPLATE_TOKENS = 16

/**
 * The run's budget: a call sets its most aside first, and gives back the rest, so that none overspends. One that does not fit waits for
 * those in flight; with none left, it is spent. Cache, recordings and embedded models cost nothing.
 */
export class Budget {
  readonly #limits: BudgetLimits
  readonly #log: SpendingLog | undefined
  readonly #purse: SharedPurse | undefined
  /** Spent, and set aside for calls under way. */
  #taken: Amount = NOTHING
  #aside: Amount = NOTHING
  #reserved = 0
  #waiting: (() => void)[] = []
  #spent: UnscoredError | undefined
  #longestAnswer = ANSWER_TOKENS
  #known: Promise<unknown> = Promise.resolve()
  #idle: NodeJS.Timeout | undefined

  /** `log` takes amounts that the journal does not tell; `purse` is the budget that parts of a job share. */
  constructor(limits: BudgetLimits, { log, purse }: { log?: SpendingLog | undefined; purse?: SharedPurse | undefined } = {}) {
    this.#limits = limits
    this.#log = log
    this.#purse = purse
  }

  /** Whether there is a cap at all. */
  get isLimited(): boolean {
    return this.#limits.maxUsd !== undefined || this.#limits.maxTokens !== undefined
  }

  /** No call is made before it is known what was paid earlier. */
  after(known: Promise<unknown>): void {
    this.#known = known.then(() => this.#purse?.begin(this.#taken))
    this.#known.catch(() => undefined)
  }

  /** Whether a call may be made: throws UnscoredError for a spent budget, HoldfastError for a cap in dollars without a price. */
  check(price: Price | undefined, label: string): void {
    if (this.#limits.maxUsd !== undefined && !price) {
      throw configError(
        `Failed to keep the budget: ${label} has no price. Give its entry in models a price: { in, out }, in US dollars per million tokens, or set HOLDFAST_MAX_TOKENS in place of HOLDFAST_MAX_USD.`,
      )
    }
    if (this.#spent) throw this.#spent
  }

  /** Sets aside what a call may cost, once it fits. Throws as {@link check}; HoldfastError for a failed write or a stopped run. */
  async reserve(purchase: Purchase): Promise<Reservation> {
    for (;;) {
      const reserved = await this.tryReserve(purchase)
      if (reserved) return reserved
      // What was given back meanwhile tells nobody again.
      if (this.#reserved === 0 && !this.#purse) continue
      const settled = new Promise<void>((resolve) => this.#waiting.push(resolve))
      await (this.#purse ? Promise.race([settled, sleep(POLL_MS)]) : settled)
    }
  }

  /** Like {@link reserve}, now; undefined where it may fit once calls in flight, or other parts, have given back. */
  async tryReserve(purchase: Purchase): Promise<Reservation | undefined> {
    if (!this.isLimited) return { spend: () => undefined, giveBack: () => undefined, journaled: () => undefined }
    await this.#known
    for (;;) {
      this.check(purchase.price, purchase.label)
      if (purchase.signal?.aborted) throw stopped(purchase.label)
      const most = this.#mostOf(purchase)
      const taken = plus(this.#taken, amountOf(most, purchase.price))
      const over = this.#over(taken)
      if (over === undefined) return this.#setAside(purchase, most)
      const more = await this.#purse?.need(taken, this.#settled, this.#reserved > 0)
      if (more === 'granted') continue
      if (this.#reserved > 0 || more === 'wait') return undefined
      this.#spent ??= new UnscoredError(
        `Failed to go on: ${BUDGET_STOP} ${over} does not cover another call. Finish the run with ${resumedBy()} and a larger budget.`,
      )
      for (const proceed of this.#waiting.splice(0)) proceed()
      throw this.#spent
    }
  }

  /** Takes what has been paid already, by an earlier part of the run. */
  spend(usage: Usage | undefined, price: Price | undefined, usd?: number): void {
    if (usage) this.charge(amountOf(usage, price, usd))
  }

  /** Takes an amount that has been paid already, or may have been. */
  charge(amount: Amount): void {
    this.#taken = plus(this.#taken, amount)
  }

  /** Takes what the first question to a model has cost, which stands in no journal. */
  async spendUnjournaled(usage: Usage | undefined, price: Price | undefined): Promise<void> {
    if (!usage) return
    this.spend(usage, price)
    if (this.isLimited) await this.#log?.add(amountOf(usage, price))
  }

  /** Gives back to the other parts what is not taken. To be called when no call is under way. */
  async rest(): Promise<void> {
    stopTimer(this.#idle)
    await this.#purse?.rest(this.#taken, this.#settled)
  }

  get #settled(): Amount {
    return minus(this.#taken, this.#aside)
  }

  /** The cap that an amount is over, in words. */
  #over(taken: Amount): string | undefined {
    const { maxUsd, maxTokens } = this.#limits
    const most = this.#purse?.leased ?? { usd: maxUsd ?? Number.POSITIVE_INFINITY, tokens: maxTokens ?? Number.POSITIVE_INFINITY }
    if (maxUsd !== undefined && taken.usd > most.usd) return `$${Number(maxUsd.toPrecision(9))}`
    return maxTokens !== undefined && taken.tokens > most.tokens ? `${maxTokens.toLocaleString('en')} tokens` : undefined
  }

  async #setAside({ price, mayComeLater }: Purchase, most: Usage): Promise<Reservation> {
    const aside = amountOf(most, price)
    stopTimer(this.#idle)
    this.charge(aside)
    this.#aside = plus(this.#aside, aside)
    this.#reserved += 1
    let close: (() => void) | undefined
    const settle = (usage: Usage, usd?: number) => {
      this.#taken = plus(minus(this.#taken, aside), amountOf(usage, price, usd))
      this.#aside = minus(this.#aside, aside)
      this.#reserved -= 1
      for (const proceed of this.#waiting.splice(0)) proceed()
      this.#share()
    }
    const giveBack = () => {
      settle({ promptTokens: 0, completionTokens: 0 })
      close?.()
    }
    try {
      if (!mayComeLater) close = await this.#log?.add(aside)
    } catch (error) {
      giveBack()
      throw error
    }
    return {
      spend: (usage, usd) => {
        this.#longestAnswer = Math.max(this.#longestAnswer, usage?.completionTokens ?? 0)
        settle(usage ?? most, usd)
      },
      giveBack,
      journaled: () => close?.(),
    }
  }

  /** Lets other parts have what this one does not need now. */
  #share(): void {
    if (!this.#purse) return
    if (this.#purse.isGreedy(this.#settled)) void this.rest().catch(() => undefined)
    else if (this.#reserved === 0) this.#idle = startTimer(() => void this.rest().catch(() => undefined), IDLE_MS).unref()
  }

  /** No tokenizer makes more tokens than there are bytes. */
  #mostOf({ messages, maxTokens }: Purchase): Usage {
    const bytes = messages.reduce((total, { content }) => total + Buffer.byteLength(content), 0)
    return { promptTokens: bytes + TEMPLATE_TOKENS * (messages.length + 1), completionTokens: maxTokens ?? this.#longestAnswer }
  }
}

const NOTHING: Amount = { usd: 0, tokens: 0 }

/** @param usd what it cost, where an application knows. */
function amountOf(usage: Usage, price: Price | undefined, usd = cost(usage, price)): Amount {
  return { usd, tokens: usage.promptTokens + usage.completionTokens }
}

/** What tokens cost, in US dollars. */
export function cost({ promptTokens, cachedTokens = 0, completionTokens }: Usage, price: Price | undefined): number {
  if (!price) return 0
  const { in: prompt, out, cachedIn = prompt } = price
  // An application counts as it likes: what was not asked gives no money back.
  const cached = Math.min(cachedTokens, promptTokens)
  return ((promptTokens - cached) * prompt + cached * cachedIn + completionTokens * out) / 1e6
}
