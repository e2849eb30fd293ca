import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runFolder } from '../../../core/format/runFolder.ts'
import type { ScoresDocument } from '../../../core/format/scoresDocument.ts'
import type { CommandRun } from '../../../running/worker/suiteCommand.ts'
import { certificateOf } from '../certificates.ts'
import { certifyCommand } from '../certifyCommand.ts'

/** Certifies a judge whose run came out with these rates; what the command printed, and whether it wrote a certificate. */
async function certify(rates: { null_rate: number; cut_rate: number }, accuracy = 90, forms = ['--json']) {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-'))
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue(root)
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => {
    for (const spy of [cwd, stderr, stdout]) spy.mockRestore()
    rmSync(root, { recursive: true })
  })
  const folder = runFolder(root)
  writeFileSync(folder.settings, JSON.stringify(SETTINGS))
  const metric = (value: number) => ({ value, n: 10, ci95: null })
  const scores = {
    run: {
      id: 'r',
      partial: false,
      version: '1.0.0',
      startedAt: '2026-01-02T10:00:00.000Z',
      finishedAt: '2026-03-02T10:00:00.000Z',
      roles: { judge: { model: 'openai:m', simulated: false, served: ['m-2026'] } },
      data: { llmbar: { source: 'bundled', sha256: 'a', items: 10 } },
    },
    suites: {
      llmbar: {
        items: 10,
        metrics: {
          'accuracy.average': metric(accuracy),
          'agreement.average': metric(100),
          null_rate: metric(rates.null_rate),
          cut_rate: metric(rates.cut_rate),
        },
      },
    },
  } as unknown as ScoresDocument
  const tools = { runSuite: async (): Promise<CommandRun> => ({ folder, scores, exitCode: 0 }) }
  const failed = await certifyCommand(tools as never)
    .parseAsync(['openai:m', ...forms], { from: 'user' })
    .then(
      () => undefined,
      (error: Error) => error.message,
    )
  const printed = stdout.mock.calls.map(([text]) => String(text)).join('')
  return {
    failed,
    printed,
    certificate: printed.startsWith('{') ? JSON.parse(printed) : undefined,
    written: existsSync(join(root, 'reports', 'judges')),
  }
}

const SETTINGS = {
  schema: 'holdfast.run/1',
  id: 'r',
  startedAt: '2026-01-02T10:00:00.000Z',
  version: '1.0.0',
  data: 'bundled',
  seed: 0,
  trials: 1,
  votes: 1,
  controls: 0,
  doubt: null,
  decide: null,
  limit: null,
  items: null,
  roles: {},
  ran: ['llmbar'],
  sampling: {},
  sha256: {},
  planned: {},
  shard: null,
  files: [],
  suites: {},
}

test('a judge that answers is certified, with the model that answered', async () => {
  const { failed, certificate, written } = await certify({ null_rate: 5, cut_rate: 0.05 })
  expect([failed, written]).toEqual([undefined, true])
  expect(certificate).toMatchObject({ judge: 'openai:m', served: ['m-2026'], accuracy: { value: 90 } })
  // A run that is finished later has answers from its beginning.
  expect([certificate.date, certificate.expires]).toEqual(['2026-01-02T10:00:00.000Z', '2026-04-02T10:00:00.000Z'])
})

test.each([
  [49, true],
  [90, false],
])('a judge that is right in %s %% has a certificate that says whether that is chance', async (accuracy, isChance) => {
  const { printed } = await certify({ null_rate: 0, cut_rate: 0 }, accuracy, [])
  expect(printed.replace(/\s+/g, ' ').includes('not surely right more often than by chance. Do not go by its verdicts.')).toBe(isChance)
})

test.each([
  [{ null_rate: 100, cut_rate: 0 }, '100.0 % of its verdicts name no output', 'another way than Vanilla by --strategy'],
  [{ null_rate: 5.1, cut_rate: 0 }, '5.1 % of its verdicts name no output', 'another way than Vanilla by --strategy'],
  [{ null_rate: 0, cut_rate: 0.06 }, '6.0 % of the pairs have a reply that was cut off', 'reasoningTokens'],
])('a judge of which too much is null or cut is not: %o', async (rates, why, remedy) => {
  const { failed, written } = await certify(rates)
  // The run before it has ended with a last line of its own.
  expect(failed).toMatch(/^Failed to certify openai:m: the run is complete, but .*\. No certificate is written\.$/)
  expect(failed).toContain(why)
  expect(failed).toContain(remedy)
  expect(written).toBe(false)
})

describe('a judge of criteria whose replies are of no use', () => {
  const run = (counts: object, reasons: readonly string[], partial = false) => {
    const facts = { partial, roles: { judge: { model: 'openai:m' } }, data: { 'certify-criteria': { items: 30 } } }
    const scores = {
      run: facts,
      reasons,
      suites: { 'certify-criteria': { items: 30, error: 0, metrics: {}, ...counts } },
    } as unknown as ScoresDocument
    return certificateOf({ folder: runFolder('r'), scores, exitCode: 1 }, { name: 'bundled-criteria', form: 'criteria' }, 'Vanilla', 90)
  }
  const over = '30 of 30 items have no score, over the limit of 1 %'

  test('is told what is the matter and what helps: the same run would end alike', async () => {
    await expect(run({ unscored: 30 }, [over])).rejects.toThrow(
      "Failed to certify openai:m: the run is complete, but its replies on 30 of 30 answers cannot be used. The same run would end alike. Read them with npx holdfast show r --unscored. Take another judge, or set structuredOutput: false in its entry in models. A judge that is given by its URI gets an entry, and is then named by it: models: { strict: { uri: '<its URI>', structuredOutput: false } }. No certificate is written.",
    )
  })

  test.each([
    ['in error', { unscored: 10, error: 20 }, [over], false],
    ['out of budget', { unscored: 30 }, [over, 'the budget is spent'], false],
    ['interrupted', { unscored: 30 }, [over], true],
  ])('is to be run again where the run was %s', async (_, counts, reasons, partial) => {
    await expect(run(counts, reasons, partial)).rejects.toThrow('the run is not complete. See what it printed above, and run again.')
  })
})
