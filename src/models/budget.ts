import { HoldfastError } from '../base/errors.ts'
import { UnscoredError } from '../base/unscored.ts'
import type { BudgetLimits } from '../config/budgetLimits.ts'
import { BUDGET_STOP } from '../format/records.ts'
import type { PlainMessage, Usage } from './transport.ts'

/** Prices in US dollars per million tokens. */
export interface Price {
  readonly in: number
  readonly out: number
}

/** A call that may cost something. */
export interface Purchase {
  readonly messages: readonly Pick<PlainMessage, 'content'>[]
  /** Cap on the answer, in tokens. */
  readonly maxTokens: number | undefined
  readonly price: Price | undefined
  /** Model, for errors. */
  readonly label: string
}

/** What is set aside for a call. */
export interface Reservation {
  /** The call was answered; without a usage it took all that was set aside. */
  spend(usage: Usage | undefined): void
  /** The call failed: nothing was paid. */
  giveBack(): void
}

/** Answer tokens set aside where the call has no cap of its own, unless answers have been longer. */
const ANSWER_TOKENS = 1024
/** Tokens a chat template puts around a message. */
const TEMPLATE_TOKENS = 16

/**
 * The run's budget: every call sets aside the most it can cost before it is made, so that calls in flight cannot overspend,
 * and gives back what it did not take. A call that does not fit waits for those in flight; when none is left, the budget is
 * spent. Answers from cache, recording or embedded models cost nothing.
 */
export class Budget {
  readonly #limits: BudgetLimits
  #usd = 0
  #tokens = 0
  #reserved = 0
  #waiting: (() => void)[] = []
  #spent: UnscoredError | undefined
  #longestAnswer = ANSWER_TOKENS

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** Whether there is a cap at all. */
  get isLimited(): boolean {
    return this.#limits.maxUsd !== undefined || this.#limits.maxTokens !== undefined
  }

  /**
   * Checks that a call may be made at all.
   *
   * @throws UnscoredError when the budget is spent; HoldfastError for a cap in dollars on a model without a price.
   */
  check(price: Price | undefined, label: string): void {
    if (this.#limits.maxUsd !== undefined && !price) {
      throw new HoldfastError(
        'CONFIG',
        `Failed to keep the budget: ${label} has no price. Give its entry in models a price: { in, out }, in US dollars per million tokens, or unset HOLDFAST_MAX_USD.`,
      )
    }
    if (this.#spent) throw this.#spent
  }

  /**
   * Sets aside what a call may cost, once it fits.
   *
   * @throws as {@link check}.
   */
  async reserve(purchase: Purchase): Promise<Reservation> {
    for (;;) {
      const reserved = this.tryReserve(purchase)
      if (reserved) return reserved
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    }
  }

  /**
   * Sets aside what a call may cost, where it fits now.
   *
   * @returns undefined where it may fit when calls in flight have given back what they did not take.
   * @throws as {@link check}.
   */
  tryReserve(purchase: Purchase): Reservation | undefined {
    const { maxUsd, maxTokens } = this.#limits
    if (!this.isLimited) return { spend: () => undefined, giveBack: () => undefined }
    this.check(purchase.price, purchase.label)
    const most = this.#mostOf(purchase)
    const over =
      (maxUsd !== undefined && this.#usd + cost(most, purchase.price) > maxUsd && `$${maxUsd}`) ||
      (maxTokens !== undefined && this.#tokens + sum(most) > maxTokens && `${maxTokens.toLocaleString('en')} tokens`)
    if (!over) return this.#setAside(purchase, most)
    if (this.#reserved > 0) return undefined
    this.#spent = new UnscoredError(
      `Failed to go on: ${BUDGET_STOP} ${over} does not cover another call. Finish the run with HOLDFAST_RESUME and a larger budget.`,
    )
    throw this.#spent
  }

  /** Takes what has been paid already: by the probe, or an earlier part of the run. */
  spend(usage: Usage | undefined, price: Price | undefined): void {
    if (!usage) return
    this.#usd += cost(usage, price)
    this.#tokens += sum(usage)
  }

  #setAside(purchase: Purchase, most: Usage): Reservation {
    const { price } = purchase
    this.#usd += cost(most, price)
    this.#tokens += sum(most)
    this.#reserved += 1
    const settle = (usage: Usage) => {
      this.#usd += cost(usage, price) - cost(most, price)
      this.#tokens += sum(usage) - sum(most)
      this.#reserved -= 1
      for (const proceed of this.#waiting.splice(0)) proceed()
    }
    return {
      spend: (usage) => {
        this.#longestAnswer = Math.max(this.#longestAnswer, usage?.completionTokens ?? 0)
        settle(usage ?? most)
      },
      giveBack: () => settle({ promptTokens: 0, completionTokens: 0 }),
    }
  }

  /** No tokenizer makes more tokens than there are bytes. */
  #mostOf({ messages, maxTokens }: Purchase): Usage {
    const bytes = messages.reduce((total, { content }) => total + Buffer.byteLength(content), 0)
    return { promptTokens: bytes + TEMPLATE_TOKENS * (messages.length + 1), completionTokens: maxTokens ?? this.#longestAnswer }
  }
}

function sum({ promptTokens, completionTokens }: Usage): number {
  return promptTokens + completionTokens
}

/** What tokens cost, in US dollars. */
export function cost({ promptTokens, completionTokens }: Usage, price: Price | undefined): number {
  return price ? (promptTokens * price.in + completionTokens * price.out) / 1e6 : 0
}
