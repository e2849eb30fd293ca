import { existsSync } from 'node:fs'
import fc, { type Arbitrary } from 'fast-check'
import { type ExpectStatic, expect as globalExpect, type TestContext } from 'vitest'
import {
  assertKnownOptions,
  assertWhole,
  BUDGET_STOP,
  counted,
  currentConfig,
  Dialogue,
  HoldfastError,
  type Model,
  mayDiffer,
  messageOf,
  newScope,
  type OptionNames,
  plainTestModel,
  type Role,
  random,
  runFolder,
  runInScope,
  screenText,
  singleLine,
  type Turn,
  UnscoredError,
  usageError,
  writeRunSettings,
} from '../../kit.ts'
import { CallsSpent, ExploredCalls, exploringModel } from './exploringModel.ts'

/** What the body of a property gets beside its values. */
export interface ExploredContext {
  /** An empty dialogue with the candidate, another one for each example. */
  readonly dialogue: Dialogue
  readonly candidate: Model
  readonly judge: Model
  readonly expect: ExpectStatic
}

/** How dialogues are explored. */
export interface ExploreOptions {
  /** Most calls of all examples together, of all roles; `HOLDFAST_EXPLORE_CALLS` overrides it. Default 100. */
  readonly calls?: number
  /** Most examples before anything has failed. Default 1000: the calls are what ends it. */
  readonly runs?: number
  /** Seed of the examples. Default: drawn from the run's seed and the test's name. */
  readonly seed?: number
  /** Where the examples begin, as a failure names it: with its seed, the failed example is the first. */
  readonly path?: string
}

const OPTIONS: OptionNames<ExploreOptions> = { calls: true, runs: true, seed: true, path: true }

/** Values of a property by the arbitraries that they are drawn from. */
export type Drawn<Arbitraries> = {
  readonly [Name in keyof Arbitraries]: Arbitraries[Name] extends Arbitrary<infer Value> ? Value : never
}

/**
 * A property of dialogues as the body of a `test`: whatever is drawn, the body must not fail. What fails is made smaller by fast-check
 * (Claessen and Hughes, QuickCheck, ICFP 2000) to an example in which nothing can be left out, and told as a dialogue.
 *
 * A body that throws or whose matchers fail is a counterexample. A TypeError, a ReferenceError and Holdfast's own errors are none:
 * they are thrown as they are. Where a judge has no verdict, the example counts for nothing.
 *
 * @param arbitraries those of `holdfast/explore`, or any of fast-check, by name.
 * @throws HoldfastError for no arbitraries, or calls and runs that are not whole numbers of at least 1.
 */
export function forAllDialogues<Arbitraries extends Readonly<Record<string, Arbitrary<unknown>>>>(
  arbitraries: Arbitraries,
  body: (values: Drawn<Arbitraries>, context: ExploredContext) => unknown,
  options: ExploreOptions = {},
): (context: TestContext) => Promise<void> {
  if (Object.keys(arbitraries).length === 0)
    throw usageError('Failed to explore: there are no arbitraries. Name at least one, as { between: distractors() }.')
  assertKnownOptions('explore', options, OPTIONS)
  for (const name of ['calls', 'runs'] as const) assertWhole('explore', name, options[name] ?? 1)
  // Vitest reads in the parameters which fixtures a test needs: none, as each example has its own.
  return async ({ task, signal, annotate }) => {
    const { unclear, examples } = await explore(arbitraries, body, options, { task, signal })
    const text = `${unclear} of ${examples} examples failed and did not fail again as often as it takes: nothing is claimed.`
    if (unclear > 0) await annotate(text, 'notice')
  }
}

/** Fresh tries that confirm a failure, for each of those that chose it. */
const CONFIRMING = 2

/** The smallest example that failed. */
interface Failing {
  /** Times it was tried again with answers drawn anew, and of these the least in which it has to fail. */
  readonly times: number
  readonly least: number
  readonly values: Readonly<Record<string, unknown>>
  readonly turns: readonly Omit<Turn, 'check'>[]
  readonly error: unknown
  /** Times it failed again. */
  readonly again: number
  /** Turns of the first example that failed. */
  readonly before: number
}

/** @throws what failed: the smallest counterexample, or what kept it from being looked for. */
async function explore<Arbitraries extends Readonly<Record<string, Arbitrary<unknown>>>>(
  arbitraries: Arbitraries,
  body: (values: Drawn<Arbitraries>, context: ExploredContext) => unknown,
  options: ExploreOptions,
  test: Pick<TestContext, 'task' | 'signal'>,
) {
  const config = currentConfig()
  const folder = runFolder(config.out)
  // A run of ordinary tests alone gets its settings at its end; without them nothing could go on with one that was interrupted.
  if (!existsSync(folder.settings)) writeRunSettings(folder, config, [])
  const most = config.explore?.calls ?? options.calls ?? 100
  const seed = options.seed ?? random('explore', config.seed, test.task.fullTestName).int(0, 2 ** 31 - 1)
  const calls = new ExploredCalls(most)
  let stop: Error | undefined
  let spentUsd: string | undefined
  let smallest: Failing | undefined
  let [examples, unclear, unscored] = [0, 0, 0]

  /** One example, once: what failed, with its dialogue. */
  const tryOnce = async (values: Drawn<Arbitraries>, repeat: number) => {
    let byChance = false
    const bound = (role: Role): Model => {
      const model = exploringModel(role, plainTestModel(role, test, repeat), calls, repeat)
      return {
        ...model,
        ask: async (prompt, asking = {}) => {
          try {
            return await model.ask(prompt, asking)
          } finally {
            // What its endpoint does not take shows when it has answered.
            byChance ||= mayDiffer(config.roles[role], asking, test.task.meta.holdfastUsage?.[role]?.adapted)
          }
        },
      }
    }
    const judge = () => bound('judge')
    const asked = bound('candidate')
    const before = calls.asked
    const dialogue = new Dialogue(asked)
    const scope = newScope(false, { judge, votes: config.votes })
    try {
      await runInScope(scope, async () => {
        const context = { dialogue, candidate: asked, expect: globalExpect }
        // A judge is asked for where the body takes it: not every run has one.
        await body(values, Object.defineProperty(context, 'judge', { get: judge }) as ExploredContext)
      })
      const [left] = scope.open
      if (!left) return undefined
      const { matcher } = left
      throw usageError(`Failed to explore: ${matcher} was not awaited. Write await expect(...).${matcher}(...).`)
    } catch (error) {
      return { error, turns: dialogue.toJSON(), byChance, asked: calls.asked - before }
    }
  }

  const holds = async (values: Drawn<Arbitraries>): Promise<boolean> => {
    if (stop || spentUsd !== undefined || calls.isSpent || test.signal.aborted) return true
    examples += 1
    const failed = await tryOnce(values, 0)
    if (!failed) return true
    const kind = kindOf(failed.error, calls)
    // It began, and nothing came of it.
    if (kind === 'spent') examples -= 1
    if (kind === 'spent' && failed.error instanceof UnscoredError) spentUsd = failed.error.message
    if (kind === 'unscored') unscored += 1
    if (kind === 'error') stop = asThrown(failed.error, values)
    if (kind !== 'failed') return true
    const { times, least } = repeatsFor(failed.byChance)
    const again = await failsAgain(values, { times, least }, 1)
    if (again === undefined) return true
    if (again < least) {
      unclear += 1
      return true
    }
    calls.keptBack = CONFIRMING * times * failed.asked
    smallest = { values, turns: failed.turns, error: failed.error, again, least, times, before: smallest?.before ?? failed.turns.length }
    return false
  }

  /** Times a failure came again, counted until it is clear whether that is often enough; undefined where the calls ended. */
  const failsAgain = async (
    values: Drawn<Arbitraries>,
    { times, least }: Pick<Failing, 'times' | 'least'>,
    from: number,
  ): Promise<number | undefined> => {
    let again = 0
    for (let left = times; left > 0 && again < least && again + left >= least; left -= 1) {
      const other = await tryOnce(values, from + times - left)
      if (!other) continue
      const kind = kindOf(other.error, calls)
      if (kind === 'spent') return undefined
      if (kind === 'failed') again += 1
    }
    return again
  }

  const property = fc.asyncProperty(fc.record(arbitraries) as unknown as Arbitrary<Drawn<Arbitraries>>, async (values) => {
    if (!(await holds(values))) throw new Error('counterexample')
  })
  const { runs = 1000, path } = options
  const details = await fc.check(property, { seed, numRuns: runs, ...(path !== undefined && { path }) })
  if (stop) throw stop
  if (!smallest) {
    if (test.signal.aborted) throw new HoldfastError('RUN', 'Failed to explore: the run was stopped. Finish it with HOLDFAST_RESUME.')
    if (examples > unscored) return { examples, unclear }
    const why = unscored > 0 ? 'no example has a verdict of its judge' : (spentUsd ?? `${counted(most, 'call')} cannot cover one example`)
    throw new UnscoredError(`Failed to explore: ${why.replace(/^Failed to go on: /, '')}. Give it more calls, or another judge.`)
  }
  const isMinimal = !calls.isSpent && spentUsd === undefined && !test.signal.aborted
  const { times, least } = smallest
  let { again } = smallest
  if (times > 0) {
    // Many examples were tried, and the one that failed most was chosen: only fresh answers say how often it does.
    const confirming = { times: CONFIRMING * times, least: CONFIRMING * least }
    calls.keptBack = 0
    calls.isSpent = false
    again = (await failsAgain(smallest.values as Drawn<Arbitraries>, confirming, times + 1)) ?? 0
    if (again < confirming.least) return { examples, unclear: unclear + 1 }
  }
  const text = counterexampleText(
    { ...smallest, again, times: CONFIRMING * times },
    { seed, path: details.counterexamplePath ?? '', calls: calls.made, examples, isMinimal },
  )
  const failure = smallest.error instanceof Error ? smallest.error : new Error(String(smallest.error))
  // Its stack and what was expected are the matcher's.
  const told = Object.assign(Object.create(Object.getPrototypeOf(failure)), failure) as Error
  Object.defineProperty(told, 'message', { value: text, configurable: true, writable: true, enumerable: false })
  Object.defineProperty(told, 'stack', { value: `${failure.name}: ${text}`, configurable: true, writable: true, enumerable: false })
  for (const name of ['diff', 'actual', 'expected', 'showDiff']) Reflect.deleteProperty(told, name)
  throw told
}

/** What an exception of the body is. */
function kindOf(error: unknown, calls: ExploredCalls): 'failed' | 'error' | 'unscored' | 'spent' {
  // A body, or a judge's panel, may have wrapped what it caught.
  if (error instanceof CallsSpent || calls.isSpent) return 'spent'
  if (error instanceof UnscoredError) return error.message.includes(BUDGET_STOP) ? 'spent' : 'unscored'
  if (error instanceof HoldfastError || error instanceof TypeError || error instanceof ReferenceError) return 'error'
  return 'failed'
}

function asThrown(error: unknown, values: unknown): Error {
  const thrown = error instanceof Error ? error : new Error(String(error))
  if (!(thrown instanceof HoldfastError)) {
    const where = `${thrown.message} (the body of the property threw it: an error, no counterexample. Values: ${fc.stringify(values)})`
    thrown.stack = thrown.stack?.replace(thrown.message, () => where) ?? where
    thrown.message = where
  }
  return thrown
}

/**
 * Repeats of a failure: none where all answers, a judge's among them, were drawn at temperature 0; else 4 of 5. The smallest
 * example has then to fail in 8 of 10 further tries, by which nothing was chosen: one that fails by chance in 30 % of its tries does so
 * in 0.16 % of all cases, and one that fails in half of them in 5.5 % (binomial), however many examples were tried before.
 *
 * @param byChance whether any call of the example may be answered otherwise the next time.
 */
function repeatsFor(byChance: boolean): Pick<Failing, 'times' | 'least'> {
  return byChance ? { times: 5, least: 4 } : { times: 0, least: 0 }
}

/** A counterexample as people read it: the dialogue, the values, what failed, and how to run it again. */
function counterexampleText(
  { values, turns, error, again, times, before }: Failing,
  { seed, path, calls, examples, isMinimal }: { seed: number; path: string; calls: number; examples: number; isMinimal: boolean },
): string {
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
