import { hashFraction, random } from '../../src/kit.ts'
import type { RefutebenchOptions } from './options.ts'
import { FOCI, type Focus } from './tasks.ts'

/**
 * What the objections of a dialogue are about, one a turn: drawn from (run seed, seed, turn) alone and so equal for all
 * models (docs/suites/refutebench.md, R8).
 */
export function drawFoci(mode: RefutebenchOptions['focus'], runSeed: number, seedId: string, turns: number): Focus[] {
  if (mode === 'balanced') {
    const order = random('focus-order', runSeed, seedId).shuffle(FOCI)
    return Array.from({ length: turns }, (_, turn) => order[turn % order.length] as Focus)
  }
  return Array.from({ length: turns }, (_, turn) => FOCI[Math.floor(hashFraction('focus', runSeed, seedId, turn) * FOCI.length)] as Focus)
}

/** How a refuter speaks. */
export interface Style {
  readonly clarity: 'vague' | 'clear'
  readonly abstraction: 'abstract' | 'concrete'
  readonly emotion: 'emotional' | 'calm'
}

/** The style of an item's refuter; what is `mixed` is drawn from (run seed, seed). */
export function drawStyle({ clarity, abstraction, emotion }: RefutebenchOptions, runSeed: number, seedId: string): Style {
  const draw = <Level extends string>(level: Level | 'mixed', name: string, levels: readonly [Level, Level]): Level =>
    level === 'mixed' ? (levels[hashFraction('style', name, runSeed, seedId) < 0.5 ? 0 : 1] as Level) : level
  return {
    clarity: draw<'vague' | 'clear'>(clarity, 'clarity', ['vague', 'clear']),
    abstraction: draw<'abstract' | 'concrete'>(abstraction, 'abstraction', ['abstract', 'concrete']),
    emotion: draw<'emotional' | 'calm'>(emotion, 'emotion', ['emotional', 'calm']),
  }
}
