import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { callsOf, metricsOf, scoresOf, value, values } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'
import { criterion, rubric } from '../../../judging/rubric/rubric.ts'
import { inlineSuite } from '../../../running/worker/suite.ts'
import { certifyCriteriaSuite } from '../labelledCriteria/suite.ts'
import { readLabelledCriteria } from '../readSets.ts'

function fileOf(lines: readonly object[], name = 'mine.jsonl'): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return path
}

const LINE = {
  id: 'a',
  question: 'Name a river in one word.',
  answer: 'The Rhine',
  criteria: [
    { text: 'names a river', met: 1 },
    { text: 'is one word', met: 0 },
  ],
}

describe('a file of labelled criteria', () => {
  test('has questions or conversations', async () => {
    const messages = [
      { role: 'user', content: 'Name a river.' },
      { role: 'assistant', content: 'Berlin' },
      { role: 'user', content: 'That is a city.' },
    ]
    const { question: _, ...talk } = { ...LINE, id: 'b', messages, cluster: 'rivers' }
    expect(await readLabelledCriteria(fileOf([LINE, talk]))).toMatchObject({
      name: 'mine',
      items: [
        { id: 'a', cluster: 'a', conversation: [{ role: 'user', content: LINE.question }], criteria: [{ met: true }, { met: false }] },
        { id: 'b', cluster: 'rivers', conversation: messages },
      ],
    })
  })

  test.each([
    [
      'a label that is none',
      { ...LINE, criteria: [{ text: 'x', met: 2 }] },
      'line 1, field criteria.0.met: expected 1 for met and 0 for not met, received 2',
    ],
    ['no criteria', { ...LINE, criteria: [] }, 'line 1, field criteria'],
    [
      'criteria of one text',
      { ...LINE, criteria: [LINE.criteria[0], LINE.criteria[0]] },
      'line 1, field criteria: two criteria have the same text',
    ],
    ['neither question nor messages', { ...LINE, question: undefined }, 'line 1, field question: expected one of question and messages'],
    ['a field that is mistyped', { ...LINE, cluter: 'x' }, 'line 1'],
    ['labels that are all alike', { ...LINE, criteria: [LINE.criteria[0]] }, 'every criterion is labelled met'],
  ])('with %s is refused', (_, line, message) => expect(readLabelledCriteria(fileOf([line]))).rejects.toThrow(message))

  test('with an id twice is refused', () =>
    expect(readLabelledCriteria(fileOf([LINE, LINE]))).rejects.toThrow('line 2, field id: "a" is that of'))
})

const run = (judge: string, file = 'bundled', options: object = {}) =>
  runSuite(certifyCriteriaSuite, { judge, ...options, suites: { 'certify-criteria': { file } } })

describe('a simulated judge', () => {
  test('that is right has full marks', async () => {
    const outcome = await run('sim:judge')
    expect(values(outcome, 'accuracy', 'sensitivity', 'specificity', 'kappa')).toEqual([100, 100, 100, 1])
    expect(scoresOf(outcome)).toMatchObject({ items: 30, passed: 30, unscored: 0 })
    expect(outcome.concluded.document.run.roles.judge).toMatchObject({ simulated: true })
  })

  // 300 answers of two criteria, each verdict turned with probability p. Four standard deviations.
  test('with noise is as often right as follows from it, within an interval', async () => {
    const [n, p] = [300, 0.3]
    const lines = Array.from({ length: n }, (_, index) => ({ ...LINE, id: `a${index}` }))
    const outcome = await run(`sim:judge?noise=${p}`, fileOf(lines))
    const room = (of: number) => 400 * Math.sqrt((p * (1 - p)) / of)
    expect(Math.abs((value(outcome, 'accuracy') ?? 0) - 70)).toBeLessThan(room(2 * n))
    for (const key of ['sensitivity', 'specificity']) expect(Math.abs((value(outcome, key) ?? 0) - 70), key).toBeLessThan(room(n))
    // Labels and verdicts are even: kappa is 1 - 2p.
    expect(Math.abs((value(outcome, 'kappa') ?? 0) - 0.4)).toBeLessThan(0.16)
    for (const [key, { value: figure, ci95 }] of Object.entries(metricsOf(outcome)).filter(([name]) => !name.endsWith('_rate'))) {
      expect(ci95?.[0], key).toBeLessThan(figure)
      expect(ci95?.[1], key).toBeGreaterThan(figure)
    }
  })

  test('without a usable reply leaves no score', async () =>
    expect(scoresOf(await run('sim:judge?garbage=1', fileOf([LINE])))).toMatchObject({ unscored: 1 }))
})

// Answers of one cluster count as one draw, so the interval is wider than of as many that are independent.
test('intervals are of clusters', async () => {
  const lines = (clustered: boolean) =>
    Array.from({ length: 60 }, (_, index) => ({ ...LINE, id: `a${index}`, ...(clustered && { cluster: `c${index % 4}` }) }))
  const width = async (clustered: boolean) => {
    const { ci95 } = metricsOf(await run('sim:judge?noise=0.3', fileOf(lines(clustered)))).accuracy ?? {}
    return (ci95?.[1] ?? 0) - (ci95?.[0] ?? 0)
  }
  expect(await width(true)).toBeGreaterThan(await width(false))
})

test('the judge is asked word for word as toPassRubric asks it', async () => {
  const certified = await run('sim:judge', fileOf([LINE]))
  const open = LINE.criteria.map(({ text }) => criterion(text, { calibration: { simulated: () => true } }))
  const own = inlineSuite(
    'own',
    { items: [{ id: 'a' }], reference: () => LINE.answer, roles: ['candidate', 'judge'] },
    async (_item, { dialogue, expect: judged }) => {
      await dialogue.ask(LINE.question)
      await judged(dialogue).toPassRubric(rubric(open))
    },
  )
  const rated = await runSuite(own, { model: 'sim:oracle', judge: 'sim:judge' })
  const asked = (outcome: typeof rated) => callsOf(outcome, 'judge').map(({ key, messages }) => ({ call: key.call, messages }))
  expect(asked(certified)).toHaveLength(1)
  expect(asked(certified)).toEqual(asked(rated))
})

/** What a program finds of a text: the key of the bundled criteria. */
type Check = Partial<{
  words: [number, number]
  lines: number
  matches: string
  flags: string
  json: string[]
  sorted: true
  sum: number
  numbers: number
  count: [string, number]
  palindrome: true
}>

function meets(text: string, check: Check): boolean {
  const lines = text.split('\n')
  const numbers = [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  if (check.words) {
    const words = text.split(/\s+/).filter(Boolean).length
    return words >= check.words[0] && words <= check.words[1]
  }
  if (check.lines !== undefined) return lines.length === check.lines
  if (check.sorted) return lines.every((line, index) => index === 0 || (lines[index - 1] as string) <= line)
  if (check.sum !== undefined) return numbers.reduce((sum, number) => sum + number, 0) === check.sum
  if (check.numbers !== undefined) return numbers.length === check.numbers
  if (check.palindrome) return [...text].reverse().join('') === text
  if (check.count) {
    const [piece, times] = check.count
    return text.split(piece).length - 1 === times
  }
  if (check.matches !== undefined) return new RegExp(check.matches, check.flags).test(text)
  const value = parsed(text)
  return value !== undefined && (check.json ?? []).every((key) => Object.hasOwn(value as object, key))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe('the bundled criteria', () => {
  const lines = readFileSync(join(packageRoot, 'fixtures', 'criteria', 'checkable.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
  const answers = lines.map(
    (line) => JSON.parse(line) as { id: string; answer: string; criteria: { text: string; met: 0 | 1; check: Check }[] },
  )

  test('are 90 of 30 answers, of both kinds', () => {
    const criteria = answers.flatMap(({ criteria: own }) => own)
    expect([answers.length, criteria.length]).toEqual([30, 90])
    expect(criteria.filter(({ met }) => met === 0).length).toBeGreaterThan(30)
  })

  test.each(answers)('of $id are labelled as a program finds', ({ answer, criteria }) => {
    for (const { text, met, check } of criteria) expect([text, meets(answer, check) ? 1 : 0]).toEqual([text, met])
  })

  test('ask nobody for their checks', async () => {
    const { items } = await readLabelledCriteria('bundled')
    expect(JSON.stringify(items)).not.toContain('"check"')
  })
})
