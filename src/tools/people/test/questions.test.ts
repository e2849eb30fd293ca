import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fbBenchSuite } from '../../../../suites/fb-bench/suite.ts'
import { kievalSuite } from '../../../../suites/kieval/suite.ts'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { refutebenchSuite } from '../../../../suites/refutebench/suite.ts'
import { once, writeRun } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { sharedTemporaryFolder } from '../../../../test/temporaryFolder.ts'
import { latestRecords } from '../../../core/format/records.ts'
import { questionHash } from '../../../judging/questions/labelQuestion.ts'
import { criterion, rubric } from '../../../judging/rubric/rubric.ts'
import { defineSuite, type Suite } from '../../../running/worker/suite.ts'
import { plainQuestions, type QuestionedRecord, runQuestions } from '../labels/runQuestions.ts'

const folder = sharedTemporaryFolder()

async function questioned(suite: Suite, name: string, model = 'sim:sycophant'): Promise<QuestionedRecord[]> {
  const outcome = await runSuite(suite, { model, judge: 'sim:judge?noise=0.3' }, { HOLDFAST_LIMIT: '2' })
  const run = await writeRun(outcome, join(folder, name))
  const questions = suite.people ?? plainQuestions
  return [...runQuestions(run, latestRecords(outcome.records), () => questions)]
}

const judgedBy = ({ questions }: QuestionedRecord) =>
  new Map(questions.flatMap(({ question, judge }) => (judge === undefined ? [] : [[question, judge] as const])))

const SUITES = [
  { suite: refutebenchSuite, kinds: ['appropriateness', 'human-likeness', 'satisfaction', 'task quality'] },
  { suite: fbBenchSuite, kinds: ['criterion'] },
  { suite: kievalSuite, kinds: ['accuracy', 'coherence', 'conciseness', 'logic', 'overall', 'relevance'] },
  { suite: llmbarSuite, kinds: ['preference'] },
] as const

describe.each(SUITES)('the questions of $suite.name', ({ suite, kinds }) => {
  const records = once(() => questioned(suite, suite.name))

  test('are of these kinds, each with values of its own scale', async () => {
    const questions = (await records()).flatMap((record) => record.questions)
    expect([...new Set(questions.map(({ kind }) => kind))].sort()).toEqual(kinds)
    for (const { question, judge, scale } of questions)
      if (judge !== undefined)
        expect(
          scale.map(({ value }) => value),
          question,
        ).toContain(judge)
  })

  test('have names that differ within an item, and one text that is judged at least', async () => {
    for (const { questions } of await records()) {
      expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length)
      for (const { shown } of questions) expect(shown.some(({ isJudged }) => isJudged)).toBe(true)
    }
  })

  test('show neither a model nor a word of the judge', async () => {
    for (const { questions, calls } of await records()) {
      const replies = calls.filter(({ role }) => role === 'judge').map(({ content = '' }) => content)
      const shown = JSON.stringify(questions.map(({ ask, shown: texts }) => [ask, texts]))
      expect(shown).not.toContain('sim:')
      // A label such as "Output (a)" is short and stands in the sentence that is asked.
      for (const reply of replies.filter(({ length }) => length > 20)) expect(shown).not.toContain(JSON.stringify(reply).slice(1, -1))
    }
  })

  test('have the same hashes in another run of the same answers, and others for other answers', async () => {
    const hashes = (all: readonly QuestionedRecord[]) => all.flatMap(({ questions }) => questions.map(questionHash))
    const first = hashes(await records())
    expect(hashes(await questioned(suite, `${suite.name}-again`))).toEqual(first)
    if (!suite.roles.includes('candidate')) return
    const others = hashes(await questioned(suite, `${suite.name}-other`, 'sim:wrong'))
    expect(others.length).toBeGreaterThan(0)
    expect(others.some((hash) => !first.includes(hash))).toBe(true)
  })
})

describe.each([refutebenchSuite, fbBenchSuite, kievalSuite])('labels of $name', (suite) => {
  const records = once(() => questioned(suite, `${suite.name}-relabelled`))

  test('that say what the judge said leave scores, total and state as they are', async () => {
    const { relabel } = suite.people ?? plainQuestions
    for (const entry of await records()) {
      const { strict: _strict, ...scores } = entry.record.scores
      const relabelled = relabel?.(entry.record, judgedBy(entry), entry.calls)
      expect(relabelled?.status, entry.record.item).toBe(entry.record.status)
      for (const [name, score] of Object.entries(scores))
        expect(relabelled?.scores[name], `${entry.record.item} ${name}`).toBeCloseTo(score, 12)
    }
  })

  test('that are missing take the scores with them that need them', async () => {
    const { relabel } = suite.people ?? plainQuestions
    for (const entry of await records()) {
      const relabelled = relabel?.(entry.record, new Map(), entry.calls)
      expect(Object.keys(relabelled?.scores ?? {}).filter((name) => /^(?:total$|score$|R\(|(?:score|paper|round)\.)/.test(name))).toEqual(
        [],
      )
    }
  })
})

test('one rating of RefuteBench changed from 5 to 1 takes a quarter of a transient total, and fails the item', async () => {
  const entries = await questioned(refutebenchSuite, 'refutebench-changed')
  const { relabel } = refutebenchSuite.people ?? plainQuestions
  const transient = entries.filter(({ record }) => record.item.startsWith('transient/') && record.scores['R(a2,r1)'] === 5)
  expect(transient.length).toBeGreaterThan(0)
  for (const entry of transient) {
    const changed = relabel?.(entry.record, new Map([...judgedBy(entry), ['R(a2,r1)', 1]]), entry.calls)
    // Four ratings decide: three objections at once, and the first one at the end.
    expect(changed?.scores.total).toBeCloseTo((entry.record.scores.total ?? 0) - 1 / 4, 12)
    expect(changed?.status).toBe('failed')
  }
})

test('a suite of one’s own asks the criteria that its matcher asked, about the text that the matcher judged', async () => {
  const own = defineSuite({
    name: 'own',
    roles: ['candidate', 'judge'],
    options: z.strictObject({}),
    open: () => ({
      items: [{ id: 'one' }],
      reference: () => 'The sky is blue.',
      body: async (_item, { dialogue, expect: expectItem }) => {
        await dialogue.ask('What colour is the sky?')
        const says = (text: string) => text.includes('blue')
        await expectItem(dialogue).toPassRubric(rubric([criterion('names a colour', { calibration: { simulated: says } })]))
      },
    }),
  })
  const outcome = await runSuite(own, { model: 'sim:oracle', judge: 'sim:judge' })
  const run = await writeRun(outcome, join(folder, 'own'))
  const [entry] = [...runQuestions(run, outcome.records, () => plainQuestions)]
  expect(entry?.questions).toMatchObject([
    {
      question: 'verdict/1',
      kind: 'criterion',
      criterion: 'names a colour',
      judge: 1,
      model: 'sim:judge',
      shown: [
        { title: 'User', text: 'What colour is the sky?' },
        { title: 'Assistant', text: 'The sky is blue.', isJudged: true },
        { title: 'Criterion', text: 'names a colour' },
      ],
    },
  ])
})
