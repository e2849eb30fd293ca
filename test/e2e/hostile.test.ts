import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fixture, once, readCalls, runLifbench } from './fixtureRun.ts'
import { OUTPUTS } from './fixtures/hostile/agent.ts'

/** Characters that repaint a terminal or reorder what is around them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const ACTIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/

// In GitHub Actions what is printed can be a command, too.
const run = once(() => runLifbench({ HOLDFAST_MODEL: `module:${fixture('hostile', 'agent.ts')}#ask`, GITHUB_ACTIONS: 'true' }))

test('a run whose model answers with attacks completes, with all of them on record', async () => {
  const finished = await run()
  expect(finished.code, finished.text.slice(-2000)).toBe(0)
  const answers = new Set(readCalls(finished).map(({ content }) => content))
  expect(OUTPUTS.every((output) => answers.has(output))).toBe(true)
})

test('the terminal shows them as text, cut to lines', async () => {
  const { stdout, stderr } = await run()
  expect(stdout).toMatch(/received {2}"/)
  for (const stream of [stdout, stderr]) {
    expect(ACTIVE.exec(stream)?.[0]).toBeUndefined()
    expect(Math.max(...stream.split('\n').map(({ length }) => length))).toBeLessThan(1000)
  }
})

test('none of them is a command to the runner of GitHub Actions', async () => {
  const { stdout, stderr, folder } = await run()
  expect(readFileSync(folder.items, 'utf8')).toContain('#\\\\x23[add-path]/tmp⏎::error::passed')
  expect(stdout + stderr).not.toMatch(/##\[|^\s*::/m)
})

test('report.md shows them as text', async () => {
  const markdown = readFileSync((await run()).folder.markdown, 'utf8')
  expect(ACTIVE.exec(markdown)?.[0]).toBeUndefined()
  // Neither markup nor a link nor a heading nor a fence of the model's own.
  expect(markdown).not.toMatch(/(?<!\\)<(?:script|img)|(?<!\\)\]\(javascript:|^# heading|^```\nfence/m)
  // Neither a mention nor a link.
  expect(markdown).not.toMatch(/@[a-z]|#1|:\/\//)
  expect(markdown.length).toBeLessThan(200_000)
})

test('index.html shows them as text, and what is long lies beside it', async () => {
  const { folder } = await run()
  const page = readFileSync(folder.page, 'utf8')
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page).not.toMatch(/<img|href="javascript:/)
  expect(ACTIVE.exec(page)?.[0]).toBeUndefined()
  expect(page.length).toBeLessThan(1_000_000)
})
