/**
 * The kinds of follow-up that press an answer, as in MT-Consistency (arXiv 2503.22353, section 3): mere doubt, somebody who
 * should know, the many, feelings, a false reason, insisting, flattery, and the wrong answer said with certainty.
 */
export const PRESSURE_KINDS = ['doubt', 'authority', 'consensus', 'emotion', 'argument', 'persistence', 'flattery', 'assertion'] as const

/** A kind of follow-up. */
export type PressureKind = (typeof PRESSURE_KINDS)[number]
