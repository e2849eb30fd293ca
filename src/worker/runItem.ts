import type { TestContext } from 'vitest'
import { asStack, HoldfastError, messageOf } from '../base/errors.ts'
import { hashFraction } from '../base/random.ts'
import { redact, redactSecrets } from '../base/secrets.ts'
import { UnscoredError } from '../base/unscored.ts'
import type { Role } from '../config/suite.ts'
import { Dialogue } from '../dialogue/dialogue.ts'
import { type RoleUsage, SCORE_FAILURE } from '../format/meta.ts'
import type { ItemRecord, ItemState } from '../format/records.ts'
import type { Verdict } from '../judges/rubric/verdict.ts'
import type { CallCounts, Model } from '../models/model.ts'
import type { BenchmarkContext, BenchmarkOptions, PlannedItem, Tags } from './benchmark.ts'
import { endingOf, stoppingOf } from './cancelled.ts'
import { combineScores } from './combineVerdicts.ts'
import { itemExpect } from './itemExpect.ts'
import { newScope, runItemInScope } from './itemScope.ts'
import type { Runtime } from './runtime.ts'
import { SkippedItem } from './skippedItem.ts'

/** A score below its threshold. Has no stack: where it was thrown says nothing about the model. */
class ScoreFailure extends Error {
  constructor(message: string) {
    super(message)
    this.name = SCORE_FAILURE
    this.stack = asStack(message)
  }
}

/** One item of one trial, ready to run. */
export interface ItemRun<Item> {
  readonly suite: string
  readonly entry: PlannedItem<Item>
  readonly trial: number
  readonly options: BenchmarkOptions<Item>
  readonly body: (item: Item, context: BenchmarkContext) => Promise<void>
  readonly runtime: Runtime
  readonly context: TestContext
  readonly keep: (record: ItemRecord) => void
}

/**
 * Runs an item and records how it ended: the record goes to the test's meta first, and only then is anything thrown, so
 * that a failing item is scored like any other.
 *
 * @throws ScoreFailure below the threshold; the original error when there is no score.
 */
export async function runItem<Item>(run: ItemRun<Item>): Promise<void> {
  const { entry, options, context } = run
  const usage: Partial<Record<Role, RoleUsage>> = {}
  const skipped = options.skip?.(entry.item)
  if (skipped !== undefined) {
    finish(run, { status: 'skipped', reason: skipped }, [], usage)
    context.skip(skipped)
  }
  const role = (name: Role) => lazyModel(() => bindRole(run, name, usage))
  const candidate = role('candidate')
  const judge = role('judge')
  const { votes, controls, seed } = run.runtime.config
  const controlled = controls > 0 && hashFraction('controls', seed, entry.id) < controls
  const scope = newScope(true, { judge: () => judge, votes, controlled }, options.threshold)
  const helpers = { refuter: role('refuter'), interactor: role('interactor') }
  // The test's context holds the values of the user's own fixtures.
  const bound = {
    ...context,
    candidate,
    judge,
    ...helpers,
    dialogue: new Dialogue(candidate),
    expect: itemExpect(context, scope),
    // Made for those that ask: signals are dear, and most bodies need none.
    get signal() {
      return endingOf(context.signal)
    },
  }
  let thrown: unknown
  try {
    await runItemInScope(scope, () => run.body(entry.item, bound))
    if (scope.misuse) throw scope.misuse
    const [left] = scope.open
    if (left)
      throw new HoldfastError(
        'USAGE',
        `Failed to score ${entry.id}: ${left.matcher} was not awaited. Write await expect(...).${left.matcher}(...).`,
      )
    if (scope.verdicts.length === 0)
      throw new HoldfastError('USAGE', `Failed to score ${entry.id}: its body applied no matcher. Apply one, for instance toPassRubric.`)
  } catch (error) {
    thrown = scope.misuse ?? error
  }
  if (thrown instanceof SkippedItem) {
    finish(run, { status: 'skipped', reason: thrown.message }, [], usage)
    context.skip(thrown.message)
  }
  if (thrown !== undefined) {
    const why = redact(messageOf(thrown))
    finish(
      run,
      thrown instanceof UnscoredError ? { status: 'unscored', reason: why } : { status: 'error', error: why },
      scope.verdicts,
      usage,
      thrown instanceof UnscoredError ? thrown.facts : {},
    )
    throw withoutSecrets(thrown)
  }
  const failures = scope.verdicts.filter((verdict) => !verdict.passed)
  // Other reporters print what is thrown, and the record crosses to them: an answer may echo the key it was asked with.
  const reason = redactSecrets(failures.map((verdict) => verdict.message).join('\n'))
  finish(run, failures.length > 0 ? { status: 'failed', reason } : { status: 'passed' }, scope.verdicts, usage)
  if (failures.length > 0) throw new ScoreFailure(reason)
}

/** Other reporters print what is thrown: message, stack, what was compared, and causes. */
function withoutSecrets(thrown: unknown, depth = 5): unknown {
  if (typeof thrown === 'string') return redact(thrown)
  if (!(thrown instanceof Error) || depth === 0) return thrown
  for (const name of new Set(['message', 'stack', ...Object.keys(thrown)])) {
    const value: unknown = Reflect.get(thrown, name)
    if (typeof value === 'string') Object.defineProperty(thrown, name, { value: redact(value) })
  }
  if (thrown.cause !== undefined) Object.defineProperty(thrown, 'cause', { value: withoutSecrets(thrown.cause, depth - 1) })
  return thrown
}

function finish<Item>(
  { suite, entry, trial, options, context, keep }: ItemRun<Item>,
  outcome: { status: ItemState; reason?: string; error?: string },
  verdicts: readonly Verdict[],
  usage: Partial<Record<Role, RoleUsage>>,
  facts: Readonly<Record<string, number>> = {},
): void {
  const threshold = verdicts.find(({ aside }) => !aside)?.threshold ?? options.threshold
  const clusters = options.clusters?.(entry.item)
  const { status, ...why } = outcome
  const record: ItemRecord = {
    suite,
    item: entry.id,
    task: entry.task,
    trial,
    status,
    tags: { ...plainTags(options.tags?.(entry.item) ?? {}), ...Object.assign({}, ...verdicts.map(({ tags }) => tags)) },
    ...(clusters && { clusters }),
    // What an item without a verdict was rated for before still counts where a summary takes ratings one by one.
    scores: status === 'error' ? {} : { ...combineScores(verdicts), ...facts },
    ...(threshold !== undefined && { threshold }),
    ...why,
  }
  keep(record)
  context.task.meta.holdfastItem = { record, usage, lost: Object.assign({}, ...verdicts.map((verdict) => verdict.lost)) }
}

function plainTags(tags: Tags): ItemRecord['tags'] {
  return Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, typeof value === 'object' ? [...value] : String(value)]))
}

function bindRole<Item>(
  { suite, entry, trial, options, runtime, context }: ItemRun<Item>,
  role: Role,
  usage: Partial<Record<Role, RoleUsage>>,
): Model {
  const counts: CallCounts = { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 }
  const reference = () => {
    if (options.reference) return options.reference(entry.item)
    throw new HoldfastError(
      'USAGE',
      `Failed to simulate ${entry.id}: ${suite} has no reference answers. Give the benchmark a reference function.`,
    )
  }
  const hints = { item: entry.id, seed: runtime.config.seed, reference }
  const begun = () => Object.values(usage).some(({ calls }) => calls > 0)
  const model = runtime.model(role, {
    suite,
    item: entry.id,
    trial,
    hints,
    counts,
    begun,
    signal: context.signal,
    stopping: stoppingOf(context.signal),
  })
  usage[role] = Object.assign(counts, { model: model.name, simulated: model.simulated })
  return model
}

/** A role is set up when first used: a benchmark that never calls it needs no model for it. */
function lazyModel(bind: () => Model): Model {
  let bound: Model | undefined
  const model = () => {
    bound ??= bind()
    return bound
  }
  return {
    get name() {
      return model().name
    },
    get simulated() {
      return model().simulated
    },
    ask: (prompt, options) => model().ask(prompt, options),
  }
}
