import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { kievalQuestions, kievalSuite } from '../../../../suites/kieval/suite.ts'
import { once, writeRun } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import type { Suite } from '../../../running/worker/suite.ts'
import type { Label } from '../labels/label.ts'
import { labelledRuns } from './labelledRuns.ts'

const { root, write, labelsOf, correlate } = labelledRuns()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const run = (suite: Suite, model: string, limit: string, judge = 'sim:judge') =>
  runSuite(suite, { model, judge }, { HOLDFAST_LIMIT: limit })

const json = async (labels: readonly object[], name: string, ...args: string[]) => {
  const { code, stdout } = await correlate(labels, name, ...args, '--json')
  expect(code).toBe(0)
  return JSON.parse(stdout).correlation
}

const KINDS = ['logic', 'overall']

/** Interviews of KIEval in which the judge is often wrong, so that its values vary. */
const kieval = once(async () => {
  const outcome = await run(kievalSuite, 'sim:oracle', '2', 'sim:judge?noise=0.4')
  await write(outcome, 'kieval')
  return {
    outcome,
    labels: await labelsOf(outcome, 'kieval', kievalQuestions, {
      ann: ({ judge, kind }) => (KINDS.includes(kind) ? judge : undefined),
      bob: ({ judge, kind }) => (kind === 'overall' && judge !== undefined ? 5 - judge : kind === 'logic' ? judge : undefined),
    }),
  }
})
const by = (labels: readonly Label[], name: string, kind = '') =>
  labels.filter(({ rater, question }) => rater === name && question.endsWith(kind))

const figures = (correlation: Record<string, { value: number } | null>) =>
  ['pearson', 'spearman', 'kendall'].map((name) => correlation[name]?.value)

describe('holdfast judge measure --all', () => {
  test('finds a judge that agrees with people at 1, one that says the contrary at -1, each kind of question by itself', async () => {
    const { labels } = await kieval()
    const { kinds, simulated, missing } = await json(by(labels, 'bob'), 'kieval')
    expect(simulated).toMatch(/^SIMULATED/)
    expect(kinds.map(({ suite, kind, labelled }: { suite: string; kind: string; labelled: number }) => [suite, kind, labelled])).toEqual(
      KINDS.map((kind) => ['kieval', kind, 10]),
    )
    for (const { kind, measures } of kinds) {
      const expected = expect.closeTo(kind === 'overall' ? -1 : 1, 12)
      expect(figures(measures['judge sim:judge?noise=0.4']), kind).toEqual([expected, expected, expected])
    }
    expect(Object.keys(missing)).toEqual(['BERTScore', 'METEOR', 'rating 1 to 10'])
  })

  test('compares replies of KIEval with the explanation of the question, which who understands repeats', async () => {
    const { labels } = await kieval()
    const { kinds } = await json(by(labels, 'ann', 'overall'), 'kieval')
    const [{ references, measures }] = kinds
    expect(references).toEqual({ "the question's own explanation for that round": 10 })
    // All are the same, so nothing varies, and there is no correlation to tell.
    for (const name of ['ROUGE-1', 'ROUGE-2', 'ROUGE-L']) expect(measures[name]).toMatchObject({ n: 10, variance: 0, pearson: null })
  })

  test('takes what the judge says of an aspect for a measure of its own, where people gave one score as in Table 5 of the paper', async () => {
    const { labels } = await kieval()
    const [{ kind, measures }] = (await json(by(labels, 'ann', 'overall'), 'kieval')).kinds
    const aspects = ['accuracy', 'logic', 'relevance', 'coherence', 'conciseness'].map((aspect) => `${aspect}, by the judge`)
    expect(kind).toBe('overall')
    expect(Object.keys(measures)).toEqual(['judge sim:judge?noise=0.4', ...aspects, 'ROUGE-1', 'ROUGE-2', 'ROUGE-L', 'BLEU-4', 'length'])
    for (const aspect of aspects) expect(measures[aspect].n).toBe(10)
    // Of both that people rated, each has its own table.
    const both = (await json(by(labels, 'ann'), 'kieval')).kinds
    expect(both.map((one: { measures: object }) => Object.keys(one.measures).includes('logic, by the judge'))).toEqual([false, false])
  })

  test('takes the mean of several raters, and tells how they go with each other', async () => {
    const { labels } = await kieval()
    const both = labels.filter(({ question }) => question.endsWith('overall'))
    const [{ people, raters, measures }] = (await json(both, 'kieval')).kinds
    // Of a judge's 1 to 4 one says that and the other the contrary: their mean is always 2.5.
    expect([raters, people.n]).toEqual([2, 10])
    expect(figures(people)).toEqual([expect.closeTo(-1, 12), expect.closeTo(-1, 12), expect.closeTo(-1, 12)])
    expect(measures['judge sim:judge?noise=0.4'].pearson).toBeNull()
  })

  test('has a row for the judge of every run of the same answers', async () => {
    const { labels } = await kieval()
    await write(await run(kievalSuite, 'sim:oracle', '2'), 'other')
    const [{ measures }] = (await json(by(labels, 'ann', 'overall'), 'kieval', '--against', 'other')).kinds
    expect(figures(measures['judge sim:judge?noise=0.4'])[0]).toBeCloseTo(1, 12)
    // That judge is always right: what it says does not vary.
    expect(measures['judge sim:judge']).toMatchObject({ n: 10, variance: 0, pearson: null })
  })

  test('rates every answer once for all that is asked of it, and does not pay for it again', async () => {
    const { labels } = await kieval()
    const calls = () => readFileSync(join(root, 'reports/data/measure/calls.jsonl'), 'utf8').trim().split('\n').length
    const judged = ['kieval', '--rating', 'sim:judge'] as const
    const { kinds, missing, paid } = await json(by(labels, 'ann'), ...judged)
    expect(calls()).toBe(10)
    expect(paid).toMatchObject([{ role: 'judge', model: 'sim:judge', calls: 10, simulated: true }])
    expect(Object.keys(missing)).toEqual(['BERTScore', 'METEOR'])
    for (const { measures } of kinds) expect(measures['rating 1 to 10'].n).toBe(10)
    await json(by(labels, 'ann'), ...judged)
    expect(calls()).toBe(10)
  })

  test('tells first what is asked and makes no call with --plan', async () => {
    const { labels } = await kieval()
    const { stdout } = await correlate(
      by(labels, 'ann'),
      'kieval',
      '--rating',
      'sim:judge',
      '--author',
      'sim:oracle',
      '--plan',
      '--work',
      'none',
    )
    expect(stdout).toMatch(/ author +10 to 30 /)
    expect(stdout).toMatch(/ judge +10 to 30 /)
    expect(existsSync(join(root, 'none'))).toBe(false)
    expect((await correlate(by(labels, 'ann'), 'kieval', '--plan')).stdout).toBe(' no call is made without --rating or --author\n')
  })

  test('takes the references of an author in place of the suite’s', async () => {
    const { labels } = await kieval()
    const [{ references }] = (await json(by(labels, 'ann', 'overall'), 'kieval', '--author', 'sim:oracle')).kinds
    expect(references).toEqual({ 'what sim:oracle wrote': 10 })
  })

  test('shows tables for the terminal and for a pull request', async () => {
    const { labels } = await kieval()
    const { stdout } = await correlate(by(labels, 'ann', 'overall'), 'kieval')
    expect(stdout).toContain(' 10 labelled answers by 1 rater.\n')
    expect(stdout).toMatch(/\n judge +10 +1\.000 +1\.000 +1\.000 +\d\.\d{3}\n sim:judge\?noise=0\.4\n/)
    expect(stdout).toMatch(/\n BERTScore: not computed\./)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
    const { stdout: markdown } = await correlate(by(labels, 'ann', 'overall'), 'kieval', '--markdown')
    expect(markdown).toMatch(/^> \*\*SIMULATED/)
    expect(markdown).toMatch(/\n\| judge sim:judge\?noise=0\.4 \| 10 \| 1\.000 \| 1\.000 \| 1\.000 \| \d\.\d{3} \|\n/)
  })

  test('says where references are missing: without run.json, and with other data', async () => {
    const { outcome, labels } = await kieval()
    await writeRun(outcome, join(root, 'bare'))
    const bare = await json(by(labels, 'ann', 'overall'), 'bare')
    expect(bare.notes).toEqual(['no references: the run has no run.json, which names its data.'])
    expect(Object.keys(bare.kinds[0].measures).filter((name) => !name.endsWith('by the judge'))).toEqual([
      'judge sim:judge?noise=0.4',
      'length',
    ])
    const folder = await write(outcome, 'changed')
    writeFileSync(folder.settings, readFileSync(folder.settings, 'utf8').replace(outcome.plan.data.sha256, 'a'.repeat(64)))
    const changed = await json(by(labels, 'ann', 'overall'), 'changed')
    expect(changed.notes).toEqual(['no references of kieval: its data are not those that the run was made with.'])
    expect((await correlate(by(labels, 'ann', 'overall'), 'changed')).stdout).toContain('No ROUGE and BLEU of 10 answers')
  })

  test('does not count labels of another text, an unknown question or off the scale, and makes their names harmless', async () => {
    const { labels } = await kieval()
    const [first, second, third, ...others] = by(labels, 'ann', 'overall') as [Label, Label, Label, ...Label[]]
    const odd = [{ ...first, sha256: 'a'.repeat(64) }, { ...second, value: 9 }, { ...third, question: 'a\u001b[31mred\nb' }, ...others]
    const { code, stdout } = await correlate(odd, 'kieval')
    expect(code).toBe(0)
    expect(stdout).toContain('7 labelled answers')
    for (const why of ['of another text', 'value that is not on the scale', 'does not have'])
      expect(stdout.replace(/\s+/g, ' ')).toContain(why)
    expect(stdout).toContain('\\x1b[31mred⏎b')
    expect(stdout).not.toContain('\u001b[31mred')
    const none = await correlate(odd.slice(0, 3), 'kieval')
    expect(none.code).toBe(1)
    expect(none.stderr).toMatch(/^Failed to compare measures with people for .*none of 3 labels counts\./)
    const other = await correlate(by(labels, 'ann'), 'kieval', '--against', 'refutebench')
    expect([other.code, other.stderr.includes('Failed to find the run "refutebench"')]).toEqual([2, true])
  })

  test('refuses two forms of output at once, and files of another form', async () => {
    const { labels } = await kieval()
    expect((await correlate(by(labels, 'ann'), 'kieval', '--json', '--markdown')).code).toBe(2)
    const { code, stderr } = await correlate([{ id: 'a', judge: 1, human: 1 }], 'kieval')
    expect([code, stderr.includes('labels.jsonl, line 1')]).toEqual([1, true])
    expect((await correlate([], 'kieval')).stderr).toContain('labels.jsonl')
  })
})
