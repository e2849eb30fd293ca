import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { GivenSettings } from '../../src/core/config/environment.ts'
import type { ItemRecord } from '../../src/core/format/records.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import type { ScoresDocument } from '../../src/core/format/scoresDocument.ts'
import type { CommandTools } from '../../src/running/worker/suiteCommand.ts'
import { exploreRefutebenchCommand } from '../../suites/refutebench/commands/explore.ts'
import { drawFoci } from '../../suites/refutebench/drawFoci.ts'
import { openSeeds } from '../../suites/refutebench/openSeeds.ts'
import { refutebenchOptions } from '../../suites/refutebench/options.ts'
import { PAPER_TURNS } from '../../suites/refutebench/tasks.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** How the runs of a search end: what the candidate of each cost, and their exit codes. */
interface Ends {
  readonly usd?: number
  readonly exitCodes?: readonly number[]
}

/** Runs the command with runs that are made up: every objection of vague style is not followed. */
async function explore(args: readonly string[], { usd = 0, exitCodes = [0, 0] }: Ends = {}) {
  const { items } = await openSeeds('bundled', refutebenchOptions.parse({ protocols: 'transient' }), 0)
  const root = temporaryFolder()
  const runs: GivenSettings[] = []
  const lines: string[] = []
  const tools: CommandTools = {
    openOutput: () => ({
      line: async (text) => void lines.push(text),
      json: async (value) => void lines.push(JSON.stringify(value)),
      close: async () => undefined,
    }),
    planSuite: async () => ({ estimate: { roles: {} }, budget: {} }) as never,
    runSuite: async (settings) => {
      runs.push(settings)
      const folder = runFolder(settings.out as string)
      mkdirSync(folder.path)
      const ids = (JSON.parse(readFileSync(settings.items as string, 'utf8')) as { items: string[] }).items
      const records = ids.map((id): ItemRecord => {
        const { seed } = items.find((item) => item.id === id) as (typeof items)[number]
        const focus = drawFoci('independent', 0, seed.id, PAPER_TURNS)
        const clarity = basename(folder.path) === 'search' && seed.id.length % 2 ? 'clear' : 'vague'
        const scores = Object.fromEntries(focus.map((_, at) => [`R(a${at + 1},r${at})`, clarity === 'vague' ? 1 : 5]))
        const tags = { clarity, abstraction: 'concrete', emotion: 'calm', focus }
        return { suite: 'refutebench', item: id, task: 'transient/x', trial: 0, status: 'failed', tags, scores }
      })
      writeFileSync(folder.items, records.map((one) => `${JSON.stringify(one)}\n`).join(''))
      const exitCode = exitCodes[runs.length - 1] ?? 0
      const scores = { exitCode, run: { roles: {} }, usage: { candidate: { usd }, judge: { usd: null } } }
      return { folder, scores: scores as unknown as ScoresDocument, exitCode }
    },
  }
  const before = process.exitCode
  onTestFinished(() => {
    process.exitCode = before
  })
  process.exitCode = undefined
  await exploreRefutebenchCommand(tools)
    .exitOverride()
    .parseAsync([...args, '--runs', join(root, 'runs')], { from: 'user' })
  const idsOf = ({ items: path }: GivenSettings) => (JSON.parse(readFileSync(path as string, 'utf8')) as { items: string[] }).items
  return { runs, text: lines.join('\n'), exitCode: process.exitCode, items: runs.map(idsOf) }
}

describe('the search for the worst cell', () => {
  test('measures it on fresh items, at most as many as were searched', async () => {
    const { items, text } = await explore(['--items', '10'])
    const [search = [], fresh = []] = items
    expect(search).toHaveLength(10)
    expect(fresh.length).toBeGreaterThan(0)
    expect(fresh.length).toBeLessThanOrEqual(10)
    expect(fresh.filter((id) => search.includes(id))).toEqual([])
    expect(text).toContain('worst vague, concrete, calm')
  })

  test('has each dialogue once and whole, whatever the process is told: trials of one are no items of their own', async () => {
    const { runs } = await explore(['--items', '10'])
    for (const run of runs) {
      expect(run).toMatchObject({ trials: 1, gates: {}, strict: false })
      expect(run).toHaveProperty('limit', undefined)
    }
  })

  test('has one budget for both of its runs', async () => {
    const { runs } = await explore(['--items', '10', '--max-usd', '2'], { usd: 1.5 })
    expect(runs.map(({ maxUsd }) => maxUsd)).toEqual([2, 0.5])
    await expect(explore(['--items', '10', '--max-usd', '2'], { usd: 2 })).rejects.toThrow(/The search took \$2 of at most \$2/)
  })

  test('is an error where one of its runs is', async () => {
    expect((await explore(['--items', '10'])).exitCode).toBeUndefined()
    const { exitCode, text } = await explore(['--items', '10'], { exitCodes: [1, 0] })
    expect(exitCode).toBe(1)
    expect(text).toContain('The run of the search ended with exit code 1')
  })
})
