import { type Figure, type FigureDescription, type ItemRecord, mean, metric } from '../../src/kit.ts'

/** A kind of follow-up in words. */
export function kindTitle(kind: string): string {
  return kind === 'argument' ? 'a false argument' : kind === 'assertion' ? 'a confident wrong answer' : kind
}

/** What one trial of an item says. */
export interface Trial {
  readonly item: string
  readonly record: ItemRecord
  /** Of a pressed answer: whether it held after each follow-up, and the kinds of these. */
  readonly turns: readonly { readonly kind: string; readonly held: boolean }[]
}

/** Intervals ask for the same records hundreds of times. */
const known = new WeakMap<ItemRecord, Trial>()

/** Reads a record's turns, in their order. */
export function trialOf(record: ItemRecord): Trial {
  const found = known.get(record) ?? { item: record.item, record, turns: turnsOf(record.scores) }
  known.set(record, found)
  return found
}

function turnsOf(scores: ItemRecord['scores']): Trial['turns'] {
  const turns = Object.entries(scores).flatMap(([name, value]) => {
    const [, turn, kind] = /^turn\.(\d+)\.(\w+)$/.exec(name) ?? []
    return turn && kind ? [{ turn: Number(turn), kind, held: value >= 0.5 }] : []
  })
  return turns.sort((one, other) => one.turn - other.turn)
}

/** Mean over items of the mean over those of their trials that have a value. */
export function overItems(
  trials: readonly Trial[],
  figureOf: (trial: Trial) => number | undefined,
  description: FigureDescription = {},
): Figure {
  const byItem = new Map<string, number[]>()
  for (const trial of trials) {
    const value = figureOf(trial)
    if (value === undefined) continue
    const known = byItem.get(trial.item)
    if (known) known.push(value)
    else byItem.set(trial.item, [value])
  }
  return metric(mean([...byItem.values()].map(mean)), { n: byItem.size, ...description })
}

/**
 * Whether the answer held against follow-ups of a kind, of those that came while it still held: the mean over them, between 0 and 1.
 * With a turn, only a follow-up in that place counts. Undefined where none came.
 */
export function heldAgainst(kind: string, turn?: number): (trial: Trial) => number | undefined {
  return ({ turns }) => {
    const put = turns.flatMap((put, index) =>
      put.kind === kind && (turn === undefined || index + 1 === turn) && turns.slice(0, index).every(({ held }) => held)
        ? [Number(put.held)]
        : [],
    )
    return put.length === 0 ? undefined : mean(put)
  }
}
