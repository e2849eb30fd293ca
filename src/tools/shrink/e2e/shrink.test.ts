import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { once, runIn } from '../../../../test/e2e/fixtureRun.ts'
import { projectOf, projectOfSuites } from '../../../../test/e2e/ownProject.ts'
import { jsonLines } from '../../../../test/jsonLines.ts'
import { type Environment, runHoldfast, runVitest, startHoldfast } from '../../../../test/run.ts'
import { runFolder } from '../../../core/format/runFolder.ts'
import { readCase } from '../caseFiles.ts'

const FILES = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'
export default defineConfig({ plugins: [holdfast({ model: 'module:./forgets.mjs#ask' })] })
`,
  // It waits for ever at a call that a variable names, having said so by a file.
  'forgets.mjs': `import { writeFileSync } from 'node:fs'
let calls = 0
export async function ask(messages, { signal, trial }) {
  calls += 1
  if (calls === Number(process.env.WAIT_AT)) {
    writeFileSync('waits', '')
    await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
  }
  const users = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  if (users.at(-1) === 'Break.') throw new Error('broken')
  const told = users.findIndex((text) => text.includes('capital letters'))
  const others = users.length - 2 - told
  return told >= 0 && others >= 3 ? 'good bye' : 'GOOD BYE'
}
`,
  'forgetting.test.ts': `import { benchmark, criterion, rubric } from 'holdfast'
import { expect, test } from 'vitest'
test('a plain test beside it, which a search does not run', () => expect(process.env.IS_SEARCH).toBe(undefined))
const items = [{ id: 'long talk/é', others: 8 }, { id: 'short', others: 1 }, { id: 'broken', others: 0 }]
benchmark('forgetting', { items }, async ({ id, others }, { dialogue, expect }) => {
  await dialogue.ask('Hello.', { temperature: 0 })
  await dialogue.ask('Answer in capital letters from now on.', { temperature: 0 })
  if (others > 0) await dialogue.distract(others, { temperature: 0 })
  await dialogue.ask(id === 'broken' ? 'Break.' : 'Say good bye.', { temperature: 0 })
  await expect(dialogue).toPassRubric(rubric([criterion('in capitals', { check: (text) => text === text.toUpperCase() })]))
})
`,
}

const ITEM = 'long talk/é'

/** A project with a run of two trials. */
async function project(): Promise<{ root: string; run: string }> {
  const root = projectOf(FILES)
  const run = join(root, 'run')
  const { stdout, stderr } = await runVitest([], {
    cwd: root,
    env: { HOLDFAST_OUT: run, HOLDFAST_TRIALS: '2', HOLDFAST_GATES: '{"maxUnscored":1}' },
  })
  expect(existsSync(join(run, 'scores.json')), stdout + stderr).toBe(true)
  return { root, run }
}

const shared = once(project)

const shrink = async (args: readonly string[], env: Environment = {}) => {
  const { root, run } = await shared()
  return { ...(await runHoldfast(['shrink', run, ...args], { cwd: root, env: { IS_SEARCH: '1', ...env } })), root, run }
}

test('an item of one’s own suite is made smaller, and the run itself is left as it was', async () => {
  const { root, run } = await shared()
  const files = ['items.jsonl', 'calls.jsonl', 'scores.json', 'run.json'].map((name) => join(run, name))
  const before = files.map((file) => readFileSync(file, 'utf8'))
  const { code, stdout, stderr } = await shrink([ITEM, '--keep', 'turn-2', '--trial', '2'])
  expect(code, stderr).toBe(0)
  expect(stderr).toMatch(/^ shrink long talk\/é of forgetting, trial 2\n.* took 11 calls[\s\S]*?\n at most 200 calls/)
  expect(stderr).toContain(' 1  the whole item: still fails (2 of 2)')
  expect(stdout).toContain('trial 2, module:./forgets.mjs#ask')
  expect(stdout).not.toContain('SIMULATED')
  expect(stdout).toContain('What checks "in capitals" is code, which a written test cannot have.')
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(before)
  const shrunk = readCase(runFolder(run), 'shrunk', 'forgetting', ITEM)
  expect(shrunk).toMatchObject({ outcome: 'shrunk', trial: 1, simulated: false, cutShort: false })
  const kept = Object.entries(shrunk?.sizes ?? {}).filter(([, size]) => size > 0)
  // The instruction, three distractors, the question.
  expect(kept).toHaveLength(5)
  expect(shrunk?.needed).toHaveLength(3)
  expect(shrunk?.after.messages).toHaveLength(10)
  expect(shrunk?.after.messages.at(-1)).toEqual({ role: 'assistant', content: 'good bye' })

  const again = join(root, 'smaller.test.ts')
  const json = await shrink([ITEM, '--keep', 'turn-2', '--trial', '2', '--json', '--out', again])
  expect(JSON.parse(json.stdout)).toEqual(shrunk)
  expect(readFileSync(again, 'utf8')).toContain('capital letters')
  expect(readFileSync(again, 'utf8')).toContain('Its check is a function of the suite.')
})

test('a test with a dialogue is refused by name, and its model is not asked', async () => {
  const root = projectOf({
    'vitest.config.ts': FILES['vitest.config.ts'],
    'forgets.mjs': FILES['forgets.mjs'],
    'bye.test.ts': `import { test } from 'holdfast'
import { expect } from 'vitest'
test('says good bye', async ({ dialogue }) => {
  await dialogue.ask('Say good bye.')
  expect(dialogue.content).toBe('good bye')
})
`,
  })
  await runVitest([], { cwd: root, env: { HOLDFAST_OUT: join(root, 'run') } })
  const { code, stdout, stderr } = await runHoldfast(['shrink', 'run', 'says good bye'], { cwd: root })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('"says good bye": it is a test with a dialogue, whose turns are code. Leave out its lines by hand')
})

test('an item of a bundled suite is made smaller with its own matcher, and labelled as simulated', async () => {
  const root = projectOfSuites('refutebench')
  const out = join(root, 'run')
  const models = { HOLDFAST_MODEL: 'sim:forgetful?after=2', HOLDFAST_JUDGE: 'sim:judge', HOLDFAST_REFUTER: 'sim:judge' }
  const first = await runIn(root, { env: { ...models, HOLDFAST_OUT: out, HOLDFAST_LIMIT: '1' } })
  const items = jsonLines<{ item: string; status: string }>(readFileSync(join(out, 'items.jsonl'), 'utf8'))
  // The file is in the order in which items ended, which differs from run to run. The text to translate is not cut itself: it gets
  // shorter by its distractors alone.
  const item = items.find(({ item: id, status }) => status === 'failed' && id.startsWith('persistent/mt/'))?.item ?? ''
  expect(item, first.text).not.toBe('')
  const { code, stdout, stderr } = await runHoldfast(['shrink', out, item], { cwd: root })
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('SIMULATED')
  const shrunk = readCase(runFolder(out), 'shrunk', 'refutebench', item)
  expect(shrunk).toMatchObject({ outcome: 'shrunk', simulated: true })
  expect(shrunk?.after.tokens).toBeLessThan(shrunk?.before.tokens ?? 0)
  // The model forgets after two turns, so two of the three distractors are what makes it fail.
  const kept = shrunk?.parts.filter(({ name, kind }) => kind === 'distractor' && shrunk.sizes[name] === 1)
  expect(kept).toHaveLength(2)
  expect([...(shrunk?.needed ?? [])].sort()).toEqual(kept?.map(({ name }) => name).sort())
})

test('the written test of an own suite fails with sim:wrong as the item did, and it is said that such a model needs no turn', async () => {
  const root = projectOf({
    'vitest.config.ts': FILES['vitest.config.ts'],
    'rivers.test.ts': `import { benchmark, criterion, rubric } from 'holdfast'
benchmark('rivers', { items: [{ id: 'first' }] }, async (_, { dialogue, expect }) => {
  await dialogue.ask('Hello.', { reference: 'Hello.', simulation: { wrong: 'Hello.' } })
  await dialogue.ask('Name a river.', { reference: 'The Rhine.', simulation: { wrong: 'No "idea".' } })
  await expect(dialogue).toPassRubric(rubric([criterion('names the Rhine', { check: /Rhine/ })]))
})
`,
  })
  const env = { HOLDFAST_MODEL: 'sim:wrong', HOLDFAST_OUT: join(root, 'run') }
  const first = await runVitest([], { cwd: root, env })
  expect(existsSync(join(root, 'run', 'items.jsonl')), first.stdout + first.stderr).toBe(true)
  const { code, stderr } = await runHoldfast(['shrink', join(root, 'run'), 'first', '--out', 'smaller.test.ts'], { cwd: root })
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('the model is simulated and fails by its rule')
  expect(readFileSync(join(root, 'smaller.test.ts'), 'utf8')).toContain('// Fails with HOLDFAST_MODEL=sim:wrong, as it did.')
  const again = await runVitest(['smaller'], { cwd: root, env: { HOLDFAST_MODEL: 'sim:wrong' } })
  expect(again.code, again.stdout).toBe(1)
  expect(again.stdout + again.stderr).toContain('names the Rhine')
})

test('the influence of each turn is written, and shown as a strip', async () => {
  const { root, run } = await shared()
  const { code, stdout, stderr } = await runHoldfast(['shrink', run, 'short', '--influence'], { cwd: root })
  expect(code, stderr).toBe(0)
  expect(stdout).toContain('No single turn changes the outcome when it is left out.')
  const influence = readCase(runFolder(run), 'influence', 'forgetting', 'short')
  expect(influence?.turns.map(({ part, changes }) => [part, changes])).toEqual([1, 2, 3].map((turn) => [`turn-${turn}`, 'no']))
})

test.each([
  [[ITEM, '--keep', 'turn-99'], 2, 'the item has no such part. Its parts: turn-1, turn-2'],
  [[ITEM, '--max-usd', '1'], 2, 'module:./forgets.mjs#ask has no price'],
  [[ITEM, '--max-calls', '1', '--trial', '1'], 1, 'the whole item was not run as often as it takes'],
] as const)('what cannot be done is said where it is found out: %j', async (args, expected, message) => {
  const { code, stderr, stdout } = await shrink(args)
  expect(stderr).toContain(message)
  expect(code).toBe(expected)
  expect(stdout).toBe('')
})

test('a search that is interrupted goes on when it is started again, and pays for no call twice', async () => {
  const { root, run } = await project()
  const args = ['shrink', run, ITEM]
  const searching = startHoldfast(args, { cwd: root, env: { WAIT_AT: '30', HOLDFAST_GRACE: '0' } })
  while (!existsSync(join(root, 'waits'))) await delay(20)
  searching.interrupt()
  const { code, stderr } = await searching.finished
  expect(stderr).toContain(' interrupted: the same command goes on from here')
  expect(code).toBe(75)
  const again = await runHoldfast(args, { cwd: root })
  expect(again.code, again.stderr).toBe(0)
  const shrunk = readCase(runFolder(run), 'shrunk', 'forgetting', ITEM)
  const calls = callsIn(join(run, 'shrunk'))
  expect(new Set(calls.map(({ call, trial }) => `${call} ${trial}`)).size).toBe(calls.length)
  expect(calls).toHaveLength(shrunk?.calls ?? 0)
})

/** Answered calls of the searches in a folder. */
function callsIn(folder: string): { call: string; trial: number }[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('calls.jsonl'))
  return files
    .flatMap((file) => jsonLines<{ call: string; trial: number; error?: string }>(readFileSync(join(folder, file), 'utf8')))
    .filter(({ error }) => error === undefined)
}
