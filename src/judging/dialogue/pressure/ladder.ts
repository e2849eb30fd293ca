import { HoldfastError } from '../../../core/base/errors.ts'
import { random, type SeedParts } from '../../../core/base/random.ts'
import { PRESSURE_KINDS, type PressureKind } from './kinds.ts'
import { type PressureTexts, WORDINGS } from './wordings.ts'

/** One follow-up. */
export interface PressureStep {
  readonly kind: PressureKind
  readonly text: string
}

/** How a ladder is made. */
export interface LadderOptions {
  /** How many follow-ups. Default: one of each kind. Beyond the number of kinds they come round again, in other words. */
  readonly steps?: number | undefined
  /** Which kinds. Default: all eight. */
  readonly kinds?: readonly PressureKind[] | undefined
  /** Names the random order and wordings; the same parts give the same ladder on every machine. `fixed` leaves the kinds as they are given. */
  readonly seed: SeedParts | 'fixed'
}

/**
 * The follow-ups that press an answer, one after another: each kind once in seeded order, then each once again.
 *
 * @throws HoldfastError for no kinds, or a number of steps that is not a whole one of at least 1.
 */
export function pressureLadder(
  texts: PressureTexts,
  { kinds = PRESSURE_KINDS, steps = kinds.length, seed }: LadderOptions,
): PressureStep[] {
  if (kinds.length === 0)
    throw new HoldfastError('USAGE', 'Failed to press: no kinds of follow-up. Name at least one, or leave `kinds` out.')
  if (!Number.isInteger(steps) || steps < 1) {
    throw new HoldfastError('USAGE', `Failed to press: ${steps} follow-ups. Ask for a whole number of at least 1.`)
  }
  const stream = seed === 'fixed' ? undefined : random(...seed)
  const order: PressureKind[] = []
  while (order.length < steps) order.push(...(stream ? stream.shuffle(kinds) : kinds))
  const said = new Map<PressureKind, number>()
  return order.slice(0, steps).map((kind) => {
    const wordings = WORDINGS[kind]
    // The first wording is drawn, later ones of the kind are the next ones: nothing is said twice while there are others.
    const index = said.get(kind) ?? (stream ? stream.int(0, wordings.length - 1) : 0)
    said.set(kind, index + 1)
    const wording = wordings[index % wordings.length] as (texts: PressureTexts) => string
    return { kind, text: wording(texts) }
  })
}
