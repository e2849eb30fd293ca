import { type CasePart, HoldfastError, hasSimulated, modelLabel, redacted } from '../../../kit.ts'
import type { CaseJob, CaseResult } from '../caseJob.ts'
import { triedLine } from '../caseLines.ts'
import { type ShrunkCase, shrunkCase, turnInfluence } from '../shrunkCase.ts'
import { CaseCalls } from './caseCalls.ts'
import { EndedEarly } from './endedEarly.ts'
import { influenceOf } from './influenceOf.ts'
import type { OpenSearch } from './openSearch.ts'
import { type CaseItem, smallerItem } from './runCase.ts'
import { shrinkItem } from './shrinkItem.ts'

/**
 * Does a job over smaller cases of an item.
 *
 * @param told gets a line for each case that was tried.
 * @throws HoldfastError where the budget did not suffice for the whole item.
 */
export async function searchCase(
  { opened, entry, runtime }: OpenSearch,
  job: CaseJob,
  how: Pick<CaseItem, 'signal' | 'stopping' | 'ending' | 'fixtures' | 'expect'>,
  told: (line: string) => void = () => undefined,
): Promise<CaseResult> {
  const { suite, item, trial, runs, keep } = job
  const calls = new CaseCalls(job.maxCalls)
  const ofItem: CaseItem = { suite, entry, trial, opened, runtime, ...how }
  const { candidate } = runtime.config.roles
  const heading = () => ({
    suite,
    item,
    trial,
    model: candidate ? modelLabel(candidate.uri) : 'none',
    simulated: calls.simulated || hasSimulated(candidate),
  })
  let count = 0
  const tried = (one: ShrunkCase['tried'][number], parts: readonly CasePart[]) => {
    count += 1
    told(` ${count}  ${triedLine(one, parts)}`)
  }
  try {
    if (job.kind === 'influence') {
      const found = await influenceOf(ofItem, calls, { runs, keep, tried })
      return { influence: turnInfluence.parse(redacted({ schema: 'holdfast.influence/1', ...heading(), ...found })) }
    }
    const found = await shrinkItem(ofItem, calls, { runs, keep, tried })
    const written = { testLines: opened.testLines?.(smallerItem(ofItem, found.parts, found.sizes)) }
    return { shrunk: shrunkCase.parse(redacted({ schema: 'holdfast.shrunk/1', ...heading(), ...found, ...written, usd: calls.usd })) }
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error
    if (error.why === 'stopped') return { stopped: true }
    throw new HoldfastError(
      'RUN',
      `Failed to ${job.kind === 'shrink' ? 'shrink' : 'measure influence in'} ${item}: ${calls.made} calls were made, and the whole item was not run as often as it takes. Run the same command again with a larger --max-calls or --max-usd: what is paid for is kept.`,
    )
  }
}
