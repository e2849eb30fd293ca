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
import { type CaseJob, type CaseResult, caseTitle } from '../shrunkCase.ts'
import { type OpenSearch, openSearch, searchCase } from './searchCase.ts'

/** Declares one test that looks through smaller cases of an item, and leaves what it found as the meta of the test. */
export async function declareCase(suite: Suite, given: ToolJob): Promise<void> {
  const job = given as CaseJob
  const ended = outliveTermination()
  let search: OpenSearch | undefined
  let fault: CaseResult | undefined
  try {
    search = await openSearch(suite, job, currentConfig())
  } catch (error) {
    fault = faultOf(error)
  }
  const config = currentConfig()
  const ending = endingAfter(config.graceSeconds)
  const run = async (context: TestContext) => {
    if (!search) {
      if (fault) context.task.meta.holdfastJobResult = fault
      return
    }
    const { signal } = context
    const stopping = stoppingOf(signal)
    const how = {
      signal,
      stopping,
      ending,
      fixtures: context,
      expect: (scope: Parameters<typeof itemExpect>[1]) => itemExpect(context, scope),
    }
    try {
      context.task.meta.holdfastJobResult = await searchCase(search, job, how, (line) => note(line))
    } catch (error) {
      context.task.meta.holdfastJobResult = faultOf(error)
    }
  }
  itemTest(search?.opened.test, search?.opened.body ?? (async () => undefined))(caseTitle(job.kind), { holdfastWeight: 1 }, run)
  afterAll(async () => {
    // Vitest does not wait for a test that it cancels, and what its calls bring is paid for.
    await search?.runtime.idle()
    ended()
  })
}

function faultOf(error: unknown): CaseResult {
  return { fault: { code: error instanceof HoldfastError ? error.code : 'RUN', message: redact(messageOf(error)) } }
}
