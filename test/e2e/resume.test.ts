import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { HANGS_AFTER } from '../hangsAfter.ts'
import { type Environment, type Running, runVitest, startVitest } from '../run.ts'
import { projectOf } from './ownProject.ts'
import { itemIds, slowYes } from './slowYes.ts'

// Eight items, one after the other, of an application that answers the first `QUICK` of them and then none.
const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ model: 'module:./agent.ts#ask', cache: 'off', concurrency: 1 })], test: { include: ['*.eval.ts'] } }`,
  'agent.ts': `import { appendFileSync } from 'node:fs'
let answered = 0
export const ask = async (messages, { item, signal }) => {
  if (answered++ >= Number(process.env.QUICK ?? 8)) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
  appendFileSync('asked.log', item.id + '\\n')
  return 'yes'
}`,
  'yes.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'
const items = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ id: 'item-' + number }))
benchmark('yes', { items }, async ({ id }, { candidate, expect }) => {
  await expect(await candidate.ask(id)).toPassRubric(rubric([criterion('says yes', { check: /yes/ })]))
})`,
}

function project() {
  const root = projectOf(FILES)
  return {
    root,
    /** Runs the benchmark; `interfere` gets the process when three answers are written down. */
    run: async (env: Environment, interfere?: (running: Running) => void) => {
      const running = startVitest([], { cwd: root, env: { CI: '1', ...env } })
      if (interfere) {
        // Not by its progress: Vitest may keep the last item's end to itself until another one ends.
        const calls = join(root, env.HOLDFAST_OUT ?? 'reports/runs/latest', 'calls.jsonl')
        await vi.waitUntil(() => existsSync(calls) && readFileSync(calls, 'utf8').split('\n').length > 3, { timeout: HANGS_AFTER })
        interfere(running)
      }
      return running.finished
    },
    asked: () => readFileSync(join(root, 'asked.log'), 'utf8').trim().split('\n').sort(),
    scores: (run: string) => JSON.parse(readFileSync(join(root, run, 'scores.json'), 'utf8')).suites.yes,
  }
}

const ALL = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `item-${number}`)

describe.concurrent('an answer is known by what was asked', () => {
  const ECHO = `export const ask = async (messages) => messages.at(-1).content`
  const CONFIG = `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ model: 'module:./agent.ts#ask', cache: 'off' })], test: { include: ['*.{eval,test}.ts'] } }`
  const run = async (root: string, env: Environment) => {
    const { code, stdout } = await runVitest([], { cwd: root, env: { CI: '1', ...env } })
    return { code, stdout }
  }

  const recordsOf = (root: string) =>
    readFileSync(join(root, 'r', 'items.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { suite: string; item: string; status: string })
  /** The last of each suite and item, as every reader takes them. */
  const lastOf = (root: string) => Object.fromEntries(recordsOf(root).map(({ suite, item, status }) => [`${suite}: ${item}`, status]))

  test('tests of one name keep their own answers when they are resumed; those that are gone keep none', async () => {
    const bot = (names: string, last: string) => `import { test } from 'holdfast'
import { describe, expect } from 'vitest'
describe.each(${names})('the bot', (question) => {
  test('says yes', async ({ candidate }) => { expect((await candidate.ask(question)).content).toBe('yes') })
})
${last}`
    const root = projectOf({
      'vitest.config.ts': CONFIG.replace('test: {', "test: { projects: ['one', 'two'].map((name) => ({ extends: true, test: { name } })),"),
      'agent.ts': ECHO,
      'bot.test.ts': bot(
        "['no', 'yes']",
        "test.for(['a', 'b'])('for %s', async (q, { candidate }) => { await candidate.ask(q) })\ntest('quiet', async ({ candidate }) => { await candidate.ask('q') })",
      ),
      'gone.test.ts': bot("['yes']", ''),
    })
    expect((await run(root, { HOLDFAST_OUT: 'r' })).stdout).toMatch(/2 failed.+10 passed/)
    const both = (records: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        Object.entries(records).flatMap(([item, status]) => ['one', 'two'].map((project) => [`bot.test.ts (${project}): ${item}`, status])),
      )
    rmSync(join(root, 'gone.test.ts'))
    // The second of two equal names is gone, one is new, and one test asks nothing any more.
    writeFileSync(
      join(root, 'bot.test.ts'),
      bot(
        "['no']",
        "test.for(['a', 'c'])('for %s', async (q, { candidate }) => { await candidate.ask(q) })\ntest('quiet', () => undefined)",
      ),
    )
    // A start that leaves tests and a project out keeps their records.
    const limited = await runVitest(['--project', 'one', '-t', 'for c'], { cwd: root, env: { CI: '1', HOLDFAST_RESUME: 'r' } })
    expect(limited.code, limited.stdout).toBe(0)
    const left = { 'the bot > says yes': 'failed', 'for a': 'passed' }
    expect(lastOf(root)).toEqual({
      ...both(left),
      'bot.test.ts (one): quiet': 'passed',
      'bot.test.ts (one): for c': 'passed',
      ...Object.fromEntries(['the bot > says yes (2)', 'for b', 'quiet'].map((item) => [`bot.test.ts (two): ${item}`, 'passed'])),
    })
    const { code, stdout } = await run(root, { HOLDFAST_RESUME: 'r' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringMatching(/2 failed.+6 passed/) })
    expect(lastOf(root)).toEqual(both({ ...left, 'for c': 'passed' }))
    const settings = JSON.parse(readFileSync(join(root, 'r', 'run.json'), 'utf8'))
    expect(settings).toMatchObject({ ran: ['bot.test.ts (one)', 'bot.test.ts (two)'], files: ['bot.test.ts'] })
    const { suites } = JSON.parse(readFileSync(join(root, 'r', 'scores.json'), 'utf8'))
    expect(Object.values(suites)).toMatchObject([1, 2].map(() => ({ items: 3, passed: 2, failed: 1 })))
    const asked = readFileSync(join(root, 'r', 'calls.jsonl'), 'utf8')
      .trim()
      .split('\n')
    expect(asked.map((line) => JSON.parse(line).item).filter((item) => item.startsWith('the bot'))).toEqual(
      expect.arrayContaining(['the bot > says yes', 'the bot > says yes (2)']),
    )
    // Twelve at first, and one that is new in each project.
    expect(asked).toHaveLength(14)
  })

  test('a prompt that was edited in the body of a benchmark is asked anew, and how many were is said', async () => {
    const body = (prompt: string, other = 'other') => `import { benchmark, criterion, rubric } from 'holdfast'
benchmark('${other}', { items: [{ id: 'b' }] }, async (_, { candidate, expect }) => {
  await expect(await candidate.ask('b')).toPassRubric(rubric([criterion('echoes', { check: /b/ })]))
})
benchmark('edit', { items: [{ id: 'a', q: 'version 1' }], reference: (i) => i.q }, async (item, { candidate, expect }) => {
  await expect(await candidate.ask(${prompt})).toPassRubric(rubric([criterion('same', { check: (t) => t === item.q })]))
})`
    const root = projectOf({ 'vitest.config.ts': CONFIG, 'agent.ts': ECHO, 'edit.eval.ts': body('item.q') })
    const scores = () => JSON.parse(readFileSync(join(root, 'r', 'scores.json'), 'utf8'))
    await run(root, { HOLDFAST_OUT: 'r' })
    expect(scores().suites.edit.passed).toBe(1)
    writeFileSync(join(root, 'edit.eval.ts'), body("'Say twice: ' + item.q", 'renamed'))
    const { stdout } = await run(root, { HOLDFAST_RESUME: 'r' })
    expect(scores()).toMatchObject({ suites: { edit: { passed: 0, failed: 1 } }, usage: { candidate: { askedAnew: 1 } } })
    expect(stdout).toMatch(/1 call made anew, since what\s+is\s+asked has changed/)
    // The benchmark that was renamed has no record under its old name.
    expect(lastOf(root)).toEqual({ 'edit: a': 'failed', 'renamed: b': 'passed' })
    expect(Object.keys(JSON.parse(readFileSync(join(root, 'r', 'run.json'), 'utf8')).planned)).toEqual(['edit', 'renamed'])
    // Gates are not decided by a recording of another question.
    const env = { HOLDFAST_MODEL: 'replay:r', HOLDFAST_GATES: '{"edit":{"pass_rate":{"min":0}}}' }
    expect((await run(root, env)).code).toBe(0)
    writeFileSync(join(root, 'edit.eval.ts'), body("'Say thrice: ' + item.q"))
    const replayed = await run(root, env)
    expect(replayed).toMatchObject({ code: 1, stdout: expect.stringContaining('1 call answered by a recording that was asked otherwise') })
  })
})

describe.concurrent('a run that did not end', () => {
  test('is the latest one from its first second: after kill -9 it is finished, the first of all and not the run before', async () => {
    const { root, run, asked, scores } = project()
    const killed = { QUICK: '3', HOLDFAST_OUT: 'reports/runs/first' }
    await run(killed, (running) => running.kill())
    // Its lock is taken over at once.
    expect(existsSync(join(root, 'reports/runs/first/.lock'))).toBe(true)
    expect((await run({ HOLDFAST_RESUME: 'latest' })).code).toBe(0)
    expect(scores('reports/runs/first')).toMatchObject({ items: 8, passed: 8 })
    expect(readdirSync(join(root, 'reports/runs/first')).filter((name) => name.startsWith('.'))).toEqual([])
    await run({ QUICK: '3', HOLDFAST_OUT: 'reports/runs/killed', HOLDFAST_SEED: '1' }, (running) => running.kill())
    const { code, stdout } = await run({ HOLDFAST_RESUME: 'latest', HOLDFAST_SEED: '1' })
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('reports/runs/killed/scores.json') })
    expect(scores('reports/runs/killed')).toMatchObject({ items: 8, passed: 8 })
    expect(asked()).toEqual([...ALL, ...ALL].sort())
  })

  test('waits for the answers under way, so that none is paid twice', async () => {
    const { root, asked, scores, letGo } = slowYes()
    const command = { CI: '1', HOLDFAST_RESUME: 'auto', HOLDFAST_OUT: 'part', AT_ONCE: '8', ITEMS: '12' }
    const running = startVitest([], { cwd: root, env: { ...command, HOLD: '1' } })
    await vi.waitUntil(() => asked().length === 8, { timeout: HANGS_AFTER })
    running.terminate()
    await running.until(/what is done is kept, calls under way have 20 s\./)
    letGo()
    const first = await running.finished
    expect(first).toMatchObject({ code: 75, stdout: expect.stringContaining('what is done is kept, calls under way have 20 s.') })
    expect((await runVitest([], { cwd: root, env: command })).code).toBe(0)
    expect(scores('part')).toMatchObject({ items: 12, passed: 12, error: 0 })
    expect(asked().sort()).toEqual(itemIds(12))
  })

  test('exits 75 after SIGTERM without answers whose time is over, and the same command goes on with it where it says auto', async () => {
    const { root, asked, scores } = slowYes()
    const command = { CI: '1', HOLDFAST_RESUME: 'auto', HOLDFAST_OUT: 'part', AT_ONCE: '8', HOLDFAST_GRACE: '0.5' }
    const running = startVitest([], { cwd: root, env: { ...command, HOLD: '1' } })
    await vi.waitUntil(() => asked().length === 8, { timeout: HANGS_AFTER })
    running.terminate()
    expect(await running.finished).toMatchObject({
      code: 75,
      stdout: expect.stringContaining('Finish it: the same command with HOLDFAST_RESUME=latest.'),
    })
    expect(scores('part')).toMatchObject({ passed: 0 })
    expect((await runVitest([], { cwd: root, env: command })).code).toBe(0)
    expect(scores('part')).toMatchObject({ items: 8, passed: 8, error: 0 })
  })
})
