import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { once, writeRun } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'

const root = sharedTemporaryFolder()

/** Runs by name: the judge and the strategy of each. */
const RUNS: Readonly<Record<string, readonly [judge: string, strategy: string, cotRule?: string]>> = {
  plain: ['sim:judge', 'Vanilla'],
  again: ['sim:judge', 'Vanilla'],
  swapped: ['sim:judge', 'Swap'],
  byLine: ['sim:judge', 'CoT', 'line'],
  other: ['sim:judge?bias=first', 'CoT'],
}

const runs = once(async () => {
  for (const [name, [judge, HOLDFAST_LLMBAR_STRATEGY, cotRule]] of Object.entries(RUNS))
    await writeRun(
      await runSuite(
        llmbarSuite,
        { judge },
        { HOLDFAST_LIMIT: '2', HOLDFAST_LLMBAR_STRATEGY, ...(cotRule && { HOLDFAST_LLMBAR_COT_RULE: cotRule }) },
      ),
      join(root, name),
    )
})

const compared = async (...names: readonly string[]) => {
  await runs()
  return holdfastHere(['compare', ...names, '--view', 'strategies'], root)
}

describe('holdfast compare --view strategies', () => {
  test('has a row for each run of one judge', async () => {
    const { code, stdout } = await compared('plain', 'swapped')
    expect(code).toBe(0)
    expect(stdout).toContain(' judge       sim:judge, simulated\n')
    expect(stdout).not.toContain('NOT ALIKE')
  })

  test('refuses runs of several judges, whose rows would stand under the name of the first', async () => {
    const { code, stdout, stderr } = await compared('plain', 'other')
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Failed to compare strategies: the runs are of several judges (sim:judge, sim:judge?bias=first).')
  })

  test('refuses two runs by one strategy, of which the second would get the place of the first', async () => {
    const { code, stderr } = await compared('plain', 'swapped', 'again')
    expect([code, stderr]).toEqual([2, expect.stringContaining('Failed to compare strategies: several runs are by Vanilla.')])
  })

  test('says what else differs between the runs', async () => {
    const { code, stdout } = await compared('plain', 'byLine')
    expect(code).toBe(0)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('NOT ALIKE: CoT against Vanilla: made with ')
  })
})
