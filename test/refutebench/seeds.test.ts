import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refutebenchOptions, TASKS } from '../../suites/refutebench/names.ts'
import { openSeeds, type RefuteItem, taskName } from '../../suites/refutebench/openSeeds.ts'
import {
  readBundledSeeds,
  readIrrelevantQueries,
  readOfficialQueries,
  readOfficialSentences,
  unlikeTask,
} from '../../suites/refutebench/seeds.ts'
import { hasShared, sharedFolder } from '../shared.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { asLines, dataFolder } from './dataFolder.ts'

const open = async (given: Record<string, unknown> = {}, runSeed = 0, data = 'bundled') =>
  openSeeds(data, refutebenchOptions.parse(given), runSeed)
const idsOf = (items: readonly RefuteItem[]) => items.map(({ id }) => id)
const irrelevantOf = (items: readonly RefuteItem[]) => new Map(items.map(({ id, irrelevant }) => [id, irrelevant.map((entry) => entry.id)]))

const SENTENCES = Array.from({ length: 20 }, (_, index) => ({
  id: `s${index}`,
  source: `${'word '.repeat(9)}${index}.`,
  words: 10,
  usedIn: ['multi'],
}))
const QUERIES_OF_1 = Array.from({ length: 10 }, (_, index) => ({ id: `q${index}`, query: `What is ${index} + 1?`, usedIn: ['mt'] }))

describe('the bundled seeds', () => {
  test.each([
    ['mt', 132],
    ['summarization', 76],
    ['writing', 76],
  ] as const)('of %s are %i, each with a query, a reference and three wordings to object to', (task, count) => {
    const { seeds, missing } = readBundledSeeds(task)
    expect(missing).toEqual([])
    expect(seeds).toHaveLength(count)
    const off = seeds.filter(
      ({ task: own, reference, query, swaps }) =>
        own !== task ||
        query.includes(reference) ||
        swaps.length !== 3 ||
        swaps.some(([from, to]) => !reference.includes(from) || reference.includes(to) || from === to),
    )
    expect(off.map(({ id }) => id)).toEqual([])
    for (const key of ['id', 'query', 'reference'] as const) expect(new Set(seeds.map((seed) => seed[key])).size, key).toBe(count)
  })

  test('have the shapes of the paper', () => {
    const [queries, documents, tasks] = TASKS.map((task) => readBundledSeeds(task).seeds.map(({ query }) => query)) as [
      string[],
      string[],
      string[],
    ]
    for (const query of queries) expect(query).toMatch(/^Translate .*English.*Chinese.*\n\n\[English\]: .+\n\[Chinese\]:$/)
    for (const query of documents) expect(query).toMatch(/^.{200,}\n\nPlease summarize the document above[^\n]*\.$/s)
    for (const query of tasks) expect(query).toMatch(/^.+\n\n.+/s)
  })

  test('to translate are English with a Chinese reference, the others English', () => {
    const han = /\p{Script=Han}/u
    for (const task of TASKS) {
      const { seeds } = readBundledSeeds(task)
      expect(seeds.filter(({ query }) => han.test(query)).map(({ id }) => id)).toEqual([])
      expect(seeds.filter(({ reference }) => han.test(reference) !== (task === 'mt')).map(({ id }) => id)).toEqual([])
    }
  })

  test('to summarize have references that are much shorter, and no sentence of the document', () => {
    for (const { id, query, reference } of readBundledSeeds('summarization').seeds) {
      expect(reference.length, id).toBeLessThan(query.length / 1.5)
      const sentences = reference.split(/(?<=[.!?])\s/)
      expect(sentences.length, id).toBeGreaterThan(1)
      expect(
        sentences.filter((sentence) => query.includes(sentence)),
        id,
      ).toEqual([])
    }
  })
})

describe('the bundled irrelevant queries', () => {
  const pool = readIrrelevantQueries()

  test('are different ones, each with an answer', () => {
    for (const key of ['id', 'query'] as const) expect(new Set(pool.map((entry) => entry[key])).size).toBe(pool.length)
    expect(pool.length).toBeGreaterThanOrEqual(64)
    expect(pool.filter(({ reference }) => reference.trim() === '')).toEqual([])
  })

  test.each(TASKS)('do not look like %s', (task) => expect(unlikeTask(pool, task)).toEqual(pool))
})

describe('queries that look like the task', () => {
  const left = (task: (typeof TASKS)[number], ...queries: string[]) =>
    unlikeTask(
      queries.map((query, index) => ({ id: String(index), query, reference: '' })),
      task,
    ).map(({ query }) => query)
  const other = ['What is kevlar made out of?', 'How to make frosting with crisco', 'What is the Balfour Declaration?']

  test.each([
    ['mt', ['Translate it into French.', 'Give me a translation of this.', 'Say it in Chinese!', 'Which language is this?']],
    ['summarization', ['Summarize the meeting.', 'Give a SUMMARY of it.', 'Summarise the book.', 'Write an abstract of the paper.']],
    [
      'writing',
      ['Write me a poem.', 'Make this e-mail shorter.', 'an email to my boss', 'A letter to the editor, please', 'Tell me a story.'],
    ],
  ] as const)('are left out of %s', (task, queries) => expect(left(task, ...queries, ...other)).toEqual(other))

  test('are kept for the other tasks', () => {
    expect(left('summarization', 'Translate it.', 'Write me a poem.')).toHaveLength(2)
    expect(left('mt', 'Summarize it.', 'Write me a poem.')).toHaveLength(2)
  })

  // Of the pool of 1.0: irr-0065, irr-0539, irr-0560, irr-0434, irr-0171, irr-0735.
  test.each([
    ['mt', 'How do you say "good evening" in French.'],
    ['writing', 'Compose an engaging travel blog post about a recent trip to Hawaii.'],
    ['writing', 'Draft a ministerial speech outlining the top five benefits of innovation.'],
    ['writing', 'I would appreciate it if you wrote an introduction paragraph for our blog post.'],
    ['writing', 'Structure a podcast script for an episode about streaming platforms.'],
    ['summarization', 'Describe the content of the article in a brief manner.'],
  ] as const)('are left out of %s also where they say it otherwise: %s', (task, query) => expect(left(task, query)).toEqual([]))
})

describe('the items of a run', () => {
  test('are a transient and a persistent dialogue for every seed, named after it', async () => {
    const { items, source, leftOut } = await open()
    expect(items).toHaveLength(2 * (132 + 76 + 76))
    expect(new Set(idsOf(items)).size).toBe(items.length)
    for (const { id, protocol, seed } of items) expect(id).toBe(`${protocol}/${seed.task}/${seed.id}`)
    expect([...new Set(items.map(taskName))]).toEqual(
      ['transient', 'persistent'].flatMap((protocol) => TASKS.map((task) => `${protocol}/${task}`)),
    )
    expect([source, leftOut]).toEqual(['bundled', []])
  })

  test('are those of the protocols and tasks asked for', async () => {
    const { items } = await open({ protocols: 'persistent', tasks: 'writing,mt' })
    expect(items).toHaveLength(76 + 132)
    expect(new Set(items.map(taskName))).toEqual(new Set(['persistent/writing', 'persistent/mt']))
  })

  test('are the same in all runs of one seed, for whatever else is asked', async () => {
    const { items, sha256 } = await open()
    expect(await open()).toMatchObject({ items, sha256 })
    for (const given of [{ tasks: 'mt' }, { protocols: 'persistent' }, { requery: 'generalization' }, { curves: '0' }]) {
      const drawn = irrelevantOf(items)
      for (const [id, irrelevant] of irrelevantOf((await open(given)).items)) expect(irrelevant, id).toEqual(drawn.get(id))
    }
  })

  test('have other irrelevant queries in a run of another seed, and the same seeds', async () => {
    const [one, other] = [await open({}, 1), await open({}, 2)]
    expect(idsOf(one.items)).toEqual(idsOf(other.items))
    expect(irrelevantOf(one.items)).not.toEqual(irrelevantOf(other.items))
  })

  test('have three different irrelevant queries each, none like the task, in varied order', async () => {
    const { items } = await open()
    const off = items.filter(({ seed, irrelevant }) => new Set(irrelevant).size !== 3 || unlikeTask(irrelevant, seed.task).length !== 3)
    expect(idsOf(off)).toEqual([])
    expect(new Set([...irrelevantOf(items).values()].map((ids) => ids[0])).size).toBeGreaterThan(40)
    expect(new Set([...irrelevantOf(items).values()].map((ids) => ids.join())).size).toBeGreaterThan(200)
  })

  test('of one seed talk about the same things under both protocols', async () => {
    const drawn = irrelevantOf((await open()).items)
    for (const [id, irrelevant] of drawn) expect(drawn.get(id.replace('transient/', 'persistent/')), id).toEqual(irrelevant)
  })

  test('have a hash that tells other seeds or queries, and not another order of the draw', async () => {
    const hash = async (given: Record<string, unknown>, runSeed = 0) => (await open(given, runSeed)).sha256
    expect(await hash({})).toMatch(/^[0-9a-f]{64}$/)
    expect(await hash({}, 1)).toBe(await hash({}))
    expect(await hash({ tasks: 'mt' })).not.toBe(await hash({}))
  })

  test('ask again for the same seed, word for word', async () => {
    for (const { seed, again } of (await open()).items) expect(again).toEqual(seed)
  })

  test('of a generalization ask for another seed of the task, each for a different one', async () => {
    const { items } = await open({ requery: 'generalization', protocols: 'persistent' })
    expect(items.filter(({ seed, again }) => again.id === seed.id || again.task !== seed.task).map(({ id }) => id)).toEqual([])
    expect(new Set(items.map(({ again }) => again.id)).size).toBe(items.length)
  })

  test('are there once where a task is named twice', async () =>
    expect(idsOf((await open({ tasks: 'writing,writing' })).items)).toEqual(idsOf((await open({ tasks: 'writing' })).items)))

  test('are there once where a protocol is named twice', async () =>
    expect(idsOf((await open({ protocols: 'transient,transient' })).items)).toEqual(idsOf((await open({ protocols: 'transient' })).items)))
})

describe('a folder of official files', () => {
  test('gives the sentences of 8 to 60 words, and its own irrelevant queries', async () => {
    const data = dataFolder({
      'mt-enzh.jsonl': asLines(...[7, 8, 60, 61].map((words) => ({ id: `w${words}`, source: `${words} words`, words, usedIn: [] }))),
      'irrelevant-queries.jsonl': asLines(...QUERIES_OF_1, { id: 'like', query: 'Translate this.' }),
    })
    const { items, source } = await open({}, 0, data)
    expect(
      items
        .filter(({ seed }) => seed.task === 'mt')
        .map(({ seed }) => seed.id)
        .sort(),
    ).toEqual(['w60', 'w60', 'w8', 'w8'])
    expect(items.filter(({ seed }) => seed.task !== 'mt')).toHaveLength(2 * (76 + 76))
    expect(new Set(items.flatMap(({ irrelevant }) => irrelevant.map(({ id }) => id.slice(0, 1))))).toEqual(new Set(['q', 'l']))
    expect(items.filter(({ seed, irrelevant }) => seed.task === 'mt' && irrelevant.some(({ id }) => id === 'like'))).toEqual([])
    expect(source).toMatch(/^official sentences to translate and irrelevant queries;.* bundled$/)
  })

  test('gives as many sentences as asked for, fewer being some of more', async () => {
    const data = dataFolder({ 'mt-enzh.jsonl': asLines(...SENTENCES) })
    const ids = async (count: number, runSeed: number) => (await readOfficialSentences(data, count, runSeed))?.map(({ id }) => id) ?? []
    expect(await ids(5, 0)).toEqual((await ids(12, 0)).slice(0, 5))
    expect((await ids(99, 0)).sort()).toEqual(SENTENCES.map(({ id }) => id).sort())
    expect(await ids(5, 0)).not.toEqual(await ids(5, 1))
    const { items } = await open({ seeds: 7, tasks: 'mt', protocols: 'transient' }, 0, data)
    expect(items.map(({ seed }) => seed.id)).toEqual(await ids(7, 0))
  })

  test('draws the same sentences whatever their order in the file', async () => {
    const drawn = async (...sentences: typeof SENTENCES) =>
      (await readOfficialSentences(dataFolder({ 'mt-enzh.jsonl': asLines(...sentences) }), 6, 0))?.map(({ id }) => id)
    expect(await drawn(...[...SENTENCES].reverse())).toEqual(await drawn(...SENTENCES))
  })

  test('never shows a stand-in for a translation in a query', async () => {
    const seeds = (await readOfficialSentences(dataFolder({ 'mt-enzh.jsonl': asLines(...SENTENCES) }), 99, 0)) ?? []
    expect(new Set(seeds.map(({ reference }) => reference)).size).toBe(20)
    for (const { query, reference, swaps } of seeds) {
      expect(query).not.toContain(reference)
      expect(swaps).toEqual([])
    }
  })

  test('may lack either file, and the bundled one stands in', async () => {
    const withSentences = await open({}, 0, dataFolder({ 'mt-enzh.jsonl': asLines(...SENTENCES) }))
    expect(withSentences.items.filter(({ seed }) => seed.task === 'mt')).toHaveLength(2 * 20)
    expect(withSentences.items.every(({ irrelevant }) => irrelevant.every(({ id }) => id.startsWith('irrelevant-')))).toBe(true)
    const withQueries = await open({}, 0, dataFolder({ 'irrelevant-queries.jsonl': asLines(...QUERIES_OF_1) }))
    expect(withQueries.items.filter(({ seed }) => seed.task === 'mt')).toHaveLength(2 * 132)
    expect(withQueries.items.every(({ irrelevant }) => irrelevant.every(({ id }) => id.startsWith('q')))).toBe(true)
  })

  test('is no source of sentences where none are translated', async () => {
    const { items, source } = await open({ tasks: 'writing' }, 0, dataFolder({ 'mt-enzh.jsonl': asLines(...SENTENCES) }))
    expect(items.filter(({ seed }) => seed.task !== 'writing')).toEqual([])
    expect(source).toBe('bundled')
  })

  test.each<[string, Parameters<typeof open>[0], string]>([
    ['all tasks', {}, 'official sentences to translate and irrelevant queries; other tasks bundled'],
    ['translation and another', { tasks: 'mt,writing' }, 'official sentences to translate and irrelevant queries; other tasks bundled'],
    ['translation alone', { tasks: 'mt' }, 'official sentences to translate and irrelevant queries'],
    ['another task alone', { tasks: 'writing' }, 'official irrelevant queries; tasks bundled'],
  ])('is named as far as it is used: %s', async (_, options, words) => {
    const data = dataFolder({ 'mt-enzh.jsonl': asLines(...SENTENCES), 'irrelevant-queries.jsonl': asLines(...QUERIES_OF_1) })
    expect((await open(options, 0, data)).source).toBe(words)
  })

  test('is named where only its irrelevant queries are used', async () => {
    const data = dataFolder({ 'irrelevant-queries.jsonl': asLines(...QUERIES_OF_1) })
    expect((await open({}, 0, data)).source).toBe('official irrelevant queries; tasks bundled')
    expect((await open({ tasks: 'mt' }, 0, data)).source).toBe('official irrelevant queries; tasks bundled')
  })

  test('with neither file is refused with what to do', async () => {
    const data = dataFolder({})
    await expect(open({}, 0, data)).rejects.toMatchObject({
      code: 'DATA',
      message: `Failed to read HOLDFAST_DATA: ${join(data, 'refutebench')} has none of mt-enzh.jsonl, irrelevant-queries.jsonl, summarization.jsonl, writing.jsonl. Put one there, or use bundled.`,
    })
  })

  test('is not said to leave other tasks bundled where no other is run', async () => {
    const { source } = await open({ tasks: 'mt' }, 0, dataFolder({ 'mt-enzh.jsonl': asLines(...SENTENCES) }))
    expect(source).toBe('official sentences to translate')
  })

  test('that is not there is refused with what to do', async () => {
    const data = temporaryFolder()
    await expect(open({}, 0, data)).rejects.toMatchObject({
      code: 'DATA',
      message: `Failed to read HOLDFAST_DATA: no folder ${join(data, 'refutebench')}. Put the official files there, or use bundled.`,
    })
  })

  test('with a line that does not fit is refused, with the line and the field', async () => {
    const bad = dataFolder({ 'mt-enzh.jsonl': asLines(SENTENCES[0], { id: 's1', source: '', words: 10 }) })
    await expect(open({}, 0, bad)).rejects.toThrow(/mt-enzh\.jsonl, line 2.*source/s)
    const queries = dataFolder({ 'irrelevant-queries.jsonl': `${asLines(QUERIES_OF_1[0])}no JSON\n` })
    await expect(open({}, 0, queries)).rejects.toThrow(/irrelevant-queries\.jsonl, line 2/)
  })
})

describe.skipIf(!hasShared)('the official folder (skipped without the shared folder)', () => {
  const data = join(sharedFolder, 'data')

  test('has 1,683 sentences of 8 to 60 words, the case study of the paper among them', async () => {
    const seeds = (await readOfficialSentences(data, 5000, 0)) ?? []
    expect(seeds).toHaveLength(1683)
    expect(seeds.filter(({ query }) => query.includes('It is difficult to make sense of their thoughts;'))).toHaveLength(1)
    expect(new Set(seeds.map(({ query }) => query)).size).toBe(1683)
  })

  test('has 805 irrelevant queries, of which some look like a task', async () => {
    const pool = (await readOfficialQueries(data)) ?? []
    expect(pool).toHaveLength(805)
    // 4 of the pool mention translation, 17 summaries, 18 e-mail: at least those go (docs/suites/refutebench.md, R11).
    for (const [task, like, least] of [
      ['mt', /translat/i, 4],
      ['summarization', /summari[sz]/i, 17],
      ['writing', /\be-?mail\b/i, 18],
    ] as const) {
      const left = unlikeTask(pool, task)
      expect(805 - left.length, task).toBeGreaterThanOrEqual(least)
      expect(left.length, task).toBeGreaterThan(600)
      expect(left.filter(({ query }) => like.test(query)).map(({ id }) => id)).toEqual([])
    }
  })

  test('gives 100 sentences by default, and every item three irrelevant queries of 1.0', async () => {
    const { items, source } = await open({}, 0, data)
    expect(items).toHaveLength(2 * (100 + 76 + 76))
    expect(items.filter(({ irrelevant }) => irrelevant.length !== 3 || !irrelevant.every(({ id }) => id.startsWith('irr-')))).toEqual([])
    expect(source).toContain('official')
    expect(irrelevantOf((await open({}, 0, data)).items)).toEqual(irrelevantOf(items))
  })
})
