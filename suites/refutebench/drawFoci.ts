import { hashFraction, random } from '../../src/kit.ts'
import type { RefutebenchOptions } from './options.ts'
import { AXES, FOCI, type Focus, STYLES } from './tasks.ts'

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
export type Style = { readonly [Axis in keyof typeof STYLES]: (typeof STYLES)[Axis][number] }

/** The style of an item's refuter; what is `mixed` is drawn from (run seed, seed). */
export function drawStyle(options: Pick<RefutebenchOptions, keyof Style>, runSeed: number, seedId: string): Style {
  const drawn = AXES.map((axis) => {
    const level = options[axis]
    return [axis, level === 'mixed' ? STYLES[axis][hashFraction('style', axis, runSeed, seedId) < 0.5 ? 0 : 1] : level]
  })
  return Object.fromEntries(drawn) as Style
}
