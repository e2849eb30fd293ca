import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { watchVitest } from '../run.ts'
import { temporaryFolder } from './fixtureRun.ts'
import { projectOf } from './ownProject.ts'

const FILES: Readonly<Record<string, string>> = {
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ model: 'module:./agent.ts#ask', cache: 'off' })], test: { include: ['*.{eval,test}.ts'] } }`,
  'agent.ts': `import { say } from './lib'
export const ask = (messages) => say(messages.at(-1).content)`,
  'lib.ts': `export const say = (question) => (question.includes('France') ? 'Paris' : 'Kyoto')`,
  'items.jsonl': `{"id":"france","answer":"Paris"}\n{"id":"japan","answer":"Tokyo"}\n`,
  'capitals.eval.ts': `import { benchmark, criterion, readJsonl, rubric } from 'holdfast'
import { z } from 'zod'
const items = readJsonl(new URL('./items.jsonl', import.meta.url), z.object({ id: z.string(), answer: z.string() }))
benchmark('capitals', { items: () => items }, async ({ id, answer }, { candidate, expect }) => {
  const said = await candidate.ask(id === 'france' ? 'France' : id)
  await expect(said).toPassRubric(rubric([criterion('names it', { check: (text) => text.includes(answer) })]))
})`,
  'sum.test.ts': `import { expect, test } from 'vitest'
test('adds', () => { expect(1 + 1).toBe(3) })`,
  'talk.test.ts': `import { test } from 'holdfast'
import { expect } from 'vitest'
test('knows France', async ({ candidate }) => { expect((await candidate.ask('France')).content).toBe('Lyon') })`,
}

/** A project that is watched, with what was printed since the last edit. */
async function watched(env: Readonly<Record<string, string>> = {}) {
  const root = projectOf(FILES)
  const vitest = watchVitest([], { cwd: root, env })
  onTestFinished(() => vitest.kill())
  const next = async () => stripVTControlCharacters(await vitest.after(/Waiting for file changes|Watching for file changes/))
  await next()
  return {
    root,
    end: vitest.end,
    /** Replaces a text in a file, and waits for the run that follows. */
    edit: (name: string, from: string, to: string) => {
      const path = join(root, name)
      // At once: whoever reads it meanwhile finds the old text or the new one.
      const aside = join(temporaryFolder(), name)
      writeFileSync(aside, readFileSync(path, 'utf8').replace(from, to))
      renameSync(aside, path)
      return next()
    },
    runs: () => readdirSync(join(root, 'reports', 'runs')).filter((name) => name !== 'latest'),
    latest: () =>
      readFileSync(join(root, 'reports', 'runs', 'latest', 'items.jsonl'), 'utf8')
        .trim()
        .split('\n').length,
  }
}

test('ten edits, each followed by a run that knows nothing of the one before', async () => {
  const { edit, latest, runs } = await watched()

  // What an application imports is edited, and the application itself.
  const mended = await edit('lib.ts', 'Kyoto', 'Tokyo')
  // Two of two hold no less than 0.025 ** (1 / 2) (Clopper and Pearson): 0.158 to 1.
  expect(mended).toMatch(/mean +1\.000 +0\.158 to 1\.000 +2 +2 of 2\n/)
  expect(mended).not.toContain(' x japan')
  const broken = await edit('lib.ts', 'Tokyo', 'Nara')
  expect(broken).toMatch(/mean +0\.500 .* 2 +1 of 2\n/)
  expect(broken).toContain('received  "Nara"')
  expect(await edit('agent.ts', 'say(messages', "'Tokyo' + say(messages")).toMatch(/mean +1\.000 +0\.158 to 1\.000 +2 +2 of 2\n/)

  // Data that no import leads to.
  expect(await edit('items.jsonl', 'Tokyo', 'Osaka')).toMatch(/mean +0\.500 .* 2 +1 of 2\n/)
  const added = await edit('items.jsonl', '{"id":"france"', '{"id":"peru","answer":"Tokyo"}\n{"id":"france"')
  expect(added).toMatch(/Below the threshold: 1 of 3 scored/)
  expect(latest()).toBe(3)

  // The folder of each edit took the place of the one before.
  expect(runs()).toHaveLength(1)

  // An ordinary test alone is Vitest's.
  const ordinary = await edit('sum.test.ts', 'toBe(3)', 'toBe(2)')
  expect(ordinary).toMatch(/RERUN .*sum\.test\.ts/)
  expect(ordinary).toContain('✓ sum.test.ts')
  expect(ordinary).not.toContain('capitals')
  expect(ordinary).not.toContain(' DEV ')

  // A benchmark alone: another file has no benchmark of that name, and nothing is counted twice.
  const benchmark = await edit('capitals.eval.ts', 'names it', 'holds it')
  expect(benchmark).toContain('again after capitals.eval.ts')
  expect(benchmark).toContain('holds it 1 of 1 points')
  expect(benchmark).toMatch(/Below the threshold: 1 of 3 scored/)
  expect(benchmark).not.toMatch(/another file|1[2-9]\d %/)
  // It was not of all that the run before was of.
  expect(runs()).toHaveLength(2)

  // A dialogue alone, failing and mended.
  const dialogue = await edit('talk.test.ts', "'Lyon'", "'Paris'")
  expect(dialogue).toContain('FAIL  talk.test.ts > knows France')
  expect(dialogue).toContain("show npx holdfast show latest 'knows France'")
  const said = await edit('talk.test.ts', "'Paris'", "'TokyoParis'")
  expect(said).toContain('✓ talk.test.ts')
  expect(said).not.toContain('FAIL')

  // Back to where it began.
  expect(await edit('agent.ts', "'Tokyo' + say", 'say')).toMatch(/mean +0\.333/)
  expect(runs()).toHaveLength(1)
})

test('what a run has scored stays until as much is scored again', async () => {
  const { root, edit, latest, runs } = await watched()
  const all = runs()
  // Of the benchmark alone, as the next ones are.
  const newest = () => runs().find((name) => !all.includes(name)) as string
  await edit('capitals.eval.ts', 'names it', 'holds it')
  const first = newest()

  // It does not load.
  expect(await edit('capitals.eval.ts', "benchmark('capitals'", "benchmark('capitals")).toContain('exit 1: 1 failure')
  expect(runs()).toContain(first)
  expect(latest()).toBe(2)
  await edit('capitals.eval.ts', "benchmark('capitals", "benchmark('capitals'")
  expect(runs()).not.toContain(first)

  // The application is down.
  const second = newest()
  await edit('capitals.eval.ts', 'candidate.ask(id', 'candidate.ask(expect.down.id + id')
  expect(runs()).toContain(second)
  await edit('capitals.eval.ts', 'expect.down.id + id', 'id')
  expect(runs()).not.toContain(second)

  // What a command found of a run lies in its folder.
  const third = newest()
  mkdirSync(join(root, 'reports', 'runs', third, 'shrunk'))
  await edit('capitals.eval.ts', 'holds it', 'names it')
  expect(runs()).toContain(third)
})

test('a folder that was named stays, and what is written beside it for the next run begins no other', async () => {
  const { root, edit } = await watched({ HOLDFAST_OUT: 'mine' })
  await edit('lib.ts', 'Kyoto', 'Tokyo')
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(readdirSync(root).filter((name) => name.startsWith('mine'))).toEqual(['mine', 'mine.2'])
})

test('edits of the configuration, each followed by a run with it', async () => {
  const { edit, latest, runs } = await watched()
  const gated = await edit('vitest.config.ts', "cache: 'off'", "cache: 'off', gates: { capitals: { score: { min: 0.9 } } }")
  expect(gated).toMatch(/exit 1: .*1 of 1 gate broken/)
  expect(gated).not.toMatch(/FAIL .*capitals/)
  expect(latest()).toBe(2)
  expect(await edit('vitest.config.ts', 'include', 'testTimeout: 9000, include')).toMatch(/exit 1: .*1 of 1 gate broken/)
  expect(await edit('lib.ts', 'Kyoto', 'Tokyo')).toMatch(/mean +1\.000 +0\.158 to 1\.000 +2 +2 of 2\n/)
  expect(runs()).toHaveLength(1)
})

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a watcher that waits', async (signal) => {
  const { end } = await watched()
  await end(signal)
})
