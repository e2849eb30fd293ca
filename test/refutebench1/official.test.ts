import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../suites/refutebench1/tasks/mt.ts'
import { once } from '../outcome.ts'
import { hasShared, isLong } from '../shared.ts'
import { converse, forgetful, type Memory, oracle, share, stubborn } from './converse.ts'
import { data, open, rawRows, setOf } from './officialRows.ts'

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

/** Every tenth dialogue of a set; all in the long run. */
const EVERY = isLong ? 1 : 10

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
    const { items, source, leftOut } = await official()
    expect([source, leftOut]).toEqual(['official', []])
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
    for (const set of Object.keys(COUNTS)) {
      const good = await played(set, oracle, EVERY)
      expect([share(good.FA), share(good.RR)], set).toEqual([1, 1])
      const bad = await played(set, stubborn, EVERY)
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
        Promise.all(
          [0, 1, 2, 3].map(async (nc) => share((await played(`${task}/memory/${base}.memory.NC-${nc}`, forgetful(after), EVERY)).RR)),
        )
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
