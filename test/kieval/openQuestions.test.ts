import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openQuestions } from '../../suites/kieval/openQuestions.ts'
import { kievalOptions, officialId } from '../../suites/kieval/question.ts'
import { readBundledQuestions } from '../../suites/kieval/questionFiles.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const open = (data: string, given: Record<string, unknown> = {}, seed = 0) => openQuestions(data, kievalOptions.parse(given), seed)
const idsOf = async (data: string, given: Record<string, unknown> = {}, seed = 0) =>
  (await open(data, given, seed)).items.map(({ set, id }) => `${set}/${id}`)

/** A plain question, and its id in lists. */
const question = (id: string) => ({ id, question: `What is ${id}?`, choices: ['this', 'that'], answerIndex: 0 })
const uuidOf = (id: string) => officialId(question(id), `{"id": "${id}"}`)

/** A data folder with these sets of questions, and a list of who answered them rightly where one is given. */
function dataFolder(
  sets: Readonly<Record<string, readonly string[]>>,
  list?: Readonly<Record<string, readonly [gpt4: 0 | 1, gpt35: 0 | 1]>>,
): string {
  const data = temporaryFolder()
  mkdirSync(join(data, 'kieval'))
  for (const [name, ids] of Object.entries(sets)) {
    writeFileSync(join(data, 'kieval', `${name}.jsonl`), ids.map((id) => `${JSON.stringify(question(id))}\n`).join(''))
  }
  if (list) {
    const rows = Object.entries(list).map(([id, flags]) => [uuidOf(id), ...flags].join('\t'))
    writeFileSync(join(data, 'kieval', 'validated-uuids.tsv.gz'), gzipSync(['uuid\tgpt4\tgpt35', ...rows, ''].join('\n')))
  }
  return data
}

describe('the bundled questions', () => {
  const all = readBundledQuestions().map(({ id }) => `bundled/${id}`)

  test('are all used, in their order, without a word', async () => {
    expect(await idsOf('bundled')).toEqual(all)
    expect(await open('bundled')).toMatchObject({ source: 'bundled', version: 2, notes: [] })
  })

  test('of version 1 are those without the expert ones, as they were', async () => {
    const { items, ...rest } = await open('bundled@1')
    expect(items.map(({ set, id }) => `${set}/${id}`)).toEqual(all.slice(0, 88))
    expect(items.filter((item) => 'level' in item || 'reasons' in item)).toEqual([])
    expect(rest).toMatchObject({ source: 'bundled', version: 1, notes: [] })
  })

  test('need no list, whatever the validation', async () => {
    for (const validation of ['list', 'live', 'none']) {
      expect(await idsOf('bundled', { validation })).toEqual(all)
      expect((await open('bundled', { validation })).notes).toEqual([])
    }
  })

  test.each([1, 10, 87, 88, 171, 172, 1000])('are the first %i where that many are asked for', async (questions) => {
    expect(await idsOf('bundled', { questions })).toEqual(all.slice(0, questions))
  })
})

describe('a random sample', () => {
  const all = readBundledQuestions().map(({ id }) => `bundled/${id}`)
  const sample = (questions: number, seed: number) => idsOf('bundled', { questions, selection: 'random' }, seed)

  test('has as many different questions, in the order of the set', async () => {
    for (const seed of [0, 1, 2]) {
      const drawn = await sample(20, seed)
      expect(drawn).toHaveLength(20)
      expect(drawn).toEqual(all.filter((id) => drawn.includes(id)))
    }
  })

  test('is the same for a seed and another for another one', async () => {
    expect(await sample(20, 7)).toEqual(await sample(20, 7))
    const drawn = await Promise.all([0, 1, 2, 3].map((seed) => sample(20, seed)))
    expect(new Set(drawn.map(String)).size).toBe(4)
    expect(drawn.map(String)).not.toContain(String(all.slice(0, 20)))
  })

  test('is all there are where more are asked for', async () => expect(await sample(1000, 3)).toEqual(all))

  test('takes every question sometimes', async () => {
    const taken = new Set((await Promise.all(Array.from({ length: 40 }, (_, seed) => sample(22, seed)))).flat())
    // One is never among 40 samples of a quarter with probability 0.75^40.
    expect(taken.size).toBe(all.length)
  })

  test('is drawn for every set by itself', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `q${index}`)
    const both = await idsOf(dataFolder({ one: ids, two: ids }), { questions: 10, selection: 'random', validation: 'none' })
    const [one, two] = ['one/', 'two/'].map((set) => both.filter((id) => id.startsWith(set)).map((id) => id.slice(4)))
    expect([one?.length, two?.length]).toEqual([10, 10])
    expect(one).not.toEqual(two)
    const alone = await idsOf(dataFolder({ two: ids }), { questions: 10, selection: 'random', validation: 'none' })
    expect(alone.map((id) => id.slice(4))).toEqual(two)
  })

  test('is drawn from the valid ones', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => `q${index}`)
    const list = Object.fromEntries(ids.map((id, index) => [id, [index % 2 === 0 ? 1 : 0, 1]] as const))
    const data = dataFolder({ one: ids }, list as Record<string, [0 | 1, 0 | 1]>)
    for (const seed of [0, 1, 2]) {
      for (const id of await idsOf(data, { questions: 4, selection: 'random' }, seed)) expect(Number(id.slice('one/q'.length)) % 2).toBe(0)
    }
  })
})

describe('official sets', () => {
  const LIST = { a: [1, 0], b: [0, 1], c: [1, 1], d: [0, 0], e: [1, 1] } as const

  test('are used as far as the list has them answered rightly: the first of those, not those of the first', async () => {
    const data = dataFolder({ arc: ['a', 'b', 'c', 'd', 'e'] }, LIST)
    expect(await idsOf(data)).toEqual(['arc/a', 'arc/c', 'arc/e'])
    expect(await idsOf(data, { questions: 2 })).toEqual(['arc/a', 'arc/c'])
    expect(await idsOf(data, { list: 'gpt35' })).toEqual(['arc/b', 'arc/c', 'arc/e'])
    expect((await open(data)).notes).toEqual([])
  })

  test.each(['live', 'none'])('are used whole where validation is %s, and no list is missed', async (validation) => {
    for (const list of [LIST, undefined]) {
      const data = dataFolder({ arc: ['a', 'b', 'c'] }, list)
      expect(await idsOf(data, { validation })).toEqual(['arc/a', 'arc/b', 'arc/c'])
      expect((await open(data, { validation })).notes).toEqual([])
    }
  })

  test('are used whole without a list, which is said', async () => {
    const data = dataFolder({ arc: ['a', 'b'] })
    expect(await idsOf(data)).toEqual(['arc/a', 'arc/b'])
    expect((await open(data)).notes).toEqual(['no validated-uuids.tsv.gz: all questions are used'])
  })

  test('lose a question that no list names, which is said of its set', async () => {
    const data = dataFolder({ arc: ['a', 'x', 'b', 'y', 'c'], mmlu: ['e'], other: ['z'] }, LIST)
    const { items, notes, leftOut } = await open(data)
    expect(items.map(({ set, id }) => `${set}/${id}`)).toEqual(['arc/a', 'arc/c', 'mmlu/e'])
    expect([notes, leftOut]).toEqual([
      [],
      [
        { reason: 'validated-uuids.tsv.gz does not name 2 of its 5 questions', tasks: ['arc'], items: 2 },
        { reason: 'validated-uuids.tsv.gz does not name 1 of its 1 questions', tasks: ['other'], items: 1 },
      ],
    ])
    // As many as were asked for are there all the same.
    const two = await open(data, { questions: 2, sets: 'arc' })
    expect([two.notes, two.leftOut]).toEqual([['arc: 2 of 5 questions are not used, no list names them'], []])
  })

  test('are all used, so many questions of each, or those that are named', async () => {
    const data = dataFolder({ mmlu: ['a', 'b', 'c'], arc: ['a', 'b', 'c'], hella: ['c'] })
    expect(await idsOf(data, { questions: 2 })).toEqual(['arc/a', 'arc/b', 'hella/c', 'mmlu/a', 'mmlu/b'])
    expect(await idsOf(data, { questions: 1, sets: 'mmlu,arc' })).toEqual(['arc/a', 'mmlu/a'])
  })

  test('of which nothing is left are refused: empty files, and none that is valid', async () => {
    await expect(open(dataFolder({ arc: [], mmlu: [] }))).rejects.toMatchObject({
      code: 'DATA',
      message: 'Failed to open the question sets arc, mmlu: none of their 0 questions is left. Put questions into the files.',
    })
    await expect(open(dataFolder({ arc: ['b', 'd', 'x'] }, LIST))).rejects.toMatchObject({
      code: 'DATA',
      message:
        'Failed to open the question sets arc: none of their 3 questions is left, validated-uuids.tsv.gz has none as valid for gpt4. Put questions into the files, or set HOLDFAST_KIEVAL_VALIDATION=none.',
    })
  })

  test('are named as the source', async () => {
    const data = dataFolder({ mmlu: ['a'], arc: ['b'] })
    expect(await open(data)).toMatchObject({ source: 'official: arc, mmlu' })
    expect(await open(data)).not.toHaveProperty('version')
    expect((await open(data, { sets: ['mmlu'] })).source).toBe('official: mmlu')
  })

  test('have a hash of all their questions, whichever are selected', async () => {
    const [one, same, other] = [dataFolder({ arc: ['a', 'b'] }), dataFolder({ arc: ['a', 'b'] }), dataFolder({ arc: ['a', 'c'] })]
    const { sha256 } = await open(one)
    expect(sha256).toMatch(/^[0-9a-f]{64}$/)
    expect((await open(same, { questions: 1, selection: 'random' }, 5)).sha256).toBe(sha256)
    expect((await open(other)).sha256).not.toBe(sha256)
    expect((await open('bundled')).sha256).not.toBe(sha256)
  })
})

describe('is refused', () => {
  test('a folder without the suite’s, or without a set in it', async () => {
    const data = temporaryFolder()
    const folder = join(data, 'kieval')
    const message = `Failed to read HOLDFAST_DATA: no question set (*.jsonl) in ${folder}. Put files of ARC, MMLU, HellaSwag or C-Eval there, or use bundled.`
    await expect(open(data)).rejects.toMatchObject({ code: 'DATA', message })
    mkdirSync(folder)
    writeFileSync(join(folder, 'validated-uuids.tsv.gz'), '')
    await expect(open(data)).rejects.toMatchObject({ code: 'DATA', message })
  })

  test('a set that is not there, with those that are and the nearest', async () => {
    const data = dataFolder({ 'arc-challenge': ['a'], mmlu: ['b'] })
    await expect(open(data, { sets: 'mmlu,arc-chalenge' })).rejects.toMatchObject({
      code: 'DATA',
      message: `Failed to open the question set "arc-chalenge": ${join(data, 'kieval')} has arc-challenge, mmlu. Did you mean arc-challenge? Name one of them.`,
    })
    await expect(open(data, { sets: 'hellaswag' })).rejects.toThrow('has arc-challenge, mmlu. Name one of them.')
  })

  test('a set with a line that does not fit, by its file', async () => {
    const data = dataFolder({ arc: ['a'] })
    writeFileSync(join(data, 'kieval', 'bad.jsonl'), '{}\n')
    await expect(open(data)).rejects.toThrow(`Failed to read ${join(data, 'kieval', 'bad.jsonl')}, line 1`)
    expect(await idsOf(data, { sets: 'arc' })).toEqual(['arc/a'])
  })
})
