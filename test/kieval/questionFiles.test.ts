import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { answerText, letterOf, officialId, type Question, questionBlock } from '../../suites/kieval/question.ts'
import { questionSets, readBundledQuestions, readExamples, readQuestionSet, readValidIds } from '../../suites/kieval/questionFiles.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const lines = (...values: unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** A file in a folder of its own. */
function file(name: string, text: string): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text)
  return path
}

const readLinesOf = (...values: unknown[]) => readQuestionSet('demo', file('demo.jsonl', lines(...values)))

describe('a question', () => {
  const question = { question: 'What is 2 + 2?', choices: ['3', '4', '5'], answerIndex: 1 }

  test('is written with lettered choices, which an answer repeats', () => {
    expect(questionBlock(question)).toBe('### Question: What is 2 + 2?\n\n### Choices:\nA. 3\nB. 4\nC. 5\n')
    expect([0, 1, 2].map((index) => answerText(question, index))).toEqual(['A. 3', 'B. 4', 'C. 5'])
    expect([0, 3, 9].map(letterOf)).toEqual(['A', 'D', 'J'])
  })

  // By Python's hashlib and json.
  test('has the id of the official recipe', () => {
    expect(officialId(question, '{"id": "sum-1"}')).toBe('kpU3a9UOCBZqxIl2LRqeJQ')
    expect(officialId(question, 'null')).toBe('mTsknKPodkmaFtlKYbfabA')
    const french = { question: 'Où coule la Seine ?', choices: ['à Lyon', 'à Paris'], answerIndex: 1 }
    expect(officialId(french, '{"id": "Mercury_7"}')).toBe('AtkkiB_7lGqyVltnY7q4eg')
  })

  test('has another id for another wording, order or answer', () => {
    const ids = [
      question,
      { ...question, question: 'What is 2 + 2 ?' },
      { ...question, choices: ['4', '3', '5'] },
      { ...question, answerIndex: 0 },
    ].map((one) => officialId(one, 'null'))
    expect(new Set(ids).size).toBe(4)
  })
})

describe('the bundled questions', () => {
  const questions = readBundledQuestions()

  test('are 88 of version 1, eleven of each of eight fields, and the expert ones of the same fields', () => {
    const fields = (version: 1 | 2) => {
      const counts = new Map<unknown, number>()
      for (const { domain } of readBundledQuestions(version)) counts.set(domain, (counts.get(domain) ?? 0) + 1)
      return counts
    }
    expect([...fields(1).values()]).toEqual(Array(8).fill(11))
    expect([...fields(2).keys()]).toEqual([...fields(1).keys()])
    expect(Math.min(...fields(2).values())).toBeGreaterThanOrEqual(21)
  })

  test('have ids of their own', () => {
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    expect(new Set(questions.map(({ uuid }) => uuid)).size).toBe(questions.length)
    expect(new Set(questions.map(({ set }) => set))).toEqual(new Set(['bundled']))
  })

  test('have four different choices, and the right one as often at each letter', () => {
    for (const { choices } of questions) expect(new Set(choices).size).toBe(4)
    const quarter = questions.length / 4
    expect([0, 1, 2, 3].map((index) => questions.filter(({ answerIndex }) => answerIndex === index).length)).toEqual(Array(4).fill(quarter))
  })

  test('have a level, and a reason for each wrong choice and none for the right one', () => {
    expect(new Set(questions.map(({ level }) => level))).toEqual(new Set(['secondary', 'undergraduate', 'expert']))
    for (const { id, reasons = [], answerIndex } of questions) {
      expect(
        reasons.map((reason) => reason === ''),
        id,
      ).toEqual([0, 1, 2, 3].map((place) => place === answerIndex))
    }
  })

  test('have notes for the interviewer and five different statements of one who understands', () => {
    for (const { notes, explanation = [] } of questions) {
      expect(notes).toMatch(/\w/)
      expect(new Set(explanation).size).toBe(5)
    }
  })

  test('have a false explanation each, which defends a wrong choice and does not give itself away', () => {
    for (const { id, answerIndex, explanation = [], falseExplanation } of questions) {
      const { choice = answerIndex, text = '' } = falseExplanation ?? {}
      expect(choice, id).not.toBe(answerIndex)
      // Neither shorter than what one who understands says nor much longer, and in no words that tell of a mistake.
      const words = (said: string) => said.split(' ').length
      expect(words(text), id).toBeGreaterThanOrEqual(0.9 * words(explanation[0] ?? ''))
      expect(words(text), id).toBeLessThanOrEqual(75)
      expect(text, id).not.toMatch(/misconception|wrongly|mistakenly|supposedly|\b[A-D]\./)
    }
    expect(new Set(questions.map(({ falseExplanation }) => falseExplanation?.text)).size).toBe(questions.length)
  })

  test('are not among the five examples', () => {
    const examples = readExamples()
    expect(examples).toHaveLength(5)
    const known = new Set(questions.map(({ question }) => question))
    for (const { question, choices, answerIndex } of examples) {
      expect(known.has(question)).toBe(false)
      expect(choices[answerIndex]).toMatch(/\w/)
    }
  })
})

describe('a question set', () => {
  const parts = ({ id, set, question, choices, answerIndex }: Question) => ({ id, set, question, choices, answerIndex })
  const expected = { id: 'sum-1', set: 'demo', question: 'What is 2 + 2?', choices: ['3', '4', '5'], answerIndex: 1 }

  test.each<[string, object]>([
    ['plain', { id: 'sum-1', question: 'What is 2 + 2?', choices: ['3', '4', '5'], answerIndex: 1 }],
    ['plain, with more fields', { ...expected, labels: ['A', 'B', 'C'], uuid: 'another', validGpt4: true }],
    [
      'ARC of the Allen Institute',
      {
        id: 'sum-1',
        question: {
          stem: 'What is 2 + 2?',
          choices: [
            { text: '3', label: 'A' },
            { text: '4', label: 'B' },
            { text: '5', label: 'C' },
          ],
        },
        answerKey: 'B',
      },
    ],
    [
      'ARC of Hugging Face',
      { id: 'sum-1', question: 'What is 2 + 2?', choices: { text: ['3', '4', '5'], label: ['A', 'B', 'C'] }, answerKey: 'B' },
    ],
    [
      'ARC whose keys are digits',
      { id: 'sum-1', question: 'What is 2 + 2?', choices: { text: ['3', '4', '5'], label: ['1', '2', '3'] }, answerKey: '2' },
    ],
    [
      'ARC whose keys are numbers',
      { id: 'sum-1', question: 'What is 2 + 2?', choices: { text: ['3', '4', '5'], label: [1, 2, 3] }, answerKey: 2 },
    ],
  ])('may be %s', async (_, entry) => {
    const [question] = await readLinesOf(entry)
    expect(question && parts(question)).toEqual(expected)
    expect(question?.uuid).toBe('kpU3a9UOCBZqxIl2LRqeJQ')
  })

  test('may be MMLU, whose questions have no ids: they are counted, and their official id has no source', async () => {
    const entry = { question: 'What is 2 + 2?', subject: 'arithmetic', choices: ['3', '4', '5'], answer: 1 }
    const questions = await readLinesOf({ ...entry, question: 'Before it?' }, entry)
    expect(questions.map(({ id }) => id)).toEqual(['q1', 'q2'])
    expect(questions[1]).toEqual({ ...expected, id: 'q2', uuid: 'mTsknKPodkmaFtlKYbfabA', domain: 'arithmetic' })
  })

  // Ids by Python's hashlib and json: rows are counted from 0, empty lines not.
  test.each<[string, object]>([
    ['HellaSwag of Hugging Face', { ctx: 'What is 2 + 2?', endings: ['3', '4', '5'], label: '1', activity_label: 'Sums', split: 'val' }],
    ['HellaSwag as first published', { ctx: 'What is 2 + 2?', endings: ['3', '4', '5'], label: 1, ind: 24 }],
  ])('may be %s', async (_, entry) => {
    const path = file('demo.jsonl', `${lines(entry)}\n\n${lines(entry)}`)
    expect(await readQuestionSet('demo', path)).toEqual([
      { ...expected, id: 'q1', uuid: 'cLTut8EvuI4MefDAcyyl9g' },
      { ...expected, id: 'q2', uuid: 'B38lAjkyrLHWBaU192v7GQ' },
    ])
  })

  test('may be C-Eval, with a subject or without', async () => {
    const entry = { id: 7, question: '二加二等于几？', A: '三', B: '四', C: '五', D: '六', answer: 'B', explanation: '' }
    const question = { set: 'demo', question: entry.question, choices: ['三', '四', '五', '六'], answerIndex: 1 }
    expect(await readLinesOf(entry, { ...entry, subject: 'arithmetic' })).toEqual([
      { ...question, id: 'q1', uuid: 'pJsqxU4r0PCWxkjCzhILqA' },
      { ...question, id: 'q2', uuid: 'UwMx-wGWUHZ3iQtYk-a1Lg', domain: 'arithmetic' },
    ])
  })

  test('is named as it is called, and keeps its order', async () => {
    const path = file('any.jsonl', lines({ ...expected, id: 'b' }, { ...expected, id: 'a' }))
    expect((await readQuestionSet('arc', path)).map(({ id, set }) => `${set}/${id}`)).toEqual(['arc/b', 'arc/a'])
  })

  test('may be compressed, and have empty lines', async () =>
    expect(await readQuestionSet('demo', file('demo.jsonl.gz', `\n${lines(expected)}\n`))).toHaveLength(1))

  test.each<[string, object]>([
    ['beyond its choices', { ...expected, answerIndex: 3 }],
    ['that is no label', { id: 'x', question: 'Q?', choices: { text: ['3', '4'], label: ['A', 'B'] }, answerKey: 'C' }],
    ['of MMLU beyond its choices', { question: 'Q?', choices: ['3', '4'], answer: 2 }],
    ['of HellaSwag beyond its endings', { ctx: 'Q?', endings: ['3', '4'], label: '2' }],
    ['of HellaSwag left out, as in its test questions', { ctx: 'Q?', endings: ['3', '4'], label: '' }],
  ])('with an answer %s is refused, with the line', async (_, entry) => {
    const path = file('demo.jsonl', lines(expected, entry))
    await expect(readQuestionSet('demo', path)).rejects.toMatchObject({
      code: 'DATA',
      message: expect.stringMatching(
        /^Failed to read .*demo\.jsonl, line 2: its answer names none of its [234] choices\. Mend it and run again\.$/,
      ),
    })
  })

  test.each<[string, object | string]>([
    ['no JSON', '{ "id": '],
    ['no choices', { ...expected, choices: undefined }],
    ['one choice', { ...expected, choices: ['4'], answerIndex: 0 }],
    ['an empty question', { ...expected, question: '' }],
    ['half an answer', { ...expected, answerIndex: 0.5 }],
    ['C-Eval without a choice', { question: 'Q?', A: '3', B: '4', C: '5', answer: 'A' }],
    ['HellaSwag without a context', { endings: ['3', '4'], label: '0' }],
    ['a negative answer', { question: 'Q?', choices: ['3', '4'], answer: -1 }],
    ['a list', [expected]],
  ])('with %s in a line is refused, with the line', async (_, entry) => {
    const path = file('demo.jsonl', `${lines(expected)}\n${typeof entry === 'string' ? entry : JSON.stringify(entry)}\n`)
    await expect(readQuestionSet('demo', path)).rejects.toMatchObject({
      code: 'DATA',
      message: expect.stringContaining(`Failed to read ${path}, line 3`),
    })
  })

  // The four forms are a union, which has one message for all that may be wrong: "invalid input", and no field.
  test('with a field that does not fit names it', () =>
    expect(readLinesOf({ ...expected, answerIndex: 'B' })).rejects.toThrow('field answerIndex'))

  // There are ten letters: from the eleventh choice on a choice has none, and an answer that is empty names it.
  test('with more choices than there are letters is refused', () =>
    expect(readLinesOf({ ...expected, choices: Array.from({ length: 11 }, (_, index) => `${index}`) })).rejects.toThrow())

  test('that is not there is refused', async () => {
    const path = join(temporaryFolder(), 'none.jsonl')
    await expect(readQuestionSet('none', path)).rejects.toMatchObject({ code: 'DATA', message: expect.stringContaining(path) })
  })
})

test('the sets of a folder are its JSONL files, by name', () => {
  const folder = temporaryFolder()
  for (const name of ['mmlu.jsonl', 'arc.easy.jsonl', 'b.jsonl.gz', 'README.md', 'validated-uuids.tsv.gz', 'old.jsonl.bak', 'x.json']) {
    writeFileSync(join(folder, name), '')
  }
  expect(questionSets(folder)).toEqual([
    { name: 'arc.easy', file: join(folder, 'arc.easy.jsonl') },
    { name: 'b', file: join(folder, 'b.jsonl.gz') },
    { name: 'mmlu', file: join(folder, 'mmlu.jsonl') },
  ])
})

describe('a list of valid questions', () => {
  const TABLE = 'uuid\tgpt4\tgpt35\none\t1\t0\ntwo\t0\t1\nthree\t1\t1\nfour\t0\t0\n\n'

  test.each([
    ['validated-uuids.tsv.gz', 'gpt4', [true, false, true, false]],
    ['validated-uuids.tsv', 'gpt35', [false, true, true, false]],
  ] as const)('%s has what %s answered rightly', async (name, list, valid) => {
    const found = await readValidIds(file(name, TABLE), list)
    expect([...found]).toEqual(['one', 'two', 'three', 'four'].map((uuid, index) => [uuid, valid[index]]))
  })

  test('knows nothing of a question that it does not name', async () =>
    expect((await readValidIds(file('list.tsv', TABLE), 'gpt4')).get('uuid')).toBeUndefined())
})
