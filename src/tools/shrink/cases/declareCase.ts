import { hash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, type TestContext } from 'vitest'
import {
  type CallJournal,
  counted,
  createRuntime,
  currentConfig,
  dataError,
  didYouMean,
  endingAfter,
  HoldfastError,
  hasSimulated,
  itemExpect,
  itemTest,
  Journal,
  makeOwnFolder,
  messageOf,
  modelLabel,
  note,
  outliveTermination,
  prepareSuite,
  type ResolvedConfig,
  type Runtime,
  redact,
  redacted,
  runFolder,
  type Suite,
  stoppingOf,
  type ToolJob,
  takeUpCalls,
} from '../../../kit.ts'
import { triedLine } from '../caseLines.ts'
import { type CaseJob, type CaseResult, caseTitle, shrunkCase, turnInfluence } from '../shrunkCase.ts'
import { CaseCalls, EndedEarly } from './caseCalls.ts'
import { influenceOf } from './influenceOf.ts'
import type { CaseItem } from './runCase.ts'
import { type ShrinkOptions, shrinkItem } from './shrinkItem.ts'

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
  const model = candidate ? modelLabel(candidate.uri) : 'none'
  const heading = () => ({ suite, item, trial, model, simulated: calls.simulated || hasSimulated(candidate) })
  let count = 0
  const tried: ShrinkOptions['tried'] = (one, parts) => {
    count += 1
    told(` ${count}  ${triedLine(one, parts)}`)
  }
  if (runtime.config.resume) told(` answers of an earlier start are used: to begin anew, delete ${runtime.config.out}`)
  try {
    if (job.kind === 'influence') {
      const found = await influenceOf(ofItem, calls, { runs, keep, tried })
      return { influence: turnInfluence.parse(redacted({ schema: 'holdfast.influence/1', ...heading(), ...found })) }
    }
    const found = await shrinkItem(ofItem, calls, { runs, keep, tried })
    return { shrunk: shrunkCase.parse(redacted({ schema: 'holdfast.shrunk/1', ...heading(), ...found, usd: calls.usd })) }
  } catch (error) {
    if (!(error instanceof EndedEarly)) throw error
    if (error.why === 'stopped') return { stopped: true }
    throw new HoldfastError(
      'RUN',
      `Failed to ${job.kind === 'shrink' ? 'shrink' : 'measure influence in'} ${item}: ${counted(calls.made, 'call')} ${calls.made === 1 ? 'was' : 'were'} made, and the whole item was not run as often as it takes. Run the same command again with a larger --max-calls or --max-usd: what is paid for is kept.`,
    )
  }
}

/** A suite opened for a search over smaller cases of one of its items. */
export type OpenSearch = Pick<CaseItem, 'opened' | 'entry' | 'runtime'>

/**
 * Opens the suite of a job as its run did, with a runtime whose calls are written to a journal of the search's own. What is answered
 * there is not asked again: the folder has the models and settings in its name, so that none gets another's answers.
 *
 * @param journal in place of the one in the job's folder, for tests.
 * @throws HoldfastError for data other than the run's, and for an item that the suite does not have.
 */
export async function openSearch(suite: Suite, job: CaseJob, config: ResolvedConfig, journal?: CallJournal): Promise<OpenSearch> {
  const { roles, seed, votes, controls, data, suites, ownSuites } = config
  const settings = [roles, seed, votes, controls, data, suites[suite.name] ?? ownSuites[suite.name], job.sha256]
  const out = join(job.folder, hash('sha256', JSON.stringify(settings)).slice(0, 12))
  if (!journal) for (const folder of [job.folder, out]) makeOwnFolder(folder)
  const runtime = createRuntime(takeUpCalls(config, out), journal ?? new Journal(runFolder(out)))
  const prepare = async (role: Parameters<Runtime['prepare']>[0]) => {
    await runtime.prepare(role, suite.requests?.[role as keyof typeof suite.requests])
    return runtime.config
  }
  await Promise.all(suite.roles.map(prepare))
  const { opened, groups, plan } = await prepareSuite(suite, {
    get config() {
      return runtime.config
    },
    prepare,
  })
  if (job.sha256 !== undefined && plan.data.sha256 !== job.sha256) {
    throw dataError(
      `Failed to ${job.kind} ${job.item}: the data of ${suite.name} is not what the run was made with (SHA-256 ${plan.data.sha256.slice(0, 12)}, then ${job.sha256.slice(0, 12)}). Give back the data of the run, or run the suite anew.`,
    )
  }
  const items = groups.flat()
  const entry = items.find(({ id }) => id === job.item)
  if (entry) return { opened, entry, runtime }
  const ids = items.map(({ id }) => id)
  throw dataError(
    `Failed to ${job.kind} ${JSON.stringify(job.item)}: ${suite.name} has no such item now.${didYouMean(job.item, ids)} Give back the data of the run.`,
  )
}
