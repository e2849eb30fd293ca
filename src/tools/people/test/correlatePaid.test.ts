import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { kievalQuestions, kievalSuite } from '../../../../suites/kieval/suite.ts'
import { dataEndpoint } from '../../../../test/dataEndpoint.ts'
import { once } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { labelledRuns } from './labelledRuns.ts'

const { root, write, labelsOf, correlate } = labelledRuns()
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** One interview of five rounds, whose last two a person calls worse. */
const labelled = once(async () => {
  const outcome = await runSuite(kievalSuite, { model: 'sim:oracle', judge: 'sim:judge' }, { HOLDFAST_LIMIT: '1' })
  await write(outcome, 'run')
  return labelsOf(outcome, 'run', kievalQuestions, {
    ann: ({ kind, question }) => (kind === 'overall' ? (/-[45]\//.test(question) ? 2 : 4) : undefined),
  })
})

const ratingsOf = (stdout: string) => JSON.parse(stdout).correlation.kinds[0].measures['rating 1 to 10']

test('a judge over a wire is asked once for every answer, and never again', async () => {
  const labels = await labelled()
  expect(labels).toHaveLength(5)
  // Instructions, question, answer and the interviewer's question stand before the first reply, and two texts more before each later one.
  const { asked, url } = await dataEndpoint((prompt) => `Well. Rating: [[${(prompt.match(/<before-/g)?.length ?? 0) >= 10 ? 3 : 8}]]`)
  const judge = ['--rating', `openai:m@${url}`, '--json'] as const
  const first = await correlate(labels, 'run', ...judge)
  expect([first.code, asked.length]).toEqual([0, 5])
  // It rates the replies of the last two rounds lower, and so do people.
  expect(ratingsOf(first.stdout)).toMatchObject({ n: 5, pearson: { value: expect.closeTo(1, 12) } })
  expect((await correlate(labels, 'run', ...judge)).stdout).toBe(first.stdout)
  expect(asked).toHaveLength(5)
})

test('a budget that is too small ends the command, and what it paid for is kept', async () => {
  const labels = await labelled()
  const { asked, url } = await dataEndpoint(() => 'Well. Rating: [[8]]')
  const judge = ['--rating', `openai:m@${url}`, '--json', '--work', 'budgeted'] as const
  // Each question takes 105 tokens.
  const short = await within('300', () => correlate(labels, 'run', ...judge))
  expect(short.code).toBe(1)
  expect(short.stderr).toMatch(/run holdfast judge measure again with a larger budget: what is paid for is kept\./i)
  expect(asked.length).toBeLessThan(5)
  const whole = await within('1000000', () => correlate(labels, 'run', ...judge))
  expect([whole.code, asked.length, ratingsOf(whole.stdout).n]).toEqual([0, 5, 5])
})

async function within<T>(tokens: string, work: () => Promise<T>): Promise<T> {
  process.env.HOLDFAST_MAX_TOKENS = tokens
  try {
    return await work()
  } finally {
    delete process.env.HOLDFAST_MAX_TOKENS
  }
}
