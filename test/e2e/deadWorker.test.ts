import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once, readItems, readScores, temporaryFolder, unwrapped } from './fixtureRun.ts'
import { gates, gatesOf } from './marksRun.ts'
import { ownProject } from './ownProject.ts'

describe.concurrent('a run whose worker is killed in the middle', () => {
  const killed = once(() => {
    const pid = join(temporaryFolder(), 'pid')
    return ownProject('ownSummary').vitest({ WAIT: pid, ...gates({ words: { twice: { min: 1 } } }, true) }, [], async (running) => {
      await running.until(/ 4\/8 items/)
      process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL')
    })
  })

  test('exits 1 and says what happened', async () => {
    const run = await killed()
    expect(run.code, run.text).toBe(1)
    expect(unwrapped(run.stdout)).toMatch(/exit 1: 1 failure that is no score; incomplete: [4-7] of 8 items ran\./)
    expect(unwrapped(run.stdout)).toContain('exited unexpectedly')
  })

  test('has the items that were told, and by the benchmark’s own summary what they amount to', async () => {
    const run = await killed()
    const told = readItems(run).length
    expect(told).toBeGreaterThanOrEqual(4)
    expect(told).toBeLessThan(8)
    expect(readScores(run)).toMatchObject({
      exitCode: 1,
      run: { partial: true },
      suites: { words: { items: told, passed: told, metrics: { twice: { value: 2 * told, n: told } } } },
    })
    expect(gatesOf(run)).toEqual(['words twice min 1 pending'])
  })

  test('is incomplete in its report', async () => {
    expect(readFileSync((await killed()).folder.markdown, 'utf8')).toMatch(
      /^## \? Not decided: the run is incomplete\n.*^- ✗ incomplete: \d of 8 items ran\n.* · exit 1 /ms,
    )
  })
})
