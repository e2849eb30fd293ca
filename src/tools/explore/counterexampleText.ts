import fc from 'fast-check'
import { counted, messageOf, screenText, singleLine, type Turn } from '../../kit.ts'
import type { Repeats } from './repeats.ts'

/** The smallest example that failed. */
export interface Counterexample extends Repeats {
  readonly values: Readonly<Record<string, unknown>>
  readonly turns: readonly Omit<Turn, 'check'>[]
  readonly error: unknown
  /** Times it failed again. */
  readonly again: number
  /** Turns of the first example that failed. */
  readonly before: number
  readonly seed: number
  /** Where fast-check finds it. */
  readonly path: string
}

/** What is known of an exploration that found something. */
interface Found extends Counterexample {
  readonly calls: number
  readonly examples: number
  /** Whether nothing smaller failed, or the calls ended before that was known. */
  readonly isMinimal: boolean
}

/** A counterexample as people read it: the dialogue, the values, what failed, and how to run it again. */
export function counterexampleText({ values, turns, error, again, times, before, seed, path, calls, examples, isMinimal }: Found): string {
  const lines = turns.flatMap(({ user, assistant }, index) => [
    `  ${index + 1}. user       ${singleLine(user)}`,
    `     assistant  ${singleLine(assistant)}`,
  ])
  const drawn = Object.entries(values).map(([name, value]) => `  ${name}: ${singleLine(shown(value))}`)
  const smaller = before > turns.length ? `, made smaller from ${counted(before, 'turn')}` : ''
  return screenText(
    [
      `Found a counterexample after ${counted(examples, 'example')} and ${counted(calls, 'call')}: ${messageOf(error)}`,
      '',
      isMinimal
        ? `The smallest dialogue that fails${smaller}:`
        : `The smallest dialogue that failed so far${smaller}; the calls ended before smaller ones were tried. Give it more calls:`,
      ...lines,
      '',
      'Values:',
      ...drawn,
      '',
      ...(times > 0 ? [`It failed in ${again} of at most ${times} further tries with fresh answers.`] : []),
      `Run it again with the options { seed: ${seed}, path: '${path}' }.`,
    ].join('\n'),
  )
}

function shown(value: unknown): string {
  const isPersona = typeof value === 'object' && value !== null && 'name' in value && 'says' in value
  return isPersona ? String(value.name) : fc.stringify(value)
}
