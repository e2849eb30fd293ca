import { counted } from '../../base/text/counted.ts'
import { ORDINARY_TESTS } from '../../format/ordinaryTests.ts'
import type { ScoresDocument } from '../../format/scoresDocument.ts'

/** How a run ended, in a sentence. */
export interface RunVerdict {
  readonly kind: 'passed' | 'failed'
  /** What decided it. */
  readonly sentence: string
  /** What else is to be known to read it right. */
  readonly notes: readonly string[]
}

/** Whether a run was one of tests with dialogues: those have no scores, and their failures decide. */
function isOfOrdinaryTests({ data }: ScoresDocument['run']): boolean {
  const sources = Object.values(data)
  return sources.length > 0 && sources.every(({ source }) => source === ORDINARY_TESTS)
}

/** The sentence at the top of the page. */
export function runVerdict({ run, suites, gates, exitCode }: ScoresDocument, reasons: readonly string[] = []): RunVerdict {
  const scores = Object.values(suites)
  const sum = (state: 'items' | 'failed' | 'unscored' | 'error' | 'skipped') => scores.reduce((total, entry) => total + entry[state], 0)
  const broken = gates.filter(({ verdict }) => verdict === 'broken')
  const held = gates.filter(({ verdict }) => verdict === 'held').length
  const undecided = gates.filter(({ verdict }) => verdict === 'undecided').length
  const scored = sum('items') - sum('unscored') - sum('error') - sum('skipped')
  const without = sum('unscored') + sum('error')
  const notes = [
    ...(sum('failed') > 0 && !isOfOrdinaryTests(run)
      ? [
          `${sum('failed').toLocaleString('en')} of ${counted(scored, 'scored item')} ${sum('failed') === 1 ? 'is below its threshold' : 'are below their threshold'}; that does not decide the exit code.`,
        ]
      : []),
    ...(without > 0
      ? [`${counted(without, 'item')} without a score: ${sum('unscored')} unscored, ${sum('error')} in error. They are in no mean.`]
      : []),
    ...(broken.length > 0 && run.partial ? [`Partial: ${counted(sum('items'), 'item')} ran.`] : []),
    ...(Object.values(run.roles).some(({ simulated }) => simulated)
      ? ['Simulated models took part: the figures say nothing about a real one.']
      : []),
  ]
  if (broken.length > 0) {
    const [first] = broken
    const figure = first?.value === null || first?.value === undefined ? 'no value' : Number(first.value.toFixed(3))
    const others = broken.length > 1 ? ` and ${counted(broken.length - 1, 'other rule')}` : ''
    return { kind: 'failed', sentence: `Gate broken: ${first?.metric} is ${figure}, rule ${first?.rule}${others}.`, notes }
  }
  if (run.partial) return { kind: 'failed', sentence: `Partial: ${counted(sum('items'), 'item')} ran, the run did not end.`, notes }
  if (exitCode !== 0) {
    const why =
      reasons.length > 0 ? reasons.join('; ') : undecided > 0 ? `${counted(undecided, 'gate')} undecided` : 'see report.md for the reason'
    return { kind: 'failed', sentence: `Failed: ${why.replace(/\.$/, '')}.`, notes }
  }
  const gateText =
    gates.length === 0
      ? 'no gates configured'
      : held === gates.length
        ? held === 1
          ? 'its gate held'
          : `all ${held} gates held`
        : `${held} of ${counted(gates.length, 'gate')} held, the others are not decided`
  return { kind: 'passed', sentence: gates.length === 0 ? `Complete, ${gateText}.` : `Passed: ${gateText}.`, notes }
}
