import type { HoldfastOptions } from '../../src/core/config/schema.ts'
import { wasNotNeeded } from '../../src/core/format/records.ts'
import { criterion, rubric } from '../../src/judging/rubric/rubric.ts'
import { type BenchmarkOptions, inlineSuite } from '../../src/running/worker/suite.ts'
import { once } from '../outcome.ts'
import { runSuite, type SuiteOutcome } from '../runSuite.ts'

interface Word {
  readonly id: string
  readonly task: string
}

const WORDS: readonly Word[] = Array.from({ length: 240 }, (_, at) => ({ id: `word ${at}`, task: at % 3 === 0 ? 'long' : 'short' }))

/** 240 items that pass or fail; their mean is the metric `score`. */
export function words(options: Partial<BenchmarkOptions<Word>> = {}) {
  return inlineSuite<Word, object>(
    'words',
    { items: WORDS, task: ({ task }) => task, reference: ({ id }) => `the ${id}`, ...options },
    async ({ id }, { candidate, expect }) => {
      const same = criterion('the same words', { check: (text) => text === `the ${id}` })
      await expect(await candidate.ask(`Say: the ${id}`)).toPassRubric(rubric([same]))
    },
  )
}

type Rules = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** A run of them, or of another suite, that ends once its gates are decided. */
export const early = (rules: Rules, options: HoldfastOptions = {}, suite = words(), root?: string) =>
  runSuite(
    suite,
    {
      model: 'sim:degraded?p=0.3',
      decide: 'early',
      concurrency: 4,
      ...options,
      gates: { allowSimulated: true, ...options.gates, words: rules } as never,
    },
    {},
    root,
  )

/** Items that ran, and those that were not needed. */
export function counts({ records }: SuiteOutcome) {
  const notNeeded = records.filter(wasNotNeeded).length
  return { ran: records.length - notNeeded, notNeeded }
}

/** The verdicts of its gates. */
export const verdicts = ({ concluded }: SuiteOutcome) => concluded.document.gates.map(({ verdict }) => verdict)

/** The share of items that a run to the end passes. */
export async function passedOf(options: HoldfastOptions = {}): Promise<number> {
  const { records } = await runSuite(words(), { model: 'sim:degraded?p=0.3', ...options })
  return records.filter(({ status }) => status === 'passed').length / records.length
}
/** The same of the usual run. */
export const passed = once(passedOf)
/** A run that is soon decided: several tests look at it. */
export const easy = once(() => early({ score: { min: 0.3 } }))
