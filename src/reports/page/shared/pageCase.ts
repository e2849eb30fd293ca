import type { LongText } from './transcript.ts'

/** A message of the whole item, and what became of it in its smallest failing case. */
export interface CaseMessage {
  readonly role: string
  readonly fate: 'kept' | 'cut' | 'left out' | 'new'
  /** Position of its text in the texts: in the smallest case, or where it was left out in the whole item. */
  readonly part: number
  /** Position of the whole text of one that was cut. */
  readonly whole?: number | undefined
}

/** A part of an item, and what is left of it. */
export interface CasePartRow {
  readonly kind: string
  readonly title: string
  readonly word: 'needed' | 'kept' | 'cut' | 'left out'
  /** How much is left of how much, in words; empty for what is one whole. */
  readonly size: string
}

/** A case that was tried. */
export interface TriedRow {
  /** What was left out of the whole item. */
  readonly what: string
  readonly outcome: 'fails' | 'passes' | 'unknown'
  readonly failed: number
  readonly runs: number
  readonly reason: string
}

/** The smallest failing case of an item as the page shows it. */
export interface PageShrunk {
  readonly said: string
  /** Without which parts it no longer fails; empty where none was found. */
  readonly needed: readonly string[]
  /** How much there was and is left: what, before, after. */
  readonly sizes: readonly (readonly [string, string, string])[]
  readonly reasons: readonly [before: string, after: string]
  readonly parts: readonly CasePartRow[]
  readonly messages: readonly CaseMessage[]
  /** The first of them; how many there are in all stands in `spent`. */
  readonly tried: readonly TriedRow[]
  readonly spent: string
}

/** What leaving out one turn does. */
export interface TurnCell {
  /** From 1. */
  readonly turn: number
  readonly title: string
  readonly changes: 'to-passed' | 'to-failed' | 'no' | 'unknown'
  readonly total: number | null
  readonly passed: string
}

/** The influence of an item's turns as the page shows it. */
export interface PageInfluence {
  readonly said: string
  readonly total: number | null
  readonly passed: string
  readonly turns: readonly TurnCell[]
}

/** What commands found out about an item after its run. */
export interface PageCase {
  readonly texts: readonly (string | LongText)[]
  readonly shrunk?: PageShrunk | undefined
  readonly influence?: PageInfluence | undefined
  /** Whether simulated models took part in either. */
  readonly simulated: boolean
  /** Why a file of the item could not be read. */
  readonly unread: readonly string[]
}
