import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Label } from '../../src/format/label.ts'
import { latestRecords } from '../../src/format/records.ts'
import { questionHash } from '../../src/labels/labelQuestion.ts'
import { runQuestions } from '../../src/labels/runQuestions.ts'
import { runSuite } from '../../src/worker/runSuite.ts'
import { fbBenchQuestions } from '../../suites/fb-bench/questions.ts'
import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { holdfastHere } from '../command.ts'
import { once, writeRun } from '../outcome.ts'

const root = mkdtempSync(join(tmpdir(), 'holdfast-judge-run-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A run of FB-Bench, and what a rater says of its criteria who agrees with the judge but for the third, sixth, ninth … */
const labelled = once(async () => {
  const outcome = await runSuite(fbBenchSuite, { model: 'sim:sycophant', judge: 'sim:judge' }, { HOLDFAST_LIMIT: '4' })
  const run = await writeRun(outcome, join(root, 'run'))
  const labels: Label[] = []
  for (const { record, questions } of runQuestions(run, latestRecords(outcome.records), () => fbBenchQuestions)) {
    for (const question of questions) {
      const judge = question.judge ?? 0
      const value = labels.length % 3 === 2 ? 1 - judge : judge
      const { suite, item, trial } = record
      labels.push({ suite, item, trial, question: question.question, sha256: questionHash(question), rater: 'ann', value })
    }
  }
  return labels
})

async function judge(labels: readonly Label[], ...args: string[]) {
  writeFileSync(join(root, 'labels.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return holdfastHere(['judge', 'labels.jsonl', '--run', 'run', ...args], root)
}

describe('holdfast judge --run', () => {
  test('measures the judge on the labels of what the run shows', async () => {
    const labels = await labelled()
    const { code, stdout } = await judge(labels, '--json')
    expect(code).toBe(0)
    const { suites, refused, simulated } = JSON.parse(stdout)
    const found = suites['fb-bench'].criterion
    const differing = Math.floor(labels.length / 3)
    expect({ simulated, refused, n: found.n, labelled: found.labelled }).toEqual({
      simulated: true,
      refused: [],
      n: labels.length,
      labelled: labels.length,
    })
    expect(found.accuracy.value).toBeCloseTo(1 - differing / labels.length, 12)
    expect(found.disagreements).toHaveLength(differing)
  })

  test('says on the screen what is simulated, of which suite and of which kind the figures are', async () => {
    const { stdout } = await judge(await labelled())
    expect(stdout).toMatch(/^ SIMULATED/)
    expect(stdout).toMatch(/\n fb-bench: criterion\n/)
  })

  test('does not count labels of another text, and names them', async () => {
    const labels = await labelled()
    const [first, ...others] = labels as [Label, ...Label[]]
    const { stdout } = await judge([{ ...first, sha256: 'a'.repeat(64) }, ...others], '--json')
    const { suites, refused } = JSON.parse(stdout)
    expect(suites['fb-bench'].criterion).toMatchObject({ n: labels.length, labelled: others.length })
    expect(refused).toEqual([`1 label of another text than the run has: ${first.item} ${first.question} (ann).`])
  })

  test('ends with an error that names them where none counts', async () => {
    const [first] = (await labelled()) as [Label]
    const { code, stderr } = await judge([
      { ...first, item: 'ec-none-01' },
      { ...first, value: 7 },
    ])
    expect(code).toBe(1)
    expect(stderr).toContain('none of 2 labels counts.')
    expect(stderr).toContain('1 label of an item or a question that the run does not have: ec-none-01 verdict/1 (ann).')
    expect(stderr).toContain(
      `1 label with a value that is not on the scale: ${first.item} verdict/1 (ann). Name the run that was labelled.`,
    )
  })

  test('lets no name of a label act on the terminal', async () => {
    const [first] = (await labelled()) as [Label]
    const { stderr } = await judge([{ ...first, item: 'a\u001b[31mred', question: 'b\nc', rater: 'd\u0007' }])
    expect(stderr).toContain('a\\x1b[31mred')
    for (const raw of ['\u001b[31mred', 'b\nc', '\u0007']) expect(stderr).not.toContain(raw)
  })

  test('refuses a line of another form by file, line and field', async () => {
    await labelled()
    writeFileSync(join(root, 'simple.jsonl'), '{"id":"a","judge":1,"human":1}\n')
    const { code, stderr } = await holdfastHere(['judge', 'simple.jsonl', '--run', 'run'], root)
    expect(code).toBe(1)
    expect(stderr).toContain('simple.jsonl, line 1')
  })
})
