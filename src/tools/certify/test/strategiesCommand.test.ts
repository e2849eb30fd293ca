import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { MAIN_SUBSETS } from '../../../../suites/llmbar/names.ts'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { PAIRS } from '../../../../test/llmbar/pairs.ts'
import { readRecording, replayLines } from '../../../../test/llmbar/recorded.ts'
import { writeRun } from '../../../../test/outcome.ts'
import { replayOf } from '../../../../test/replayFile.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { hasShared, sharedFolder } from '../../../../test/shared.ts'
import { suiteCommand } from '../../../../test/suiteCommand.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { writeRunSettings } from '../../../core/config/beginRun.ts'
import { type Environment, type GivenSettings, writeEnvironment } from '../../../core/config/environment.ts'
import { resolveConfig } from '../../../core/config/resolve.ts'
import { estimateRun } from '../../../deciding/estimate.ts'
import type { StrategyName } from '../../../judging/pairwise/strategies.ts'
import { planSuite } from '../../../running/worker/planSuite.ts'
import type { CommandTools } from '../../../running/worker/suiteCommand.ts'
import { certifyCommand } from '../certifyCommand.ts'

interface Setting {
  /** Variables of the process. */
  readonly variables?: Environment
  /** Judges by strategy, where they differ. */
  readonly judges?: Readonly<Record<string, string>>
  /** Exit code of the run of a strategy. */
  readonly exitCodes?: Readonly<Record<string, number>>
  /** What the run of a strategy cost, in US dollars. */
  readonly usd?: number
}

const strategyOf = ({ suites }: GivenSettings) => String(suites?.llmbar?.strategy)

/** The command in a folder of its own, with runs in this process. */
async function strategies(args: readonly string[], { variables = {}, judges = {}, exitCodes = {}, usd }: Setting = {}) {
  const root = temporaryFolder()
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(root)
  const notes: string[] = []
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => notes.push(String(text)) > 0)
  onTestFinished(() => {
    for (const spy of [cwd, stderr]) spy.mockRestore()
  })
  const ran: GivenSettings[] = []
  const variablesOf = ({ out: _out, resume: _resume, ...rest }: GivenSettings) => ({ ...variables, ...writeEnvironment(rest) })
  const run: CommandTools['runSuite'] = async (_suite, settings) => {
    ran.push(settings)
    const out = String(settings.out)
    const strategy = strategyOf(settings)
    const judge = judges[strategy]
    const variable = { ...variablesOf(settings), ...(judge && { HOLDFAST_JUDGE: judge }) }
    const outcome = await runSuite(llmbarSuite, {}, variable)
    const folder = await writeRun({ ...outcome, calls: [] }, out)
    writeRunSettings(folder, resolveConfig({}, variable, root, [llmbarSuite]), [])
    const { document } = outcome.concluded
    const usage = { ...document.usage, ...(usd && document.usage.judge && { judge: { ...document.usage.judge, usd } }) }
    return { folder, scores: { ...document, usage }, exitCode: exitCodes[strategy] ?? document.exitCode }
  }
  const plan: CommandTools['planSuite'] = async (_suite, settings) => {
    const config = resolveConfig({}, variablesOf(settings), root, [llmbarSuite])
    // Tokens are counted where they are looked at.
    const summary = args.includes('--plan') ? await planSuite(llmbarSuite, config) : undefined
    return { estimate: summary ? estimateRun(summary, config) : { roles: {}, usd: undefined, unpriced: [] }, budget: config.budget }
  }
  const failed: { message?: string } = {}
  const finished = await suiteCommand(certifyCommand, args, run, plan).catch((error: Error) => {
    failed.message = error.message
    return { code: -1, stdout: '' }
  })
  return { ...finished, ...failed, root, ran, notes: notes.join('') }
}

const LITTLE = { variables: { HOLDFAST_LIMIT: '2' } }
/** The strategies that were run, in order. */
const names = (ran: readonly GivenSettings[]) => ran.map(strategyOf)

describe('holdfast judge certify, by several strategies', () => {
  test('runs each of those named in a folder of its own, where a run that was begun goes on', async () => {
    const { ran, root, code } = await strategies(['sim:judge', '--strategy', 'CoT', 'Vanilla'], LITTLE)
    expect(code).toBe(0)
    expect(names(ran)).toEqual(['Vanilla', 'CoT'])
    for (const settings of ran) {
      const strategy = strategyOf(settings)
      expect(settings).toMatchObject({
        judge: 'sim:judge',
        out: join(root, 'reports', 'strategies', 'sim-judge', strategy),
        resume: 'auto',
      })
    }
  })

  test('runs all 16', async () => {
    const { ran, stdout } = await strategies(['sim:judge', '--strategy', 'all'], { variables: { HOLDFAST_LIMIT: '1' } })
    expect(new Set(names(ran)).size).toBe(16)
    // The table of the paper is wider than a terminal: its parts have the names again, which commands take and nothing breaks.
    for (const name of names(ran)) expect(stdout.match(new RegExp(`^ ${name} `, 'gm'))?.length, name).toBeGreaterThanOrEqual(3)
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
  })

  test('says with --plan what it takes, and nothing else happens', async () => {
    const table = / asked by +calls +tokens in +tokens out +cost\n Vanilla +20 .*\n Swap +20 to 40 .*\n all +40 to 60 /
    const planned = await strategies(['sim:judge', '--strategy', 'Vanilla', 'Swap', '--plan'], LITTLE)
    expect(planned.stdout).toMatch(table)
    expect([planned.ran, planned.code, readdirSync(planned.root)]).toEqual([[], 0, []])
    expect(planned.notes).not.toContain('HOLDFAST_LIMIT')
    vi.stubEnv('HOLDFAST_LIMIT', '20')
    expect((await strategies(['sim:judge', '--strategy', 'Vanilla', 'Swap', '--plan'], LITTLE)).notes).toContain(
      'HOLDFAST_LIMIT does not count here: a certificate is of all pairs.',
    )
    vi.unstubAllEnvs()
    const dear = await strategies(['openai:gpt-5', '--strategy', 'all', '--plan'], LITTLE)
    for (const line of dear.stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80)
    expect(dear.stdout).toMatch(/^ Rating_Metrics_Reference +\S*\$/m)
  })

  test('marks a simulated judge, and stands beside chance alone on bundled pairs', async () => {
    const { stdout } = await strategies(['sim:judge?bias=first', '--strategy', 'Vanilla', 'CoT'], LITTLE)
    expect(stdout).toContain(`sim:judge?bias=first, simulated\n`)
    expect(stdout).toMatch(/^ SIMULATED: /m)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    expect(stdout).toMatch(/^ accuracy +Natural +Neighbor +GPTInst +GPTOut +Manual +adversarial +average$/m)
    expect(stdout).toMatch(/^ Vanilla(?: +50\.0){7}$/m)
    expect(stdout).toMatch(/^ Vanilla(?: +0\.0){7}$/m)
    expect(stdout).toContain('; chance is 50 %')
    expect(stdout).not.toContain('people')
  })

  test('names the best one where it can be told from every other', async () => {
    const judges = { Vanilla: 'sim:judge?noise=0.4', CoT: 'sim:judge?noise=0.4', Swap: 'sim:judge' }
    const { stdout } = await strategies(['sim:judge', '--strategy', 'Vanilla', 'CoT', 'Swap'], {
      judges,
      variables: { HOLDFAST_LIMIT: '20' },
    })
    expect(stdout).toContain('\n best: Swap.\n')
    expect(stdout).toMatch(/^ Swap +100\.0 \([\d.]+ to 100\.0\) +1 /m)
    expect(stdout).toMatch(/^ Vanilla .* 2 to 3 /m)
  })

  test('names none where it cannot', async () => {
    const { stdout } = await strategies(['sim:judge', '--strategy', 'Vanilla', 'CoT'], LITTLE)
    expect(stdout).toContain('\n no best one: Vanilla, CoT cannot be told apart (all pairs, Holm).\n')
  })

  test('names none that says nothing or is at chance, and marks it in the table', async () => {
    const judges = { Vanilla: 'sim:judge?garbage=1', CoT: 'sim:judge?bias=first' }
    const setting = { judges, variables: { HOLDFAST_LIMIT: '20' } }
    const { stdout } = await strategies(['sim:judge', '--strategy', 'Vanilla', 'CoT'], setting)
    expect(stdout).not.toContain(' best: ')
    expect(stdout.replace(/\s+/g, ' ')).toContain(' no best one: Vanilla (no value), CoT (SAYS NOTHING).')
    expect(stdout).toMatch(/^ Vanilla +– +– no value +100\.0 /m)
    expect(stdout).toMatch(/^ CoT +50\.0 \(.*\) +– SAYS NOTHING +0\.0 /m)
    const json = JSON.parse((await strategies(['sim:judge', '--strategy', 'Vanilla', 'CoT', '--json'], setting)).stdout)
    expect([json.best, json.strategies[0].places]).toEqual([null, null])
  })

  test('names one that is worth something beside one that says nothing, and none at chance', async () => {
    const beside = async (judges: Readonly<Record<string, string>>) =>
      (await strategies(['sim:judge', '--strategy', 'Vanilla', 'CoT'], { judges, variables: { HOLDFAST_LIMIT: '20' } })).stdout
    expect(await beside({ CoT: 'sim:judge?bias=first' })).toContain('\n best: Vanilla.\n')
    const low = await beside({ Vanilla: 'sim:judge?garbage=1', CoT: 'sim:judge?noise=0.5' })
    expect(low).toContain(' no best one: CoT (at chance).')
    expect(low).toMatch(/^ CoT .* 1 at chance +0\.0 /m)
  })

  test('has all of it as JSON', async () => {
    const { stdout, root } = await strategies(['sim:judge', '--strategy', 'Vanilla', 'CoT', '--json'])
    const document = JSON.parse(stdout)
    expect(document).toMatchObject({ schema: 'holdfast.strategies/1', judge: { model: 'sim:judge', simulated: true }, best: null })
    expect(document.strategies.map(({ strategy }: { strategy: string }) => strategy)).toEqual(['Vanilla', 'CoT'])
    for (const { metrics, places, usage } of document.strategies) {
      expect(metrics['accuracy.average'].floor).toBe(50)
      expect([places, usage.calls]).toEqual([[1, 2], 2 * PAIRS])
    }
    expect(existsSync(join(root, 'reports', 'judges'))).toBe(false)
  })

  test('writes the certificate of the one that is named', async () => {
    const { root, notes, code } = await strategies(['sim:judge', '--strategy', 'CoT', 'Vanilla', '--keep', 'CoT'])
    expect(code).toBe(0)
    expect(readdirSync(join(root, 'reports', 'judges'))).toEqual(['sim-judge.json'])
    expect(notes).toContain(` certificate ${join('reports', 'judges', 'sim-judge.json')}\n`)
  })

  test('says why there is none, and fails where it was asked for', async () => {
    const args = ['sim:judge', '--strategy', 'Vanilla', 'CoT']
    const asked = await strategies([...args, '--keep', 'Vanilla'], LITTLE)
    expect([asked.code, existsSync(join(asked.root, 'reports', 'judges'))]).toEqual([1, false])
    expect(asked.notes).toContain(` Vanilla: Failed to certify sim:judge: the run is complete, but had 10 of ${PAIRS}\n`)
    expect((await strategies(args, LITTLE)).code).toBe(0)
  })

  test('gives a judge no certificate by PaLM 2’s rule', async () => {
    const { notes } = await strategies(['sim:judge', '--strategy', 'CoT', 'Swap', '--keep', 'CoT'], {
      variables: { HOLDFAST_LLMBAR_COT_RULE: 'line' },
    })
    expect(notes).toContain(' CoT: Failed to certify sim:judge: its replies were read by the rule line. ')
  })

  test('goes on where it was interrupted', async () => {
    const args = ['sim:judge', '--strategy', 'Vanilla', 'CoT', 'Swap']
    const { code, stdout, ran, notes } = await strategies(args, { ...LITTLE, exitCodes: { CoT: 75 } })
    expect([code, stdout, names(ran)]).toEqual([75, '', ['Vanilla', 'CoT']])
    expect(notes).toContain('the same command goes on from here')
  })

  test('fails where a run did, says so, and shows the others', async () => {
    const { code, stdout } = await strategies(['sim:judge', '--strategy', 'Vanilla', 'CoT'], { ...LITTLE, exitCodes: { CoT: 1 } })
    expect(code).toBe(1)
    expect(stdout).toMatch(/^ Vanilla(?: +100\.0)+$/m)
    expect(stdout).toMatch(/^ CoT \(incomplete\)(?: +100\.0)+$/m)
  })

  test('has one budget for all runs', async () => {
    const variables = { HOLDFAST_LIMIT: '1', HOLDFAST_MAX_USD: '1' }
    const { ran, message } = await strategies(['sim:judge', '--strategy', 'Vanilla', 'CoT', 'Swap'], { variables, usd: 0.5 })
    expect(ran.map(({ maxUsd }) => maxUsd)).toEqual([1, 0.5])
    expect(message).toContain('the budget is spent after Vanilla, CoT.')
  })

  test('refuses to certify what it does not run', async () => {
    const { message, ran } = await strategies(['sim:judge', '--strategy', 'Vanilla', '--keep', 'CoT'])
    expect(message).toBe('Failed to certify CoT: it is not among the strategies to run. Add it to --strategy.')
    expect(ran).toEqual([])
  })
})

test.skipIf(!hasShared)('the table of recorded GPT-4 is the paper’s (skipped without the shared folder)', async () => {
  const recorded: readonly StrategyName[] = ['Vanilla_NoRules', 'Metrics_Reference']
  const judges = Object.fromEntries(
    recorded.map((strategy) => [
      strategy,
      replayOf(MAIN_SUBSETS.flatMap((subset) => replayLines(subset, readRecording(strategy, subset)))),
    ]),
  )
  const setting = { judges, variables: { HOLDFAST_DATA: join(sharedFolder, 'data') } }
  const { stdout } = await strategies(['sim:judge', '--strategy', ...recorded], setting)
  // Table 2: accuracy and agreement of Natural, Neighbor, GPTInst, GPTOut, Manual, adversarial, average.
  const rows = {
    Vanilla_NoRules: '93.5 64.2 76.6 76.6 75.0 73.1 77.2 97.0 89.6 90.2 87.2 89.1 89.0 90.6',
    Metrics_Reference: '96.0 85.4 89.7 72.3 83.7 82.8 85.4 96.0 94.8 90.2 83.0 84.8 88.2 89.8',
  }
  for (const [name, figures] of Object.entries(rows)) {
    // The parts of a row stand in parts of the table.
    const parts = stdout.split('\n').flatMap((line) => (line.startsWith(` ${name} `) ? line.split(/ +/).slice(2) : []))
    expect(parts.join(' ')).toContain(figures)
  }
  expect(stdout).toContain('\n best: Metrics_Reference.\n')
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('people agree with the labels on 90 % of Natural')
})
