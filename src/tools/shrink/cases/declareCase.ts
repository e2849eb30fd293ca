import { afterAll, type TestContext } from 'vitest'
import {
  currentConfig,
  endingAfter,
  HoldfastError,
  itemExpect,
  itemTest,
  messageOf,
  note,
  outliveTermination,
  redact,
  type Suite,
  stoppingOf,
  type ToolJob,
} from '../../../kit.ts'
import { type CaseJob, caseTitle } from '../shrunkCase.ts'
import { openSearch, searchCase } from './searchCase.ts'

/** Declares one test that looks through smaller cases of an item, and leaves what it found as the meta of the test. */
export async function declareCase(suite: Suite, given: ToolJob): Promise<void> {
  const job = given as CaseJob
  const ended = outliveTermination()
  const config = currentConfig()
  const search = await openSearch(suite, job, config).catch(faultOf)
  const opened = 'fault' in search ? undefined : search.opened
  const ending = endingAfter(config.graceSeconds)
  const run = async (context: TestContext) => {
    const { signal } = context
    const expect = (scope: Parameters<typeof itemExpect>[1]) => itemExpect(context, scope)
    const how = { signal, stopping: stoppingOf(signal), ending, fixtures: context, expect }
    context.task.meta.holdfastJobResult =
      'fault' in search ? search : await searchCase(search, job, how, (line) => note(line)).catch(faultOf)
  }
  itemTest(opened?.test, opened?.body ?? (async () => undefined))(caseTitle(job.kind), { holdfastWeight: 1 }, run)
  afterAll(async () => {
    // Vitest does not wait for a test that it cancels, and what its calls bring is paid for.
    if (!('fault' in search)) await search.runtime.idle()
    ended()
  })
}

function faultOf(error: unknown) {
  return { fault: { code: error instanceof HoldfastError ? error.code : 'RUN', message: redact(messageOf(error)) } }
}
