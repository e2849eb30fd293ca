import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fbBenchQuestions } from '../../../../suites/fb-bench/questions.ts'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../../../suites/kieval/suite.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { once, writeRun } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { Label } from '../labels/label.ts'
import { labelsOfRun } from './labelsOfRun.ts'

const root = sharedTemporaryFolder()

/** A run of FB-Bench, and what a rater says of its criteria who agrees with the judge but for the third, sixth, ninth … */
const labelled = once(async () => {
  const outcome = await runSuite(fbBenchSuite, { model: 'sim:sycophant', judge: 'sim:judge' }, { HOLDFAST_LIMIT: '2' })
  await writeRun(outcome, join(root, 'run'))
  return labelsOfRun(outcome, join(root, 'run'), fbBenchQuestions, {
    ann: ({ judge = 0 }, index) => (index % 3 === 2 ? 1 - judge : judge),
  })
})

async function judge(labels: readonly Label[], ...args: string[]) {
  writeFileSync(join(root, 'labels.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return holdfastHere(['judge', 'measure', 'labels.jsonl', '--run', 'run', ...args], root)
}

describe('holdfast judge measure --run', () => {
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

  test('names the judge, and says where the key is of another one', async () => {
    const labels = await labelled()
    const says = async (model: string) => {
      const keys = labels.map(({ rater: _rater, value, ...question }) => ({
        ...{ ...question, kind: 'criterion', judge: value, model, task: 't', cluster: question.item, probability: 1 },
      }))
      writeFileSync(join(root, 'key.jsonl'), keys.map((line) => `${JSON.stringify(line)}\n`).join(''))
      const { stdout } = await holdfastHere(['judge', 'measure', 'labels.jsonl', 'key.jsonl', '--run', 'run'], root)
      return stdout.replaceAll(/\s+/g, ' ')
    }
    await judge(labels)
    const other = await says('openai:other')
    expect(other).toMatch(/\d+ verdicts of sim:judge, \d+ of them labelled by people\./)
    expect(other).toContain(
      'The key was written of verdicts by openai:other, and this run was judged by sim:judge: the figures are of the latter.',
    )
    expect(await says('sim:judge')).not.toContain('The key was written')
  })

  test('says so of a run that was stopped before it had scores, too', async () => {
    const labels = await labelled()
    const stopped = join(root, 'stopped')
    cpSync(join(root, 'run'), stopped, { recursive: true })
    rmSync(join(stopped, 'scores.json'))
    writeFileSync(join(root, 'labels.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
    for (const args of [[], ['--all']])
      expect((await holdfastHere(['judge', 'measure', 'labels.jsonl', '--run', 'stopped', ...args], root)).stdout).toMatch(/^ SIMULATED/)
    const again = join(root, 'stopped again')
    cpSync(join(root, 'run'), again, { recursive: true })
    rmSync(join(again, 'scores.json'))
    const { stdout } = await holdfastHere(['judge', 'measure', '--run', 'stopped', '--against', 'stopped again'], root)
    expect(stdout).toMatch(/^ SIMULATED/)
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

  test('takes the chance of being drawn from a key among the files', async () => {
    const labels = await labelled()
    const some = labels.slice(0, 6)
    const key = some.map(({ rater: _, value: __, ...asked }, at) => ({
      ...asked,
      kind: 'criterion',
      task: 't',
      cluster: 'c',
      probability: at < 3 ? 1 : 0.25,
    }))
    writeFileSync(join(root, 'x.key.jsonl'), key.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { stdout } = await judge(some, 'x.key.jsonl', '--json')
    const { criterion } = JSON.parse(stdout).suites['fb-bench']
    // The rater differs in the third and the sixth: of weights 1, 1, 1, 4, 4, 4 all but 1 and 4 are equal.
    expect(criterion).toMatchObject({ n: labels.length, labelled: 6 })
    expect(criterion.accuracy.value).toBeCloseTo(10 / 15, 12)
    expect(criterion.weighted.effective).toBeCloseTo(225 / 51, 12)
  })

  test('shows on the page what was shown of the disagreements', async () => {
    const labels = await labelled()
    const { code } = await judge(labels, '--out', 'judge.html')
    const page = readFileSync(join(root, 'judge.html'), 'utf8')
    expect(code).toBe(0)
    expect(page).toContain('SIMULATED')
    expect(page.match(/<summary>what was shown, /g)).toHaveLength(Math.min(10, Math.floor(labels.length / 3)))
    expect(page).toMatch(/<h4>Assistant <span class="quiet">is what is judged<\/span><\/h4><pre>/)
  })

  test('refuses a line of another form by file, line and field', async () => {
    await labelled()
    writeFileSync(join(root, 'simple.jsonl'), '{"id":"a","judge":1,"human":1}\n')
    const { code, stderr } = await holdfastHere(['judge', 'measure', 'simple.jsonl', '--run', 'run'], root)
    expect(code).toBe(1)
    expect(stderr).toContain('simple.jsonl, line 1')
  })
})

describe('holdfast judge measure --against', () => {
  /** The run judged by a judge that errs, and once more by one that does not. */
  const runs = once(async () => {
    await labelled()
    const other = await runSuite(fbBenchSuite, { model: 'sim:sycophant', judge: 'sim:judge?noise=0.4' }, { HOLDFAST_LIMIT: '2' })
    await writeRun(other, join(root, 'other'))
    const third = await runSuite(fbBenchSuite, { model: 'sim:sycophant', judge: 'sim:judge' }, { HOLDFAST_LIMIT: '1' })
    await writeRun(third, join(root, 'third'))
  })

  test('takes another judge for a rater on identical texts, and says that it is no person', async () => {
    await runs()
    const found = await holdfastHere(['judge', 'measure', '--run', 'run', '--against', 'other', '--json'], root)
    expect([found.stderr, found.code]).toEqual(['', 0])
    const { judges, simulated } = JSON.parse(found.stdout)
    expect(simulated).toBe(true)
    expect(judges).toHaveLength(1)
    const labels = await labelled()
    const [{ suites, onlyHere, judge: one, other }] = judges
    expect([one, other]).toEqual(['sim:judge of run', expect.stringMatching(/^sim:judge.* of other$/)])
    expect(suites['fb-bench'].criterion.labelled).toBe(labels.length - onlyHere)
    expect(suites['fb-bench'].criterion.accuracy.value).toBeLessThan(1)
    const { stdout } = await holdfastHere(['judge', 'measure', '--run', 'run', '--against', 'other'], root)
    expect(stdout).toContain('What it is measured by is another judge, and not people.')
    expect(stdout).not.toMatch(/people: 1|labelled by people/)
  })

  test('sets the judges of several runs against each other, and says which texts they do not share', async () => {
    await runs()
    const { judges } = JSON.parse(
      (await holdfastHere(['judge', 'measure', '--run', 'run', '--against', 'other', 'third', '--json'], root)).stdout,
    )
    expect(judges.map(({ run, against }: { run: string; against: string }) => [run, against])).toEqual([
      ['run', 'other'],
      ['run', 'third'],
      ['other', 'third'],
    ])
    // The same judge on the same answers says the same.
    expect(judges[1].suites['fb-bench'].criterion.accuracy.value).toBe(1)
    expect(judges[1].onlyHere).toBeGreaterThan(0)
  })

  test('says what one judge was asked and gave no usable reply to, by kind where that is all of it', async () => {
    const model = { model: 'sim:sycophant', judge: 'sim:judge' }
    const result = await runSuite(kievalSuite, model, { HOLDFAST_LIMIT: '2' })
    for (const name of ['whole', 'partly']) await writeRun(result, join(root, name))
    const items = join(root, 'partly', 'items.jsonl')
    writeFileSync(items, readFileSync(items, 'utf8').replaceAll(/"round\.\d+\.logic":[\d.]+,/g, ''))
    const measured = async (...runs: readonly string[]) =>
      (await holdfastHere(['judge', 'measure', '--run', ...runs], root)).stdout.replaceAll(/\s+/g, ' ')
    const one = await measured('partly', '--against', 'whole')
    expect(one).toMatch(/[1-9]\d* questions that whole judged, and partly gave no usable reply to\./)
    expect(one).toContain('kieval, logic: partly has no usable reply to any.')
    const other = await measured('whole', '--against', 'partly')
    expect(other).toMatch(/[1-9]\d* questions of whole that partly has no verdict of on the same text\./)
  })

  test('refuses a run beside itself, with which its judge would agree in all', async () => {
    await runs()
    for (const args of [['run'], ['other', 'run'], ['other', join(root, 'other')]]) {
      const { code, stderr } = await holdfastHere(['judge', 'measure', '--run', 'run', '--against', ...args], root)
      expect([code, stderr]).toEqual([2, expect.stringMatching(/are one run\. Name each run once\.$/m)])
    }
    const { code } = await holdfastHere(['judge', 'measure', 'labels.jsonl', '--run', 'run', '--against', join(root, 'run')], root)
    expect(code).toBe(2)
  })

  test('goes with --run', async () => {
    const { code, stderr } = await holdfastHere(['judge', 'measure', '--against', 'other'], root)
    expect([code, stderr]).toEqual([2, expect.stringContaining('--against goes with --run.')])
  })
})
