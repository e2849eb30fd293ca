import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { linkModules, projectOf } from '../../../../test/e2e/ownProject.ts'
import { type Environment, type Finished, startVitest } from '../../../../test/run.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'

/** The planted fault of the example: these three, in this order. */
const PLANTED = ['Please give all prices in euros.', 'Is there a discount?', 'Deliver to 5 Mill Lane.']

function exampleProject(): string {
  const root = temporaryFolder()
  cpSync(join(packageRoot, 'examples', 'shopping-assistant'), root, {
    recursive: true,
    filter: (path) => !/node_modules|reports|\.tgz$/.test(path),
  })
  linkModules(root)
  return root
}

async function vitest(root: string, env: Environment = {}): Promise<Finished & { readonly text: string }> {
  const finished = await startVitest([], { cwd: root, env: { NO_COLOR: '1', ...env } }).finished
  return { ...finished, text: finished.stdout + finished.stderr }
}

const CONFIG = (temperature: string) => `
import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({
  plugins: [holdfast({ model: 'app', models: { app: { uri: 'module:./app.ts#ask'${temperature} } } })],
})`

/** An application that writes down what it is asked. */
const APP = (answer: string) => `
import { appendFileSync } from 'node:fs'
let calls = 0
export const ask = async (messages, { signal }) => {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  appendFileSync('asked.log', JSON.stringify(said) + '\\n')
  calls += 1
  ${answer}
}`

const asked = (root: string) => readFileSync(join(root, 'asked.log'), 'utf8').trim().split('\n')

describe.concurrent('explore', () => {
  test('finds the planted order within 200 calls from 20 seeds of 20, and leaves the planted turns', async () => {
    const root = exampleProject()
    const single = readFileSync(join(root, 'currency.test.ts'), 'utf8')
    const seeds = Array.from({ length: 20 }, (_, seed) => seed + 1)
    for (const seed of seeds) {
      writeFileSync(
        join(root, `seed${seed}.test.ts`),
        single.replace('keeps the currency whatever the order', `seed ${seed}`).replace('{ calls: 200 }', `{ calls: 200, seed: ${seed} }`),
      )
    }
    const { text, code } = await vitest(root, { SHOP_FAULT: 'forgets' })
    expect(code).toBe(1)
    const found = [
      ...text.matchAll(/FAIL\s+seed(\d+)\.test[\s\S]*?after \d+ examples? and (\d+) calls[\s\S]*?(The smallest[\s\S]*?)Values:\n(.*)\n/g),
    ]
    expect(found.map(([, seed]) => Number(seed)).toSorted((one, other) => one - other)).toEqual(seeds)
    for (const [, , calls, dialogue = '', values] of found) {
      expect(Number(calls)).toBeLessThanOrEqual(200)
      const turns = [...dialogue.matchAll(/^ +\d+\. user {7}(.*)$/gm)].map(([, user]) => user)
      expect(turns).toEqual([...PLANTED, 'What is the total?'])
      expect(values).toBe(`  steps: ${JSON.stringify(PLANTED)}`)
      expect(dialogue).toMatch(/^The smallest dialogue that fails/)
    }
  })

  test('finds nothing where the application is right', async () => {
    const { text, code } = await vitest(exampleProject())
    expect(text).toContain('1 passed')
    expect(code).toBe(0)
  })

  test('takes the calls that HOLDFAST_EXPLORE_CALLS says, and goes on from the seed and path that a failure names', async () => {
    const root = exampleProject()
    const env = { SHOP_FAULT: 'forgets', NO_COLOR: '1' }
    const few = await vitest(root, { ...env, HOLDFAST_EXPLORE_CALLS: '1' })
    expect(few).toMatchObject({ code: 1, text: expect.stringContaining('1 call cannot cover one example') })
    const run = await vitest(root, { ...env, HOLDFAST_EXPLORE_CALLS: '150', HOLDFAST_SEED: '3' })
    expect(run.code).toBe(1)
    expect(run.text).toContain('The smallest dialogue that fails')
    const [, again = ''] = /with the options (\{.*?\})/.exec(run.text) ?? []
    const file = join(root, 'currency.test.ts')
    writeFileSync(file, readFileSync(file, 'utf8').replace('{ calls: 200 }', again))
    expect((await vitest(root, env)).text).toMatch(/Found a counterexample after \d+ examples? and \d+ calls/)
  })

  test('claims nothing of a candidate that fails in 30 % of its answers by chance', async () => {
    const property = `
import { test } from 'holdfast'
import { distractors, forAllDialogues } from 'holdfast/explore'
for (const seed of Array.from({ length: 20 }, (_, index) => index + 1))
  test('seed ' + seed, forAllDialogues({ between: distractors() }, async ({ between }, { dialogue, expect }) => {
    for (const turn of between) await dialogue.ask(turn)
    await dialogue.ask('What is the total?')
    expect(dialogue.content).toContain('€')
  }, { calls: 200, seed }))`
    // The draws are those of a hash of the number of the call: the same on every machine.
    const chance = `const { createHash } = await import('node:crypto')
  return createHash('sha256').update(String(calls)).digest()[0] / 256 < 0.3 ? '$25' : '€23'`
    const root = projectOf({ 'vitest.config.ts': CONFIG(''), 'app.ts': APP(chance), 'chance.test.ts': property })
    const { text, code } = await vitest(root)
    expect(text).not.toContain('Found a counterexample')
    expect(code).toBe(0)
    expect(asked(root).length).toBeGreaterThan(500)
  })

  test('throws a mistake of the body as it is, and names the values', async () => {
    const property = `
import { test } from 'holdfast'
import { forAllDialogues, wordings } from 'holdfast/explore'
test('broken', forAllDialogues({ words: wordings(['a', 'b']) }, async ({ words }, { dialogue }) => {
  await dialogue.ask(words)
  undefined.length
}))
test('short', forAllDialogues({ words: wordings(['c']) }, async ({ words }, { dialogue }) => {
  await dialogue.ask(words)
  await dialogue.ask(words)
}, { calls: 1 }))
test('empty', async () => { forAllDialogues({}, () => {}) })`
    const root = projectOf({ 'vitest.config.ts': CONFIG(', temperature: 0'), 'app.ts': APP(`return 'yes'`), 'broken.test.ts': property })
    const { text, code } = await vitest(root)
    expect(code).toBe(1)
    expect(text).toMatch(/TypeError: Cannot read properties of undefined.*an error, no counterexample\. Values: \{"words":"[ab]"\}/)
    expect(text).toContain('there are no arbitraries')
    expect(text).toContain('1 call cannot cover one example')
    expect(text).not.toContain('Found a counterexample')
    expect(asked(root)).toHaveLength(2)
  })

  test('does not take a judge that wavers for a fault of the candidate', async () => {
    const property = `
import { test } from 'holdfast'
import { forAllDialogues, wordings } from 'holdfast/explore'
test('judged', forAllDialogues({ words: wordings(['a', 'b']) }, async ({ words }, { dialogue, judge }) => {
  await dialogue.ask(words)
  if ((await judge.ask('Is ' + dialogue.content + ' right?')).content !== 'yes') throw new Error('the judge says no')
}, { calls: 40 }))`
    const config = CONFIG(', temperature: 0').replace("model: 'app',", "model: 'app', judge: 'module:./judge.ts#ask',")
    const judge = `let calls = 0\nexport const ask = async () => (calls++ === 0 ? 'no' : 'yes')`
    const root = projectOf({ 'vitest.config.ts': config, 'app.ts': APP(`return 'it'`), 'judge.ts': judge, 'judged.test.ts': property })
    const { text, code } = await vitest(root)
    expect(text).not.toContain('Found a counterexample')
    expect(code).toBe(0)
  })

  test('goes on after an interruption without asking again what was answered', async () => {
    const property = `
import { test } from 'holdfast'
import { forAllDialogues, ordersOf } from 'holdfast/explore'
test('order', forAllDialogues({ steps: ordersOf(['a', 'b', 'c', 'd', 'e'], { min: 0 }) }, async ({ steps }, { dialogue, expect }) => {
  for (const step of steps) await dialogue.ask(step)
  expect(dialogue.content).not.toBe('d after c after b')
}, { calls: 150, seed: 4 }))`
    const answer = `if (calls === Number(process.env.STOP_AT)) { console.log('HANGS'); await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))) }
  return 'yes'`
    const files = { 'vitest.config.ts': CONFIG(', temperature: 0'), 'app.ts': APP(answer), 'order.test.ts': property }
    const whole = projectOf(files)
    expect((await vitest(whole)).code).toBe(0)

    const root = projectOf(files)
    const out = join(root, 'reports', 'runs', 'broken')
    const running = startVitest([], { cwd: root, env: { HOLDFAST_OUT: out, HOLDFAST_GRACE: '0', STOP_AT: '40' } })
    await running.until(/HANGS/)
    running.interrupt()
    expect((await running.finished).code).not.toBe(0)
    expect(asked(root)).toHaveLength(40)
    const resumed = await vitest(root, { HOLDFAST_RESUME: out })
    expect(resumed.text).toContain('1 passed')
    expect(resumed.code).toBe(0)
    // The one that was under way is asked twice.
    const all = asked(root)
    expect(all).toHaveLength(asked(whole).length + 1)
    expect(new Set(all)).toEqual(new Set(asked(whole)))
  })
})
