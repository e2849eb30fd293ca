import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { LineAppender } from '../core/base/files/lineAppender.ts'
import type { RunFolder } from '../core/format/runFolder.ts'

/** An amount of what budgets count. */
export interface Amount {
  readonly usd: number
  readonly tokens: number
}

/** Dollars and tokens of amounts, each put together by a function. */
export function combine(how: (...values: number[]) => number, ...amounts: readonly Amount[]): Amount {
  return { usd: how(...amounts.map(({ usd }) => usd)), tokens: how(...amounts.map(({ tokens }) => tokens)) }
}

/** The sum of amounts. */
export function plus(...amounts: readonly Amount[]): Amount {
  return combine((...values) => values.reduce((sum, value) => sum + value, 0), ...amounts)
}

/** What is left of an amount. */
export function minus(one: Amount, other: Amount): Amount {
  return combine((a = 0, b = 0) => a - b, one, other)
}

const amount = z.number().nonnegative()
const entry = z.union([
  z.object({ id: z.string(), usd: amount, tokens: amount }),
  /** It is in the journal now, or nothing was paid. */
  z.object({ id: z.string(), closed: z.literal(true) }),
])

/**
 * `spending.jsonl`: what is paid beside the journal. A call's most is written before it is made, and closed with its answer: what a killed
 * process had under way counts at its most, since nobody knows whether it was paid.
 */
export class SpendingLog {
  readonly #path: string
  readonly #lines: LineAppender
  /** Other processes have written other ids. */
  readonly #process = randomUUID().slice(0, 8)
  #count = 0

  constructor({ spending }: RunFolder) {
    this.#path = spending
    this.#lines = new LineAppender(spending)
  }

  /** Writes an amount down, and gives what closes the entry: it is in the journal, or was not paid. Throws HoldfastError on failure. */
  async add({ usd, tokens }: Amount): Promise<() => void> {
    this.#count += 1
    const id = `${this.#process}-${this.#count}`
    await this.#lines.append(JSON.stringify({ id, usd, tokens }))
    // What cannot be closed counts at its most: never too little.
    return () => void this.#lines.append(JSON.stringify({ id, closed: true })).catch(() => undefined)
  }

  /** What is not closed, of all earlier processes of the run. */
  async open(): Promise<Amount> {
    const open = new Map<string, Amount>()
    if (existsSync(this.#path)) {
      for await (const line of readJsonl(this.#path, entry, { mayBeEmpty: true })) {
        if (line.id.startsWith(`${this.#process}-`)) continue
        if ('closed' in line) open.delete(line.id)
        else open.set(line.id, line)
      }
    }
    return plus(...open.values())
  }
}
