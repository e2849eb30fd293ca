import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { saveRunSettings } from '../../src/config/runSettings.ts'
import type { Label } from '../../src/format/label.ts'
import { latestRecords } from '../../src/format/records.ts'
import { RUN_SCHEMA, runFolder } from '../../src/format/runFolder.ts'
import type { LabelQuestion, SuiteQuestions } from '../../src/labels/labelQuestion.ts'
import { questionHash } from '../../src/labels/labelQuestion.ts'
import { runQuestions } from '../../src/labels/runQuestions.ts'
import { runSuite, type SuiteOutcome } from '../../src/worker/runSuite.ts'
import type { Suite } from '../../src/worker/suite.ts'
import { kievalQuestions } from '../../suites/kieval/questions.ts'
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { holdfastHere } from '../command.ts'
import { once, writeRun } from '../outcome.ts'

const root = mkdtempSync(join(tmpdir(), 'holdfast-correlate-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A run as its process leaves it, with its settings. */
async function write(outcome: SuiteOutcome, name: string) {
  const folder = await writeRun(outcome, join(root, name))
  const { suite, data, options } = outcome.plan
  saveRunSettings(folder, {
    schema: RUN_SCHEMA,
    id: name,
    startedAt: '',
    version: '',
    data: 'bundled',
    seed: 0,
    trials: 1,
    votes: 1,
    controls: 0,
    limit: null,
    items: null,
    roles: {},
    sampling: {},
    ran: [suite],
    sha256: { [suite]: data.sha256 },
    bundled: { [suite]: data.version ?? 1 },
    shard: null,
    planned: {},
    files: [],
    suites: { [suite]: { ...options } },
  })
  return folder
}

/** Labels of a run by what a rater says of each question; undefined for none. */
async function labelsOf(
  outcome: SuiteOutcome,
  name: string,
  questions: SuiteQuestions,
  raters: Readonly<Record<string, (question: LabelQuestion, index: number) => number | undefined>>,
): Promise<Label[]> {
  const labels: Label[] = []
  let index = 0
  for (const { record, questions: asked } of runQuestions(runFolder(join(root, name)), latestRecords(outcome.records), () => questions)) {
    for (const question of asked) {
      for (const [rater, says] of Object.entries(raters)) {
        const value = says(question, index)
        const { suite, item, trial } = record
        if (value !== undefined)
          labels.push({ suite, item, trial, question: question.question, sha256: questionHash(question), rater, value })
      }
      index += 1
    }
  }
  return labels
}

const run = (suite: Suite, model: string, limit: string, judge = 'sim:judge') =>
  runSuite(suite, { model, judge }, { HOLDFAST_LIMIT: limit })

const correlate = (labels: readonly object[], ...args: string[]) => {
  writeFileSync(join(root, 'labels.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return holdfastHere(['correlate', ...args.slice(0, 1), 'labels.jsonl', ...args.slice(1)], root)
}

const kieval = once(async () => {
  const outcome = await run(kievalSuite, 'sim:oracle', '4', 'sim:judge?noise=0.4')
  await write(outcome, 'kieval')
  const labels = await labelsOf(outcome, 'kieval', kievalQuestions, {
    ann: ({ kind, judge = 1 }, index) => (kind === 'overall' ? Math.min(4, Math.max(1, judge + (index % 5 === 0 ? 1 : 0))) : undefined),
  })
  return { outcome, labels }
})

describe('holdfast correlate', () => {
  test('try', async () => {
    const { labels } = await kieval()
    const { code, stdout, stderr } = await correlate(labels, 'kieval')
    console.log(code, stderr, stdout)
    const other = await correlate(labels, 'kieval', '--markdown', '--judge', 'sim:judge', '--author', 'sim:oracle')
    console.log(other.code, other.stderr, other.stdout)
    const again = await correlate(labels, 'kieval', '--judge', 'sim:judge?noise=0.2')
    console.log(again.code, again.stderr, again.stdout)
    const plan = await correlate(labels, 'kieval', '--judge', 'sim:judge?noise=0.2', '--plan')
    console.log(plan.code, plan.stderr, plan.stdout)
    expect(code).toBe(0)
  })
})
