import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fixture, once, readItems, runFixture, runLifbench } from './fixtureRun.ts'
import { runMarks } from './marksRun.ts'

const AGENT = `module:${fixture('capitals', 'agent.ts')}`
const failing = once(() => runLifbench({ HOLDFAST_MODEL: 'sim:degraded?p=0.5', HOLDFAST_OUT: 'run' }))
const linesOf = (text: string) => text.split('\n')

describe.concurrent('the log of a run with failing items', () => {
  test('has no line over 80 columns', async () => {
    const { stdout, stderr } = await failing()
    expect(linesOf(stdout).filter((line) => columnsOf(line) > 80)).toEqual([])
    expect(stderr).toBe('')
  })

  test('begins with what is run, on what, and where the result goes', async () => {
    const lines = linesOf((await failing()).stdout)
    expect(lines[3]).toMatch(/^ holdfast \d+\.\d+\.\d+ · lifbench +run [a-z]+-\d{4}$/)
    const line = (label: string) => lines.find((entry) => entry.startsWith(` ${label} `))?.slice(13)
    expect(line('candidate')).toBe('sim:degraded?p=0.5, simulated')
    expect(line('data')).toBe('bundled, version 1')
    expect(line('items')).toBe('22 of 467, at most 2 a task in 11 tasks, seed 0, 1 trial')
    expect(line('plan')).toMatch(/^22 calls, \S+ k tokens in \(\S+ k distinct\)$/)
    expect(line('limits')).toBe('64 in flight, no budget, no cache')
    expect(line('out')).toBe('run')
    expect(existsSync(join((await failing()).root, '.holdfast'))).toBe(false)
  })

  test('tells progress once every 10 %, to the end', async () => {
    const marks = linesOf((await failing()).stdout).flatMap((line) => /^ +(\d+) % +(\d+)\/22 items +\d+:\d\d gone/.exec(line) ?? [])
    const percents = marks.filter((_, index) => index % 3 === 1).map(Number)
    expect(percents.map((percent) => Math.floor(percent / 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(percents.at(-1)).toBe(100)
  })

  test('has a table of scores', async () => {
    const { stdout } = await failing()
    const table = stdout.slice(stdout.indexOf(' score '), stdout.indexOf(' length '))
    const rows = linesOf(table).filter((line) => /\d\.\d{3}/.test(line))
    // Eleven tasks, and two figures over them.
    expect(rows).toHaveLength(13)
  })

  // Numbers of simulated models are labelled (docs/formats.md, section 2).
  test('says in its first and its last lines that the model was simulated', async () => {
    const lines = linesOf((await failing()).stdout.trim())
    const banners = lines.flatMap((line, at) => (line.trim().startsWith('SIMULATED') ? [at] : []))
    expect(banners).toHaveLength(2)
    expect(banners[0]).toBeLessThan(lines.findIndex((line) => line.startsWith(' candidate ')))
    expect(banners[1]).toBe(lines.findIndex((line) => line.startsWith(' exit ')) - 1)
  })

  test('does not say so of a model that no suite asks', async () => {
    // The model under test is the judge. The candidate is a simulated one, as everywhere where none is named.
    const env = { HOLDFAST_LIMIT: '1', HOLDFAST_JUDGE: 'replay:recorded/qwen2.5-coder-0.5b' }
    const { stdout } = await runMarks({ project: 'certified', args: ['llmbar.eval'], env })
    expect(stdout).toMatch(/^ judge +replay:/m)
    expect(stdout).not.toContain('SIMULATED')
  })

  test('sets wrapped figures under the first one', async () => {
    const lines = linesOf((await failing()).stdout)
    const ability = lines.findIndex((line) => line.startsWith(' ability '))
    expect(lines[ability + 1]).toMatch(/^ {13}\S/)
  })

  test('heads each failing example with one line, and has no stack trace', async () => {
    const run = await failing()
    const examples = linesOf(run.stdout).filter((line) => line.startsWith(' x '))
    const failed = readItems(run).filter(({ status }) => status === 'failed')
    expect(failed.length).toBeGreaterThan(3)
    expect(examples).toHaveLength(3)
    for (const line of examples) expect(line).toMatch(/^ x \S+\/3\/\d+\/\d+ +0\.\d{3}, full 1$/)
    expect(run.text).not.toMatch(/stack|^ +at /im)
  })

  test('says how many items failed, by what they lost, and that they do not decide', async () => {
    const run = await failing()
    const failed = readItems(run).filter(({ status }) => status === 'failed')
    expect(run.stdout).toContain(` Below the threshold: ${failed.length} of 22 scored. They do not decide the exit code.`)
    expect(run.stdout).toMatch(/^ lost, by cost +items +of task +for instance$/m)
    for (const { task } of failed) expect(run.stdout).toMatch(new RegExp(`^ ${task} .* 2 +[01] of 2$`, 'm'))
    expect(run.stdout).toContain(' Unscored 0, errors 0 of 22 (limit 1 %).')
  })
})

test("a model's answer cannot send escape sequences to the terminal, and is cut to 80 columns in Chinese too", async () => {
  const { code, text, stdout } = await runFixture('capitals', ['capitals.eval'], { HOLDFAST_MODEL: `${AGENT}#foreign` })
  expect(code).toBe(0)
  expect(text).toContain('received  "\\x1b[31mred\\x07法国')
  expect(text).not.toContain('\u001b')
  expect(text).not.toContain('\u0007')
  const received = linesOf(stdout).filter((line) => line.includes('received'))
  expect(received).toHaveLength(3)
  for (const line of received) expect(columnsOf(line)).toBeLessThanOrEqual(80)
})

/** Columns of a terminal: two for each Chinese character or full-width sign. */
function columnsOf(line: string): number {
  return [...line].reduce((sum, character) => sum + (/[\u3000-\u303f\u4e00-\u9fff\uff00-\uff60]/.test(character) ? 2 : 1), 0)
}
