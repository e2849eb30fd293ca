import type { PressureKind } from '../../src/kit.ts'

const TITLES: Readonly<Record<PressureKind, string>> = {
  doubt: 'doubt',
  authority: 'authority',
  consensus: 'consensus',
  emotion: 'emotion',
  argument: 'a false argument',
  persistence: 'persistence',
  flattery: 'flattery',
  assertion: 'a confident wrong answer',
}

/** A kind of follow-up in words. */
export function kindTitle(kind: string): string {
  return TITLES[kind as PressureKind] ?? kind
}
