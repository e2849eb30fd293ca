import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { once } from '../../../../test/outcome.ts'
import { runSuite, type SuiteOutcome } from '../../../../test/runSuite.ts'
import { isLong } from '../../../../test/shared.ts'
import type { ItemRecord } from '../../../core/format/records.ts'

const NOISES = [0, 0.05, 0.2] as const
const LIMIT = isLong ? '12' : '5'

/** Whether an item was judged. */
/** Whether its verdict is left to people. */
export const isDoubtful = ({ tags }: ItemRecord) => tags.doubtful === 'yes'

/** The same answers by a judge that errs in a share of its votes. */
export function judgedWith(noise: number, environment: Record<string, string> = {}): Promise<SuiteOutcome> {
  const judge = `sim:judge?noise=${noise}`
  return runSuite(fbBenchSuite, { model: 'sim:degraded?p=0.4', judge }, { HOLDFAST_LIMIT: LIMIT, HOLDFAST_VOTES: '3', ...environment })
}

const runs = new Map<number, SuiteOutcome>()

/** Makes the runs that {@link ofNoise} gives. */
export const makeRuns = once(async () => {
  for (const noise of NOISES) runs.set(noise, await judgedWith(noise, { HOLDFAST_DOUBT: '0' }))
})

/** The same answers, judged three times each with no doubt borne: rightly, and by judges that err in some of their verdicts. */
export const ofNoise = (noise: (typeof NOISES)[number]): SuiteOutcome => runs.get(noise) as SuiteOutcome
