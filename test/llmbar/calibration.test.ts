import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { STRATEGY_NAMES, type StrategyName } from '../../src/judges/pairwise/strategies.ts'
import { once, readCalls, readItems, readScores, runInCheckout, unwrapped, type VitestRun } from '../e2e/fixtureRun.ts'
import { runHoldfast } from '../run.ts'
import { isLong } from '../shared.ts'

const PAIRS = 130

function run(judge: string, env: Readonly<Record<string, string>> = {}): Promise<VitestRun> {
  return runInCheckout(['suites/llmbar', '--project', 'suites'], { HOLDFAST_JUDGE: judge, ...env })
}

const value = (finished: VitestRun, key: string) => readScores(finished).suites.llmbar?.metrics[key]?.value

/** Half the width within which a mean of `n` independent observations of this variance lies in all but 1 in 15,000 runs. */
const room = (variance: number, n: number) => 400 * Math.sqrt(variance / n)

describe.concurrent('a simulated judge', () => {
  const perfect = once(() => run('sim:judge'))

  test('that is right has full marks, and is the only role called', async () => {
    const finished = await perfect()
    expect(finished.code, finished.text.slice(-2000)).toBe(0)
    expect(readScores(finished).suites.llmbar).toMatchObject({ items: PAIRS, passed: PAIRS, unscored: 0 })
    for (const key of ['accuracy.average', 'agreement.average', 'accuracy.Manual']) expect(value(finished, key), key).toBe(100)
    expect([value(finished, 'null_rate'), value(finished, 'tie_rate'), value(finished, 'first_bias')]).toEqual([0, 0, 0])
    expect(value(finished, 'kappa.agreement')).toBe(1)
    expect(Object.keys(readScores(finished).usage)).toEqual(['judge'])
  })

  test('has its figures beside what people and chance reach', async () => {
    const { text, folder } = await perfect()
    const reports = [unwrapped(text), ...[folder.markdown, folder.page].map((path) => readFileSync(path, 'utf8'))]
    for (const report of reports) expect(report).toMatch(/90 % of Natural, 95 % of the adversarial and 94 % of all pairs; chance is 50 %/)
  })

  test('that always takes the first output is half right, in no pair twice', async () => {
    const finished = await run('sim:judge?bias=first')
    expect(finished.code).toBe(0)
    expect(value(finished, 'accuracy.average')).toBe(50)
    expect(value(finished, 'agreement.average')).toBe(0)
    expect(value(finished, 'first_bias')).toBe(100)
    expect(value(finished, 'kappa.forward')).toBeCloseTo(0, 1)
    expect(readScores(finished).suites.llmbar).toMatchObject({ passed: 0, failed: PAIRS })
  })

  test('says in the message of a pair what it said in either order', async () => {
    const finished = await run('sim:judge?bias=first', { HOLDFAST_LIMIT: '1' })
    for (const { reason, tags } of readItems(finished)) {
      const lost = tags.label === '1' ? 'swapped' : 'forward'
      expect(reason).toContain(`lost      ${lost} order 1 of 2 points: the judge said "Output (a)"`)
    }
  })

  // p(verdict wrong) = p in both orders by themselves, so a pair agrees when both are right or both wrong.
  test.each([0.1, 0.3])('with noise %s is as often right, and agrees as often with itself, as follows from it', async (p) => {
    const finished = await run(`sim:judge?noise=${p}`)
    const n = 2 * PAIRS
    expect(Math.abs((value(finished, 'accuracy.average') ?? Number.NaN) - 100 * (1 - p))).toBeLessThan(room(p * (1 - p), n))
    const agree = p * p + (1 - p) * (1 - p)
    expect(Math.abs((value(finished, 'agreement.average') ?? Number.NaN) - 100 * agree)).toBeLessThan(room(agree * (1 - agree), PAIRS))
  })

  // Swap decides a second time where the first stage disagrees, 2p(1 - p) of the pairs: right in (1 - p)² + 2p(1 - p)².
  test('with noise and Swap is right as often as follows from it', async () => {
    const p = 0.3
    const finished = await run(`sim:judge?noise=${p}`, { HOLDFAST_LLMBAR_STRATEGY: 'Swap' })
    const right = (1 - p) ** 2 * (1 + 2 * p)
    expect(Math.abs((value(finished, 'accuracy.average') ?? Number.NaN) - 100 * right)).toBeLessThan(room(0.25, PAIRS))
    const conflicts = readCalls(finished).filter(({ call }) => call === 'forward-2').length
    expect(Math.abs(conflicts / PAIRS - 2 * p * (1 - p))).toBeLessThan(room(0.25, PAIRS) / 100)
  })

  test('with noise and ratings ties where one of the two is wrong', async () => {
    const p = 0.3
    const finished = await run(`sim:judge?noise=${p}`, { HOLDFAST_LLMBAR_STRATEGY: 'Rating' })
    const ties = 2 * p * (1 - p)
    expect(Math.abs((value(finished, 'tie_rate') ?? Number.NaN) - 100 * ties)).toBeLessThan(room(ties * (1 - ties), PAIRS))
    expect(value(finished, 'first_bias')).toBeUndefined()
  })

  test('that gives no verdict is wrong and counted, not unscored', async () => {
    const finished = await run('sim:judge?garbage=1')
    expect(finished.code).toBe(0)
    expect(value(finished, 'accuracy.average')).toBe(0)
    // Both null agree, officially.
    expect(value(finished, 'agreement.average')).toBe(100)
    expect(value(finished, 'null_rate')).toBe(100)
    expect(readCalls(finished).every(({ ask }) => ask === 0)).toBe(true)
  })

  test('that gives no rating is half right, officially, and counted', async () => {
    const finished = await run('sim:judge?garbage=1', { HOLDFAST_LLMBAR_STRATEGY: 'Rating' })
    expect(finished.code).toBe(0)
    expect(['accuracy.average', 'agreement.average', 'null_rate', 'tie_rate'].map((key) => value(finished, key))).toEqual([50, 0, 100, 0])
  })
})

/** Calls of a pair whose orders agree (docs/suites/llmbar.md, R3, R4; ChatEval: two rounds of three referees in each order). */
const CALLS: Readonly<Record<StrategyName, readonly string[]>> = {
  Vanilla_NoRules: ['forward', 'swapped'],
  Vanilla: ['forward', 'swapped'],
  Vanilla_1shot: ['forward', 'swapped'],
  Vanilla_2shot: ['forward', 'swapped'],
  CoT: ['forward', 'swapped'],
  Swap: ['forward', 'swapped'],
  Swap_CoT: ['forward', 'swapped'],
  Metrics: ['metrics', 'forward', 'swapped'],
  Reference: ['reference', 'forward', 'swapped'],
  Metrics_Reference: ['metrics', 'reference', 'forward', 'swapped'],
  Rating: ['score-1', 'score-2'],
  Rating_NoRules: ['score-1', 'score-2'],
  Rating_Metrics: ['metrics', 'score-1', 'score-2'],
  Rating_Reference: ['reference', 'score-1', 'score-2'],
  Rating_Metrics_Reference: ['metrics', 'reference', 'score-1', 'score-2'],
  ChatEval: ['forward', 'swapped'].flatMap((order) =>
    [1, 2].flatMap((round) => ['public', 'critic', 'checker'].map((referee) => `${order}-${round}-${referee}`)),
  ),
}

/** One of each kind of comparison; all of them in the long run. */
const SLICE: readonly StrategyName[] = ['Vanilla', 'Swap', 'Metrics_Reference', 'Rating_Metrics', 'ChatEval']

describe.concurrent.each(isLong ? STRATEGY_NAMES : SLICE)('the strategy %s', (strategy) => {
  test('makes the calls that plan announces', async () => {
    const env = { HOLDFAST_LLMBAR_STRATEGY: strategy, HOLDFAST_LIMIT: '2' }
    const finished = await run('sim:judge', env)
    const calls = readCalls(finished)
    for (const { item } of readItems(finished))
      expect(calls.filter((call) => call.item === item).map(({ call }) => call)).toEqual(CALLS[strategy])
    const { stdout } = await runHoldfast(['plan', 'llmbar', '--json'], { env })
    expect(JSON.parse(stdout)).toMatchObject({ calls: { judge: calls.length } })
    const further = strategy.startsWith('Swap') ? ', and 2 more where the two orders contradict each other' : ''
    expect(JSON.parse(stdout).notes).toEqual([`strategy ${strategy}: ${CALLS[strategy].length} calls of the judge a pair${further}`])
    expect(value(finished, 'accuracy.average')).toBe(100)
  })

  test('calls twice more where the orders contradict each other, if it synthesizes', async () => {
    const finished = await run('sim:judge?bias=first', { HOLDFAST_LLMBAR_STRATEGY: strategy, HOLDFAST_LIMIT: '1' })
    const further = strategy.startsWith('Swap') ? ['forward-2', 'swapped-2'] : []
    for (const { item } of readItems(finished)) {
      const calls = readCalls(finished).filter((call) => call.item === item)
      expect(calls.map(({ call }) => call)).toEqual([...CALLS[strategy], ...further])
    }
  })
})

describe.concurrent('plan', () => {
  const plan = async (env: Readonly<Record<string, string>>, ...args: string[]) =>
    (await runHoldfast(['plan', 'llmbar', ...args], { env: { HOLDFAST_JUDGE: 'sim:judge?noise=0.1', ...env } })).stdout
  const sum = (tasks: readonly { tokens: number }[]) => tasks.reduce((total, { tokens }) => total + tokens, 0)

  test('names the judge, which is measured, and no candidate', async () => {
    const lines = (await plan({})).split('\n')
    expect(lines).toContain(' judge       sim:judge?noise=0.1')
    expect(lines.join('\n')).not.toContain('candidate')
    expect(lines).toContain(' calls       260 judge')
  })

  test('counts calls and tokens of every vote; the texts are the same', async () => {
    const [one, three] = (await Promise.all(['1', '3'].map((votes) => plan({ HOLDFAST_VOTES: votes }, '--json')))).map((text) =>
      JSON.parse(text),
    )
    expect(three.calls).toEqual({ judge: 3 * one.calls.judge })
    expect(sum(three.tasks)).toBe(3 * sum(one.tasks))
    expect(three.distinctTokens).toBe(one.distinctTokens)
    const finished = await run('sim:judge', { HOLDFAST_VOTES: '3', HOLDFAST_LIMIT: '1' })
    expect(readCalls(finished)).toHaveLength(5 * 3 * 2)
  })
})
