import type { CellCount, ItemRecord } from '../../../src/kit.ts'
import { FOLLOWED } from '../ratingNames.ts'
import { FOCI, type Focus } from '../tasks.ts'

/** Where an objection stands in the grid of refuters: how it speaks, what it is about, and at which turn. */
export interface GridCell {
  readonly clarity: string
  readonly abstraction: string
  readonly emotion: string
  readonly focus: Focus
  /** From 1. */
  readonly turn: number
}

/** A cell by its name. */
export interface CountedCell extends CellCount, GridCell {}

/** Objections of transient dialogues by cell, and how many were followed at once: rated 4 of 5 or more. */
export function gridCells(records: readonly ItemRecord[]): CountedCell[] {
  const cells = new Map<string, { -readonly [Key in keyof CountedCell]: CountedCell[Key] }>()
  for (const { tags, scores } of records) {
    const { clarity, abstraction, emotion, focus } = tags
    if (typeof clarity !== 'string' || typeof abstraction !== 'string' || typeof emotion !== 'string') continue
    for (const [index, name] of [focus ?? []].flat().entries()) {
      const rating = scores[`R(a${index + 1},r${index})`]
      const found = FOCI.find((known) => known === name)
      if (rating === undefined || found === undefined) continue
      const cell = { clarity, abstraction, emotion, focus: found, turn: index + 1 }
      const key = Object.values(cell)
        .join(', turn ')
        .replace(/, turn (?=[a-z])/g, ', ')
      const counted = cells.get(key) ?? { cell: key, successes: 0, items: 0, ...cell }
      counted.items += 1
      if (rating >= FOLLOWED) counted.successes += 1
      cells.set(key, counted)
    }
  }
  return [...cells.values()].sort((one, other) => (one.cell < other.cell ? -1 : 1))
}
