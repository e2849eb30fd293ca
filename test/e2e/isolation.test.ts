import { expect, test } from 'vitest'
import { runVitest } from '../run.ts'
import { unwrapped } from './fixtureRun.ts'
import { projectOf } from './ownProject.ts'

const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
import { BaseSequencer } from 'vitest/node'
class ByName extends BaseSequencer {
  async sort(files) {
    const sorted = [...files].sort((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    return process.env.BACKWARDS ? sorted.reverse() : sorted
  }
}
const gates = Object.fromEntries(['capital', ...(process.env.ROOTS ? ['capital-two'] : [])].map((name) => [name, { score: { min: 1 } }]))
// Two roots: Vitest isolates the files of one, and not those of the other.
const projects = ['one', 'two'].map((name) => ({ extends: true, root: './' + name, test: { name, isolate: name === 'one' } }))
export default {
  plugins: [holdfast({ model: 'module:' + import.meta.dirname + '/bot.ts#ask', cache: 'off', gates })],
  test: { include: ['*.{eval,test}.ts'], sequence: { sequencer: ByName }, ...(process.env.ROOTS && { projects }) },
}`,
  'words.ts': `export const capital = 'Paris'`,
  'bot.ts': `import { capital } from './words'
let asked = 0
export const ask = async () => {
  asked += 1
  const { status } = await fetch('data:text/plain,x')
  return [capital, asked, status, new Date().getFullYear() > 2000].join(' ')
}`,
  'm-capital.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'
benchmark('capital', { items: [{ id: 'a' }] }, async (_, { candidate, expect }) => {
  await expect(await candidate.ask('Capital?')).toPassRubric(rubric([criterion('as it is alone', { check: /^Paris 1 200 true$/ })]))
})`,
}

/** Files that reach for others: each passes when it runs alone, by its own mock, stub or clock. */
const REACHING: Readonly<Record<string, string>> = {
  'a mock of what the application imports': `vi.mock('./words', () => ({ capital: 'Lyon' }))
test('mocked', async ({ candidate }) => { expect((await candidate.ask('?')).content).toBe('Lyon 1 200 true') })`,
  'a mock of the application itself': `vi.mock('./bot', () => ({ ask: async () => 'Nice' }))
test('mocked', async ({ candidate }) => { expect((await candidate.ask('?')).content).toBe('Nice') })`,
  'a stub of a global, left in place': `test('stubbed', async ({ candidate }) => {
  vi.stubGlobal('fetch', async () => ({ status: 418 }))
  expect((await candidate.ask('?')).content).toBe('Paris 1 418 true')
})`,
  'a fake clock, left in place': `test('timed', async ({ candidate }) => {
  vi.useFakeTimers({ now: new Date('1999-02-01') })
  expect((await candidate.ask('?')).content).toBe('Paris 1 200 false')
})`,
  'modules that are reset': `test('reset', async ({ candidate }) => {
  vi.resetModules()
  expect((await candidate.ask('?')).content).toBe('Paris 1 200 true')
})`,
}

test.each(['', '1'])(
  'files of two roots, isolated or not, reach no other: each sees its own mocks, stubs and clock; backwards: %s',
  async (backwards) => {
    const reaching = Object.values(REACHING).flatMap((body, at) => {
      const source = `import { test } from 'holdfast'\nimport { expect, vi } from 'vitest'\n${body}`.replaceAll("'./", "'../")
      // Those of one root come before its benchmark, those of the other after it; and the reverse.
      return ['one/a', 'two/z'].map((place) => [`${place}-${at}.test.ts`, source] as const)
    })
    const { 'm-capital.eval.ts': capital = '', ...shared } = FILES
    const root = projectOf({
      ...shared,
      'one/m-capital.eval.ts': capital,
      'two/m-capital.eval.ts': capital.replace("benchmark('capital'", "benchmark('capital-two'"),
      ...Object.fromEntries(reaching),
    })
    const { code, stdout } = await runVitest([], { cwd: root, env: { CI: '1', ROOTS: '1', BACKWARDS: backwards || undefined } })
    expect(stdout).toContain('capital: 1.000')
    expect(stdout).toContain('capital-two: 1.000')
    expect(stdout).toContain(' 10 tests beside the items passed.')
    expect(code, stdout).toBe(0)
  },
)

test('a benchmark beside a mock is refused: it would measure the mock', async () => {
  const root = projectOf({
    ...FILES,
    'm-capital.eval.ts': `import { vi } from 'vitest'\n${FILES['m-capital.eval.ts']}\nvi.mock('./words', () => ({ capital: 'Lyon' }))`,
  })
  const { code, stdout, stderr } = await runVitest([], { cwd: root, env: { CI: '1' } })
  expect(code).toBe(1)
  expect(unwrapped(stdout + stderr)).toMatch(
    /Failed to run capital: its test file mocks .*words.* Move the mock or the benchmark to a file of its own/s,
  )
})

test('a fake clock does not stop the wait that an endpoint asks for', async () => {
  const root = projectOf({
    'vitest.config.ts': FILES['vitest.config.ts'] as string,
    'bot.ts': `let calls = 0
export const ask = async () => {
  calls += 1
  if (calls === 1) throw Object.assign(new Error('busy'), { [Symbol.for('vercel.ai.error.AI_APICallError')]: true, statusCode: 429, responseHeaders: { 'retry-after': '1' }, isRetryable: true })
  return 'Paris'
}`,
    'clock.test.ts': `import { test } from 'holdfast'
import { afterEach, expect, vi } from 'vitest'
afterEach(() => { vi.useRealTimers() })
test.for([1, 2])('fixed %i', async (_, { candidate }) => {
  vi.useFakeTimers({ now: new Date('2024-02-29') })
  expect((await candidate.ask('?')).content).toBe('Paris')
})`,
  })
  const { code, stdout } = await runVitest([], { cwd: root, env: { CI: '1', HOLDFAST_GATES: '{}' } })
  expect(code, stdout).toBe(0)
})
