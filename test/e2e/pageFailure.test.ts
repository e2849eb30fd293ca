import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readScores, runLifbench, temporaryFolder } from './fixtureRun.ts'

/** A run folder in which no page can be written: its name is taken by a folder. */
function folderWithoutRoom(): string {
  const out = join(temporaryFolder(), 'run')
  mkdirSync(join(out, 'index.html'), { recursive: true })
  return out
}

test.each([
  ['0', {}],
  ['1', { HOLDFAST_GATES: '{"allowSimulated":true,"lifbench":{"ars.overall":{"min":1.01}}}' }],
])('a run whose page cannot be written exits %s all the same, and says why in a line', async (code, env) => {
  const run = await runLifbench({ HOLDFAST_OUT: folderWithoutRoom(), ...env })
  expect(run.code, run.text).toBe(Number(code))
  const lines = run.stdout.split('\n').filter((line) => line.includes('index.html'))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/no index\.html: EISDIR/)
  expect(run.text).not.toMatch(/^\s+at .*\.[jt]s/m)
  expect(readScores(run).exitCode).toBe(Number(code))
  expect(readFileSync(run.folder.markdown, 'utf8')).toContain('lifbench')
})
