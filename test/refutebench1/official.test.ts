import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Rb1Item } from '../../suites/refutebench1/items.ts'
import { openItems } from '../../suites/refutebench1/openItems.ts'
import { refutebench1Options } from '../../suites/refutebench1/options.ts'
import { wordsOf } from '../../suites/refutebench1/tasks/mt.ts'
import { once } from '../outcome.ts'
import { hasShared, isLong, sharedFolder } from '../shared.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { converse, forgetful, type Memory, oracle, share, stubborn } from './converse.ts'

const data = join(sharedFolder, 'data')
const open = (folder: string, given: Record<string, unknown> = {}, seed = 0) => openItems(folder, refutebench1Options.parse(given), seed)
const official = once(() => open(data))

/** Rows by task and file (docs/suites/refutebench1.md, R1), as the README of the data counts them too. */
const COUNTS = {
  ...Object.fromEntries([0, 1, 2, 3].map((nc) => [`email/memory/email.memory.NC-${nc}`, 100])),
  'email/generalization/email.generalization.NC-0': 100,
  'email/multi/email': 100,
  ...Object.fromEntries(['en-zh', 'en-he'].flatMap((pair) => [0, 1, 2, 3].map((nc) => [`mt/memory/${pair}.memory.NC-${nc}`, 250]))),
  'mt/generalization/en-zh.generalization.NC-0': 250,
  'mt/generalization/en-he.generalization.NC-0': 250,
  'mt/multi/en-zh': 283,
  'mt/multi/en-he': 194,
  ...Object.fromEntries([0, 1, 2, 3].map((nc) => [`qa/memory/qa.memory.NC-${nc}`, 200])),
  'qa/generalization/qa.generalization.NC-0': 1227,
  'qa/multi/qa': 200,
}

const setOf = ({ id }: Rb1Item) => id.slice(0, id.lastIndexOf('/'))

interface RawRow {
  queries: string[]
  feedbacks: Record<string, { existence: number[]; random: string }>
  feedback_mapping_prompt: string
  answers: string[][]
}

function rawRows<Row = RawRow>(path: string): Row[] {
  return gunzipSync(readFileSync(join(data, 'refutebench1', path)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Outcomes of the items of a set, or of every n-th of them, with a simulated model, put together. */
async function played(set: string, memory: Memory, every = 1) {
  const { items } = await official()
  const own = items.filter((item) => setOf(item) === set)
  const outcomes = own.filter((_, index) => index % every === 0).map(({ script }) => converse(script, memory))
  return { FA: outcomes.flatMap(({ FA }) => FA), RR: outcomes.flatMap(({ RR }) => RR), outcomes }
}

/** Answers since each feedback for every later query with a word of it, from the sentences alone. */
function sincePerQuery(path: string): number[] {
  return rawRows(path).flatMap(({ queries, feedbacks }) => {
    const sentences = queries.flatMap((query) => /\[English\]: ([\s\S]*?)\n\[/.exec(query)?.[1] ?? [])
    const told = new Map<string, number>()
    let turn = 0
    return sentences.flatMap((sentence) => {
      const found = Object.keys(feedbacks).filter((word) => new RegExp(`(?<!\\w)${word}(?!\\w)`).test(sentence))
      const at = turn
      turn += 1
      // One figure for each feedback, however many of its words occur.
      const since = new Set(found.flatMap((word) => (told.has(word) ? [at - (told.get(word) as number)] : [])))
      const fresh = found.filter((word) => !told.has(word))
      for (const word of fresh) told.set(word, turn)
      if (fresh.length > 0) turn += 1
      return [...since]
    })
  })
}

describe.skipIf(!hasShared)('the official data (skipped without the shared folder)', () => {
  test('have the rows of docs/suites/refutebench1.md, R1, each with an id of its own', async () => {
    const { items, source } = await official()
    expect(source).toBe('official')
    const counts: Record<string, number> = {}
    for (const item of items) counts[setOf(item)] = (counts[setOf(item)] ?? 0) + 1
    expect(counts).toEqual(COUNTS)
    expect(new Set(items.map(({ id }) => id)).size).toBe(5804)
  })

  test.each([
    ['email/memory/email.memory.NC-0', [3, 0]],
    ['mt/memory/en-he.memory.NC-2', [5, 2]],
    ['qa/memory/qa.memory.NC-3', [6, 3]],
    ['mt/generalization/en-zh.generalization.NC-0', [3, 0]],
  ] as const)('%s asks its queries with the irrelevant ones between', async (set, [steps, irrelevant]) => {
    for (const { script, nc } of (await official()).items.filter((item) => setOf(item) === set)) {
      expect(script.steps).toHaveLength(steps)
      expect([script.steps[1]?.kind, script.steps.filter(({ kind }) => kind === 'irrelevant').length, nc]).toEqual([
        'slot',
        irrelevant,
        irrelevant,
      ])
    }
  })

  test('a model that does all it is told passes everything, and one that does nothing passes nothing', async () => {
    // Every fifth dialogue of each set; all in the long run.
    const every = isLong ? 1 : 5
    for (const set of Object.keys(COUNTS)) {
      const good = await played(set, oracle, every)
      expect([share(good.FA), share(good.RR)], set).toEqual([1, 1])
      const bad = await played(set, stubborn, every)
      expect([share(bad.FA), share(bad.RR)], set).toEqual([0, 0])
      expect(
        good.outcomes.filter(({ conflict }) => conflict),
        set,
      ).toEqual([])
    }
  })

  test('a model that forgets after 3 answers fails with 3 irrelevant queries, one that forgets after 1 with any', async () => {
    for (const [task, base] of [
      ['email', 'email'],
      ['mt', 'en-zh'],
      ['mt', 'en-he'],
      ['qa', 'qa'],
    ] as const) {
      const rates = async (after: number) =>
        Promise.all([0, 1, 2, 3].map(async (nc) => share((await played(`${task}/memory/${base}.memory.NC-${nc}`, forgetful(after))).RR)))
      expect(await rates(3), base).toEqual([1, 1, 1, 0])
      expect(await rates(1), base).toEqual([1, 0, 0, 0])
    }
  })

  test('of four feedbacks in a row those of the last one or two queries are kept', async () => {
    // Ten pairs of feedback and later query, 1, 3, 5 or 7 answers apart.
    expect(share((await played('email/multi/email', forgetful(1))).RR)).toBe(4 / 10)
    expect(share((await played('email/multi/email', forgetful(3))).RR)).toBe(7 / 10)
  })

  test.each(['en-zh', 'en-he'])('of the documents %s sentences with a demanded word are kept as long as the words are', async (pair) => {
    const since = sincePerQuery(`mt/multi/${pair}.jsonl.gz`)
    expect(since).toHaveLength(pair === 'en-zh' ? 1204 : 684)
    for (const after of [1, 2, 3, 6]) {
      const { RR } = await played(`mt/multi/${pair}`, forgetful(after))
      expect(RR.filter(Boolean).length, `after ${after}`).toBe(since.filter((answers) => answers <= after).length)
      expect(RR).toHaveLength(since.length)
    }
  })

  // The data name those where the word is a noun; the official runner, like ours, takes any.
  test.each(['en-zh', 'en-he'])('of the documents %s words are found in all sentences that the data name', (pair) => {
    const missing = rawRows(`mt/multi/${pair}.jsonl.gz`).flatMap(({ queries, feedbacks }) => {
      const sentences = queries.flatMap((query) => /\[English\]: ([\s\S]*?)\n\[/.exec(query)?.[1] ?? [])
      return Object.entries(feedbacks).flatMap(([word, { existence }]) =>
        existence.filter((sentence) => !wordsOf(sentences[sentence] ?? '').has(word)).map((sentence) => `${word} ${sentence}`),
      )
    })
    expect(missing).toEqual([])
  })

  test('questions with blank answers only are asked and not rated', async () => {
    const asked = rawRows('qa/multi/qa.jsonl.gz').flatMap(({ answers }) => answers)
    const blank = asked.filter((aliases) => aliases.every((alias) => alias.trim() === ''))
    expect([asked.length, blank.length]).toEqual([1819, 2])
    expect((await played('qa/multi/qa', oracle)).RR).toHaveLength(1817)
    expect((await played('qa/generalization/qa.generalization.NC-0', oracle)).RR).toHaveLength(1226)
  })

  test('the answer to a fact passes when it would pass the question about it, asked again', async () => {
    const { items } = await official()
    const memory = items.filter((item) => setOf(item) === 'qa/memory/qa.memory.NC-0')
    const rows = rawRows<{ answers: string }>('qa/single/qa.memory.NC-0.jsonl.gz')
    const refused = memory.filter(({ script }, row) => {
      const feedback = script.object(0, '', [])
      return typeof feedback === 'string' || !feedback.check(rows[row]?.answers ?? '')
    })
    expect([memory.length, refused.length]).toEqual([200, 0])
  })

  test('the row without a first query begins with its feedback', async () => {
    const row = (await official()).items.find(({ id }) => id === 'qa/generalization/qa.generalization.NC-0/22')
    expect(row?.script.steps[0]).toEqual({ kind: 'query', text: '' })
    expect(row && converse(row.script, oracle)).toMatchObject({ FA: [true], RR: [true] })
  })

  test('every prompt is filled, and quoted as it was demanded', async () => {
    const { items } = await official()
    const texts = items.flatMap(({ script }) => converse(script, oracle).feedbacks.flatMap((text) => text ?? []))
    expect(texts.filter((text) => /\{(choice|src|tgt)\}/.test(text))).toEqual([])
    const [row] = rawRows<{ feedback_prompt: string; feedbacks: string }>('qa/single/qa.memory.NC-0.jsonl.gz')
    expect(texts).toContain(`${row?.feedback_prompt}${row?.feedbacks}`)
  })
})

describe.skipIf(!hasShared)('what is demanded (skipped without the shared folder)', () => {
  const seeds = [0, 1].map((seed) => once(() => open(data, { tasks: 'email,mt', pairs: 'en-zh', kinds: 'memory,generalization' }, seed)))
  const demandsOf = async (set: string, seed: 0 | 1) =>
    ((await seeds[seed]?.())?.items ?? []).filter((item) => setOf(item) === set).map(({ script }) => converse(script, oracle).feedbacks)

  test('is the same for one seed, whatever comes between, and another for another', async () => {
    for (const [task, base] of [
      ['email', 'email'],
      ['mt', 'en-zh'],
    ] as const) {
      const first = await demandsOf(`${task}/memory/${base}.memory.NC-0`, 0)
      expect(first).toHaveLength(task === 'email' ? 100 : 250)
      expect(await demandsOf(`${task}/memory/${base}.memory.NC-3`, 0)).toEqual(first)
      expect(await demandsOf(`${task}/generalization/${base}.generalization.NC-0`, 0)).toEqual(first)
      const other = await demandsOf(`${task}/memory/${base}.memory.NC-0`, 1)
      expect(other.filter((feedbacks, row) => JSON.stringify(feedbacks) !== JSON.stringify(first[row])).length).toBeGreaterThan(
        first.length / 4,
      )
    }
  })

  test('may be what is no translation of the word', async () => {
    const random = await open(data, { tasks: 'mt', kinds: 'memory', ncs: '0', targets: 'random' })
    const [row] = rawRows('mt/single/en-he.memory.NC-0.jsonl.gz')
    const [word, { random: target }] = Object.entries(row?.feedbacks ?? {})[0] as [string, { random: string }]
    const item = random.items.find(({ id }) => id === 'mt/memory/en-he.memory.NC-0/0')
    expect(item && converse(item.script, oracle).feedbacks).toEqual([
      row?.feedback_mapping_prompt.replace('{src}', word).replace('{tgt}', target),
    ])
    for (const { script } of random.items) expect(share(converse(script, oracle).RR)).toBe(1)
  })
})

describe('a folder of official data', () => {
  const QA = {
    system_prompt: 's',
    feedbacks: 'The capital of A is B.',
    feedback_prompt: 'p: ',
    queries: ['q', '[MAYBE FEEDBACK]', 'q'],
    answers: 'B.',
  }

  /** A data folder with these files in its `refutebench1`. */
  function dataFolder(files: Readonly<Record<string, unknown>>): string {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'refutebench1'))
    for (const [name, row] of Object.entries(files)) {
      const path = join(folder, 'refutebench1', name)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, `${JSON.stringify(row)}\n`)
    }
    return folder
  }

  test('without a file of a task takes the bundled items and says so', async () => {
    const { items, source } = await open(dataFolder({ 'qa/single/qa.memory.NC-0.jsonl': QA }))
    expect(source).toBe('official; email, mt bundled')
    expect(items.filter(({ task }) => task === 'qa').map(({ id }) => id)).toEqual(['qa/memory/qa.memory.NC-0/0'])
    expect(items.filter(({ task }) => task === 'email')).toHaveLength(83)
  })

  test('without a subfolder of the benchmark is an error', async () => {
    await expect(open(temporaryFolder())).rejects.toThrow(/no folder .*refutebench1/)
  })

  test('may hold generalization with irrelevant queries, and other files, which are passed over', async () => {
    const row = { ...QA, queries: ['q', '[MAYBE FEEDBACK]', 'other', 'r'], answers: ['B', 'b'] }
    const folder = dataFolder({
      'qa/single/qa.generalization.NC-1.jsonl': row,
      'qa/single/notes.jsonl': row,
      'qa/multi/qa.memory.NC-0.jsonl': row,
    })
    const { items } = await open(folder, { tasks: 'qa' })
    expect(items.map(({ id, nc }) => [id, nc])).toEqual([['qa/generalization/qa.generalization.NC-1/0', 1]])
  })

  test.each([
    ['a missing field', { ...QA, answers: undefined }, /line 1, field answers/],
    ['no slot', { ...QA, queries: ['q', 'r', 'q'] }, /line 1, field queries: expected a query, a slot/],
    [
      'another number of irrelevant queries',
      { ...QA, queries: ['q', '[MAYBE FEEDBACK]', 'x', 'q'] },
      /row 1: expected 0 irrelevant queries, found 1/,
    ],
    ['a fact that says nothing', { ...QA, feedbacks: 'Nonsense.' }, /row 1, field feedbacks: no "is"/],
  ])('with %s is refused by file, line and field', async (_wrong, row, message) => {
    const folder = dataFolder({ 'qa/single/qa.memory.NC-0.jsonl': row })
    await expect(open(folder, { tasks: 'qa' })).rejects.toThrow(message)
  })

  test('with fewer lists of answers than queries is refused', async () => {
    const row = { ...QA, feedbacks: [QA.feedbacks], queries: ['q', '[MAYBE FEEDBACK]', 'r', 't'], answers: [['B']] }
    await expect(open(dataFolder({ 'qa/multi/qa.jsonl': row }), { tasks: 'qa' })).rejects.toThrow(/field answers: expected one list/)
  })
})
