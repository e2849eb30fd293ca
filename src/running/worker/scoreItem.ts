import type { ExpectStatic } from 'vitest'
import { groupBy } from '../../core/base/collections.ts'
import { asStack, HoldfastError, messageOf, UnscoredError, usageError } from '../../core/base/errors.ts'
import { withCleanTexts } from '../../core/base/secrets/withCleanTexts.ts'
import { redact, redacted, redactSecrets } from '../../core/base/secrets.ts'
import { DOUBTFUL, JUDGE_DOUBT } from '../../core/format/doubtKeys.ts'
import type { CallCounts, ItemResult, RoleUsage } from '../../core/format/itemResult.ts'
import { type ItemRecord, type ItemState, RUN_STOPPED } from '../../core/format/records.ts'
import { redactedRecord } from '../../core/format/redactedRecord.ts'
import type { Role } from '../../core/format/role.ts'
import { SCORE_FAILURE } from '../../core/format/scoreFailure.ts'
import { Dialogue, type TurnChoice } from '../../judging/dialogue/dialogue.ts'
import { SimulatedUser } from '../../judging/dialogue/user/simulatedUser.ts'
import { userScores } from '../../judging/dialogue/user/userScores.ts'
import { doubtOfControls, greatestDoubt, votesStop } from '../../judging/doubt.ts'
import type { Verdict } from '../../judging/rubric/rubric.ts'
import type { Runtime } from '../../models/createRuntime.ts'
import type { Model } from '../../models/model.ts'
import { SessionLostError } from '../../models/session/conversations.ts'
import { endingOf } from './cancelled.ts'
import type { Controlled } from './controlled.ts'
import { newScope, runItemInScope, type TestScope } from './itemScope.ts'
import { type PlannedItem, plainTags } from './selectItems.ts'
import type { BenchmarkContext, Opened } from './suite.ts'

/** A score below its threshold. Has no stack: where it was thrown says nothing about the model. */
class ScoreFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = SCORE_FAILURE
    this.stack = asStack(message)
  }
}

/** One item of one trial, ready to run. */
export interface ItemRun {
  readonly suite: string
  readonly entry: PlannedItem<unknown>
  readonly trial: number
  readonly opened: Opened
  readonly runtime: Runtime
  /** The role that its suite measures. */
  readonly measured?: Role | undefined
  /** Which known answers go through its judge too. */
  readonly controlled?: Controlled
  /** Why it need not be run. */
  readonly undue?: string | undefined
  /** Whether its calls are made directly, also of models that are called by batch. */
  readonly isDirect?: boolean | undefined
  /** Ends a call that is under way. */
  readonly signal: AbortSignal
  /** From when on no call begins. */
  readonly stopping: AbortSignal
  /** From when on no call is waited for. Default: the signals above. */
  readonly ending?: AbortSignal | undefined
  /** Makes the `expect` whose matchers report to a scope. */
  expect(scope: TestScope): ExpectStatic
  /** What a test gives to the body beside our own fixtures. */
  readonly fixtures?: object | undefined
  /** Turns of the item's dialogue that are left out, for a smaller case of it. */
  readonly choice?: TurnChoice | undefined
}

/**
 * Runs an item and records how it ended. Never throws: what the item's test is to throw comes back, secrets taken out. It is a ScoreFailure
 * below the threshold, the original error where there is no score.
 */
export async function scoreItem(run: ItemRun): Promise<{ readonly result: ItemResult; readonly thrown: unknown }> {
  const { entry, opened, controlled } = run
  const usage: Partial<Record<Role, RoleUsage>> = {}
  const traces: Record<string, number> = {}
  const skipped = opened.skip?.(entry.item) ?? run.undue
  const asSkipped = (reason: string) => ({ result: resultOf(run, { status: 'skipped', reason }, NOTHING, usage), thrown: undefined })
  if (skipped !== undefined) return asSkipped(skipped)
  const noting = (name: Role) => (trace: string, writer: string | undefined) => {
    const key = `${name}.${trace}${writer === undefined ? '' : ` ${writer}`}`
    traces[key] = (traces[key] ?? 0) + 1
  }
  const role = (name: Role, spare?: Model['spare']) => lazyModel(() => bindRole(run, name, usage), noting(name), spare)
  const spare = (votes: number) => {
    if (usage.judge) usage.judge.unaskedVotes = (usage.judge.unaskedVotes ?? 0) + votes
  }
  const candidate = role('candidate')
  const judge = role('judge', votesStop(run.runtime.config, entry.id) ? spare : undefined)
  const { reference, wrong } = controlled && opened.hasKnown?.(entry.item) === false ? {} : opened
  const knownAnswers = { ...(reference && { right: () => reference(entry.item) }), ...(wrong && { wrong: () => wrong(entry.item) }) }
  const judging = { judge: () => judge, votes: run.runtime.config.votes, controlled, knownAnswers, traces }
  const attempt = async () => {
    // Of the attempt that counts alone.
    for (const key of Object.keys(traces)) delete traces[key]
    const scope = newScope(true, judging, opened.threshold)
    const users: SimulatedUser[] = []
    const context: BenchmarkContext = {
      ...run.fixtures,
      candidate,
      judge,
      refuter: role('refuter'),
      interactor: role('interactor'),
      user: (profile) => {
        const user = new SimulatedUser(profile, role('user'))
        users.push(user)
        return user
      },
      dialogue: new Dialogue(candidate, [], {
        choice: run.choice,
        unable: (reason) => {
          throw new SkippedItem(reason)
        },
      }),
      expect: run.expect(scope),
      record: (name, value) => recordFigure(scope, entry.id, name, value),
      // Made for those that ask: signals are dear, and most bodies need none.
      get signal() {
        return endingOf(run.signal)
      },
    }
    const body = async () => {
      await opened.body(entry.item, context)
      // Whoever plays a user is held against what is known of it, as judges are.
      for (const user of controlled === 'all' ? users : [])
        for (const [name, count] of Object.entries(await userScores(user))) scope.figures[name] = (scope.figures[name] ?? 0) + count
      scope.floor = floorOf(run)
    }
    const thrown = asStopped(run, await errorOf(scope, entry.id, body))
    await candidate.close?.()
    return { scope, thrown }
  }
  let ended = await attempt()
  // No turn is sent twice: where the end of one is not known, the item begins anew in a new session.
  for (let again = 0; again < MOST_RESTARTS && ended.thrown instanceof SessionLostError; again += 1) ended = await attempt()
  const { scope, thrown } = ended
  if (thrown instanceof SkippedItem) return asSkipped(thrown.message)
  if (thrown !== undefined) {
    const why = redact(messageOf(thrown))
    const unscored = thrown instanceof UnscoredError
    const outcome = unscored ? ({ status: 'unscored', reason: why } as const) : ({ status: 'error', error: why } as const)
    return { result: resultOf(run, outcome, scope, usage, unscored ? thrown.scores : {}), thrown: withCleanTexts(thrown, redact) }
  }
  const failures = scope.verdicts.filter((verdict) => !verdict.passed)
  // Other reporters print what is thrown, and the record crosses to them: an answer may echo the key it was asked with.
  const reason = redactSecrets(failures.map((verdict) => verdict.message).join('\n'))
  if (failures.length === 0) return { result: resultOf(run, { status: 'passed' }, scope, usage), thrown: undefined }
  return { result: resultOf(run, { status: 'failed', reason }, scope, usage), thrown: new ScoreFailure(reason) }
}

/** Times that an item begins anew since its session was lost. */
const MOST_RESTARTS = 2

/** Runs a body; what it threw, or what is wrong with how it used its matchers. */
async function errorOf(scope: TestScope, id: string, body: () => Promise<void>): Promise<unknown> {
  try {
    await runItemInScope(scope, body)
  } catch (error) {
    return scope.misuse ?? error
  }
  if (scope.misuse) return scope.misuse
  const [left] = scope.open
  if (left) return misused(id, `: ${left.matcher} was not awaited. Write await expect(...).${left.matcher}(...).`)
  if (scope.verdicts.length === 0 && Object.keys(scope.figures).length === 0)
    return misused(id, ': its body applied no matcher and recorded no figure. Apply one, for instance toPassRubric.')
  return undefined
}

function misused(id: string, why: string): HoldfastError {
  return usageError(`Failed to score ${id}${why}`)
}

function recordFigure(scope: TestScope, id: string, name: string, value: number): void {
  if (name !== '' && name !== 'total' && Number.isFinite(value)) {
    scope.figures[name] = value
    return
  }
  throw misused(id, `: record(${JSON.stringify(name)}, ${value}) is no figure. Give it a name other than total, and a finite number.`)
}

/** What an answer without knowledge gets, as the benchmark says. Throws HoldfastError for what is no figure. */
function floorOf({ entry, opened }: ItemRun): TestScope['floor'] {
  const floor = opened.floor?.(entry.item)
  const wrong = Object.entries(floor ?? {}).find(([name, score]) => name === '' || !Number.isFinite(score))
  if (!wrong) return floor
  throw misused(entry.id, `: its floor has ${JSON.stringify(wrong[0])}: ${wrong[1]}. Give finite numbers under the names of its scores.`)
}

/** What a body throws when the run is stopped under it, as its own signal tells it, is no error of the item. */
function asStopped({ entry, signal, stopping }: ItemRun, thrown: unknown): unknown {
  const isOutcome = thrown === undefined || thrown instanceof SkippedItem || thrown instanceof UnscoredError
  if (isOutcome || !(signal.aborted || stopping.aborted) || messageOf(thrown).includes(RUN_STOPPED)) return thrown
  return new HoldfastError('ABORTED', `Failed to finish ${entry.id}: ${RUN_STOPPED}. Finish it with HOLDFAST_RESUME.`, { cause: thrown })
}

/** What a skipped item reports. */
const NOTHING: Pick<TestScope, 'verdicts' | 'figures' | 'floor'> = { verdicts: [], figures: {} }

function resultOf(
  { suite, entry, trial, opened, runtime }: ItemRun,
  outcome: { status: ItemState; reason?: string; error?: string },
  { verdicts, figures, floor, judging }: Pick<TestScope, 'verdicts' | 'figures' | 'floor'> & Partial<Pick<TestScope, 'judging'>>,
  usage: Partial<Record<Role, RoleUsage>>,
  rated: Readonly<Record<string, number>> = {},
): ItemResult {
  const threshold = verdicts.find(({ recordOnly }) => !recordOnly)?.threshold ?? opened.threshold
  const clusters = opened.clusters?.(entry.item)
  const { status, ...why } = outcome
  const combined = { ...combineScores(verdicts), ...figures }
  const isScored = status === 'passed' || status === 'failed'
  // Doubt is of all items or of none: a few that measure the judge tell it of themselves alone.
  const controls = isScored && judging?.controlled !== 'few' ? combined : {}
  const doubt = doubtOfItem(isScored ? verdicts : [], controls, runtime.config.doubt)
  // Where no candidate is called the judge is what is measured.
  const cut = (usage.candidate ?? usage.judge)?.cut
  const record: ItemRecord = {
    suite,
    item: entry.id,
    task: entry.task,
    trial,
    status,
    tags: { ...plainTags(opened.tags?.(entry.item) ?? {}), ...Object.assign({}, ...verdicts.map(({ tags }) => tags)), ...doubt.tags },
    ...(clusters && { clusters }),
    // What an item without a verdict was rated for before still counts where a summary takes ratings one by one.
    scores: status === 'error' ? {} : { ...combined, ...rated, ...doubt.scores },
    ...(floor && isScored && { floor }),
    ...(threshold !== undefined && { threshold }),
    ...entry.drawn,
    ...(cut && { cut }),
    ...(Object.keys(judging?.traces ?? {}).length > 0 && { traces: judging?.traces }),
    ...why,
  }
  // It crosses to the reporters, others' among them.
  const of = (name: 'lost' | 'criteria') => Object.assign({}, ...verdicts.map((verdict) => verdict[name]))
  return { record: redactedRecord(record), usage: redacted(usage), lost: of('lost'), criteria: of('criteria') }
}

function bindRole(
  { suite, entry, trial, opened, runtime, measured, isDirect, stopping, ending }: ItemRun,
  role: Role,
  usage: Partial<Record<Role, RoleUsage>>,
): Model {
  const counts: CallCounts = { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
  const failed = (why: string) => usageError(`Failed to simulate ${entry.id}: ${why}`)
  const reference = () => {
    try {
      if (opened.reference) return opened.reference(entry.item)
    } catch (error) {
      throw failed(`the reference function of ${suite} threw ${messageOf(error)}. Mend it.`)
    }
    throw failed(
      `${suite} has no reference answer to this call. Give the benchmark a reference function, or the call a reference; a judge is sim:judge.`,
    )
  }
  const hints = { item: entry.id, seed: runtime.config.seed, reference, wrong: () => opened.wrong?.(entry.item) }
  const begun = () => Object.values(usage).some(({ calls }) => calls > 0)
  const model = runtime.model(role, {
    suite,
    item: entry.id,
    trial,
    hints,
    counts,
    begun,
    stopping,
    ending,
    isDirect,
    measured: role === measured,
  })
  usage[role] = Object.assign(counts, { model: model.name, simulated: model.simulated })
  return model
}

/** A role is set up when first used: a suite that never calls it needs no model for it. */
function lazyModel(bind: () => Model, note: (trace: string, writer: string | undefined) => void, spare: Model['spare']): Model {
  let bound: Model | undefined
  const model = () => {
    bound ??= bind()
    return bound
  }
  return {
    note: (trace, vote = 0) => {
      const { members } = model()
      note(trace, members?.[vote % members.length])
    },
    spare,
    get members() {
      return model().members
    },
    get name() {
      return model().name
    },
    get simulated() {
      return model().simulated
    },
    ask: (prompt, options) => model().ask(prompt, options),
    // What was never asked has nothing to close.
    close: async () => bound?.close?.(),
  }
}

/** An item's scores: what several matchers give is their mean, `total` too. What a matcher only records has no part in the total. */
export function combineScores(verdicts: readonly Verdict[]): Record<string, number> {
  const given = verdicts.flatMap(({ scores, recordOnly }) => Object.entries(scores).filter(([name]) => !recordOnly || name !== 'total'))
  const byName = [...groupBy(given, ([name]) => name)]
  return Object.fromEntries(byName.map(([name, scores]) => [name, scores.reduce((sum, [, score]) => sum + score, 0) / scores.length]))
}

/** Room for rounding: of five votes one is 0.4 against. */
const TOLERANCE = 1e-9

/**
 * The greatest doubt of an item's verdicts as a score, and as a tag, by which figures go, whether it is left to people. @param scores of
 * the item, controls among them. @param above doubt from which on, itself excluded, it is left to people. @returns nothing where none is,
 * or where the judge could show no doubt: one vote in one order, without controls.
 */
export function doubtOfItem(
  verdicts: readonly Pick<Verdict, 'doubt'>[],
  scores: Readonly<Record<string, number>>,
  above: number | undefined,
): Pick<ItemRecord, 'scores' | 'tags'> {
  const doubt = above === undefined ? undefined : greatestDoubt([...verdicts.map((verdict) => verdict.doubt), doubtOfControls(scores)])
  if (above === undefined || doubt === undefined) return { scores: {}, tags: {} }
  return { scores: { [JUDGE_DOUBT]: doubt }, tags: { [DOUBTFUL]: doubt > above + TOLERANCE ? 'yes' : 'no' } }
}

/** Thrown in an item's body: the item does not apply, which shows only once it runs. It is `skipped`, not scored. */
export class SkippedItem extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'SkippedItem'
  }
}
