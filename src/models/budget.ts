import { HoldfastError } from '../errors.ts'
import { UnscoredError } from '../judges/unscored.ts'
import type { Usage } from './types.ts'

/** Prices in US dollars per million tokens. */
export interface Price {
  readonly in: number
  readonly out: number
}

/** Caps of a run. */
export interface BudgetLimits {
  readonly maxUsd?: number | undefined
  readonly maxTokens?: number | undefined
}

/** Tokens taken for a character of a prompt; few languages have more. */
const TOKENS_PER_CHARACTER = 0.5
/** Answer tokens set aside where the call has no cap of its own. */
const ANSWER_TOKENS = 1024

/**
 * The run's budget: every call sets aside what it can cost before it is made, so that calls in flight cannot overspend, and
 * gives back what it did not take. Answers from cache, recording or embedded models cost nothing.
 */
export class Budget {
  readonly #limits: BudgetLimits
  #usd = 0
  #tokens = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
  }

  /** Whether there is anything to keep to. */
  get limited(): boolean {
    return this.#limits.maxUsd !== undefined || this.#limits.maxTokens !== undefined
  }

  /**
   * Sets aside what a call may cost.
   *
   * @returns what settles it with the tokens it took.
   * @throws UnscoredError when the budget is spent; HoldfastError for a cap in dollars on a model without a price.
   */
  reserve(characters: number, maxTokens: number | undefined, price: Price | undefined, label: string): (usage: Usage | undefined) => void {
    const { maxUsd, maxTokens: most } = this.#limits
    if (!this.limited) return () => undefined
    if (maxUsd !== undefined && !price) {
      throw new HoldfastError(
        'CONFIG',
        `Failed to keep the budget: ${label} has no price. Give its entry in models a price, or unset HOLDFAST_MAX_USD.`,
      )
    }
    const promptTokens = Math.ceil(characters * TOKENS_PER_CHARACTER)
    const completionTokens = maxTokens ?? ANSWER_TOKENS
    const tokens = promptTokens + completionTokens
    const usd = cost({ promptTokens, completionTokens }, price)
    const spent =
      (maxUsd !== undefined && this.#usd + usd > maxUsd && `$${maxUsd}`) ||
      (most !== undefined && this.#tokens + tokens > most && `${most.toLocaleString('en')} tokens`)
    if (spent)
      throw new UnscoredError(
        `Failed to go on: the budget of ${spent} does not cover another call. Finish the run with HOLDFAST_RESUME and a larger budget.`,
      )
    this.#usd += usd
    this.#tokens += tokens
    return (usage) => {
      this.#usd += cost(usage ?? { promptTokens: 0, completionTokens: 0 }, price) - usd
      this.#tokens += (usage ? usage.promptTokens + usage.completionTokens : 0) - tokens
    }
  }

  /** Takes what an earlier part of the run has cost. */
  spend(usage: Usage | undefined, price: Price | undefined): void {
    if (!usage) return
    this.#usd += cost(usage, price)
    this.#tokens += usage.promptTokens + usage.completionTokens
  }
}

/** What tokens cost, in US dollars. */
export function cost({ promptTokens, completionTokens }: Usage, price: Price | undefined): number {
  return price ? (promptTokens * price.in + completionTokens * price.out) / 1e6 : 0
}
