import { describe, expect, test } from 'vitest'
import type { CasePart, CaseSizes } from '../../../core/format/casePart.ts'
import { criterion, rubric } from '../../../judging/rubric/rubric.ts'
import { type BenchmarkContext, inlineSuite } from '../../../running/worker/suite.ts'
import { shrunkLines, triedLine } from '../caseLines.ts'
import { writeShrunkTest } from '../writeShrunkTest.ts'
import { words } from './plantedModels.ts'
import { keptParts, searchHere, shrinkHere } from './searchHere.ts'

const GREEDY = { temperature: 0 }
const inCapitals = rubric([criterion('in capitals', { check: (text) => text === text.toUpperCase() })])
const saysYes = rubric([
  criterion('says yes', { check: (text) => text.toLowerCase() === 'yes' }),
  criterion('in capitals', { check: (text) => text === text.toUpperCase() }),
])

/** A dialogue of twelve distractors between an objection and the last question. */
const forgetting = inlineSuite('forgetting', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect }: BenchmarkContext) => {
  await dialogue.ask('Hello.', GREEDY)
  await dialogue.refute('Answer in capital letters from now on.', GREEDY)
  for (let index = 0; index < 12; index += 1) await dialogue.distract(`By the way, ${index}?`, GREEDY)
  await dialogue.ask('Say good bye.', GREEDY)
  await expect(dialogue).toPassRubric(inCapitals)
})

interface Demanding {
  readonly id: string
  readonly demands: readonly string[]
}

/** Ten turns about topics, and a last question with demands that can each be dropped. */
const demanding = (items: readonly string[], options: object) =>
  inlineSuite<Demanding, object>(
    'demanding',
    {
      items: items.map((id) => ({ id, demands: ['demand A', 'demand B', 'demand C', 'demand D'] })),
      parts: ({ demands }): CasePart[] => demands.map((title) => ({ name: title.replace(' ', '-'), kind: 'demand', title, size: 1 })),
      cut: (item, sizes: CaseSizes) => ({ ...item, demands: item.demands.filter((title) => sizes[title.replace(' ', '-')] !== 0) }),
    },
    async ({ demands }, { dialogue, expect }) => {
      for (let index = 0; index < 10; index += 1) await dialogue.ask(`Let us speak of topic ${index}.`, options)
      await dialogue.ask(`Well? ${demands.join(', ')}`, options)
      await expect(dialogue).toPassRubric(saysYes)
    },
  )

describe('planted faults', () => {
  test('a model that forgets after the third distractor, whatever it is: three distractors and the objection are left', async () => {
    const shrunk = await shrinkHere(forgetting, 'one', { model: 'forgets' })
    const left = keptParts(shrunk)
    expect(shrunk.outcome).toBe('shrunk')
    expect(left.filter((name) => shrunk.parts.find((part) => part.name === name)?.kind === 'distractor')).toHaveLength(3)
    // The first question stands, as nothing could be objected to without it.
    expect(left.filter((name) => ['turn-1', 'turn-2', 'turn-15'].includes(name))).toEqual(['turn-1', 'turn-2', 'turn-15'])
    expect(left).toHaveLength(6)
    // Without the first question nothing is scored, so nobody knows whether it is needed.
    expect(shrunk.needed).toHaveLength(3)
    expect(shrunk.after.messages.map(({ content }) => content)).toContain('Answer in capital letters from now on.')
    expect(shrunk.after.tokens).toBeLessThan(shrunk.before.tokens)
    expect(shrunk.calls).toBeLessThanOrEqual(80)
  })

  test('a fault of one turn and one demand: these two are left', async () => {
    const shrunk = await shrinkHere(demanding(['one'], GREEDY), 'one', { model: 'clashes' })
    expect(keptParts(shrunk).sort()).toEqual(['demand-C', 'turn-11', 'turn-6'])
    expect([...shrunk.needed].sort()).toEqual(['demand-C', 'turn-6'])
    expect(shrunk.calls).toBeLessThanOrEqual(100)
  })

  test('the same where answers may differ takes five runs of what fails, and finds the same', async () => {
    const shrunk = await shrinkHere(demanding(['one'], { temperature: 1 }), 'one', { model: 'clashes' })
    expect(keptParts(shrunk).sort()).toEqual(['demand-C', 'turn-11', 'turn-6'])
    expect(shrunk.tried.filter(({ outcome }) => outcome === 'fails').every(({ runs, failed }) => runs === 5 && failed === 5)).toBe(true)
    expect(shrunk.tried.filter(({ outcome }) => outcome === 'passes').every(({ runs }) => runs === 1)).toBe(true)
    expect(shrunk.calls).toBeLessThanOrEqual(250)
  })

  test('a fault beyond 9,000 tokens: the context is cut to just above, around what is looked for', async () => {
    const needle = 'THE KEY IS 42'
    const context = Array.from({ length: 31_744 }, (_, index) => `w${index}`)
    const suite = inlineSuite<{ id: string; words: number }, object>(
      'long',
      {
        items: [{ id: 'one', words: context.length }],
        parts: ({ words: size }): CasePart[] => [{ name: 'context', kind: 'context', title: 'w0 w1', size, least: 1, unit: 'tokens' }],
        cut: (item, sizes) => ({ ...item, words: sizes.context ?? item.words }),
      },
      async (item, { candidate, expect }) => {
        const half = Math.ceil(item.words / 2)
        const around = [...context.slice(20_000 - half, 20_000), needle, ...context.slice(20_000, 20_000 + item.words - half)]
        const answer = await candidate.ask(`${around.join(' ')} What is the key?`, GREEDY)
        await expect(answer).toPassRubric(rubric([criterion('found', { check: (text) => text === needle })]))
      },
    )
    const shrunk = await shrinkHere(suite, 'one', { model: 'overlooks' })
    expect(words(shrunk.after.messages[0]?.content ?? '')).toBe(9001)
    expect(shrunk.after.messages[0]?.content).toContain(needle)
    expect(shrunk.needed).toEqual(['context'])
    expect(shrunk.calls).toBeLessThanOrEqual(20)
  })

  test('a model that fails by chance in 30 % of its answers: nothing is claimed', async () => {
    const seeds = Array.from({ length: 200 }, (_, index) => `seed-${index}`)
    const suite = demanding(seeds, { temperature: 1 })
    const found = await Promise.all(seeds.map((seed) => shrinkHere(suite, seed, { model: 'byChance' })))
    const claimed = found.filter(({ outcome }) => outcome !== 'chance')
    expect(claimed.length / seeds.length).toBeLessThanOrEqual(0.05)
    for (const { outcome, sizes, parts } of found)
      if (outcome === 'chance') expect(parts.every(({ name, size }) => sizes[name] === size)).toBe(true)
    // Five runs of eleven calls at most.
    for (const { outcome, calls } of found) if (outcome === 'chance') expect(calls).toBeLessThanOrEqual(55)
  })

  test('a cause beside failures by chance: the cause is what is left', async () => {
    const seeds = Array.from({ length: 20 }, (_, index) => `seed-${index}`)
    const suite = demanding(seeds, { temperature: 1 })
    const found = await Promise.all(seeds.map((seed) => shrinkHere(suite, seed, { model: 'clashesOrChance' })))
    const right = found.filter((shrunk) => keptParts(shrunk).sort().join() === 'turn-11,turn-6')
    expect(right.length / seeds.length).toBeGreaterThanOrEqual(0.95)
  })

  test('a smaller case that fails for another reason is not one', async () => {
    const shrunk = await shrinkHere(demanding(['one'], GREEDY), 'one', { model: 'otherReason' })
    expect(keptParts(shrunk).sort()).toEqual(['turn-1', 'turn-11', 'turn-4'])
    expect(shrunk.after.reason).toContain('says yes')
  })

  test('a smaller case that keeps a lesser fault alone is not one', async () => {
    const rules = rubric([criterion('says yes', { weight: 2, check: /^yes$/i }), criterion('ends with a full stop', { check: /\.$/ })])
    const suite = inlineSuite('lesser', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect }) => {
      for (let index = 0; index < 8; index += 1) await dialogue.ask(`Let us speak of topic ${index}.`, GREEDY)
      await dialogue.ask('Well? demand C', GREEDY)
      await expect(dialogue).toPassRubric(rules)
    })
    // It never ends with a full stop, and says no where topic 5 was.
    const shrunk = await shrinkHere(suite, 'one', { model: 'clashes' })
    expect(keptParts(shrunk)).toEqual(['turn-6', 'turn-9'])
    expect(shrunk.after.reason).toContain('says yes')
    const without = shrunk.tried.find(({ sizes }) => sizes['turn-6'] === 0) ?? expect.unreachable()
    expect(triedLine(without, shrunk.parts)).toMatch(/: fails for another reason$/)
  })
})

describe('what a search is told', () => {
  test('parts that are kept stay whole', async () => {
    const shrunk = await shrinkHere(demanding(['one'], GREEDY), 'one', { model: 'clashes', keep: ['turn-1', 'demand-A'] })
    expect(keptParts(shrunk).sort()).toEqual(['demand-A', 'demand-C', 'turn-1', 'turn-11', 'turn-6'])
    await expect(searchHere(demanding(['one'], GREEDY), 'one', { model: 'clashes', keep: ['turn-12'] })).rejects.toThrow(
      /no such part\. Its parts: demand-A/,
    )
  })

  test('the calls it may make are a cap, and what was found until then fails', async () => {
    for (const maxCalls of [22, 40, 60]) {
      const { calls, cutShort, sizes, outcome } = await shrinkHere(demanding(['one'], GREEDY), 'one', { model: 'clashes', maxCalls })
      expect(calls).toBeLessThanOrEqual(maxCalls)
      expect(cutShort).toBe(true)
      expect(['shrunk', 'whole']).toContain(outcome)
      expect([sizes['turn-6'], sizes['demand-C']]).toEqual([1, 1])
    }
    await expect(searchHere(demanding(['one'], GREEDY), 'one', { model: 'clashes', maxCalls: 10 })).rejects.toThrow(/10 calls were made/)
  })
})

describe('the written test of a suite of one’s own', () => {
  /** What is written and what is said of an answer that meets nothing. */
  const written = async (assert: (context: Pick<BenchmarkContext, 'dialogue' | 'expect'>) => Promise<void>) => {
    const suite = inlineSuite('refunds', { items: [{ id: 'one' }] }, async (_item, { dialogue, expect: own }) => {
      await dialogue.ask('topic 5 demand C', GREEDY)
      await assert({ dialogue, expect: own })
    })
    const shrunk = await shrinkHere(suite, 'one', { model: 'clashes' })
    const said = shrunkLines(shrunk, { width: 1000, result: 'r', test: 't.test.ts', maxCalls: 200 })
    return { text: writeShrunkTest(shrunk, { isBundled: false }), said: said.filter((line) => line.includes('is code')) }
  }
  const isCode = (names: string) =>
    ` What checks ${names} is code, which a written test cannot have. Give it there as { check }, else a judge decides.`

  test('keeps weights and patterns, and the screen says what a function decided', async () => {
    const rules = rubric([
      criterion('tells the 30 days', { weight: 2, check: /30 days/ }),
      criterion('is polite', { weight: 0.5, check: (text) => text.length > 5 }),
      criterion('is short', { check: /^.{1,9}$/ }),
    ])
    const { text, said } = await written(({ dialogue, expect: own }) => own(dialogue).toPassRubric(rules))
    expect(text).toContain('criterion("tells the 30 days", { weight: 2, check: new RegExp("30 days", "") }),')
    expect(text).toContain('criterion("is polite", { weight: 0.5 }),')
    expect(text).not.toContain('is short')
    expect(said).toEqual([isCode('"is polite"')])
  })

  test('says so of rules of turns too, and not of what it has or a judge decided', async () => {
    const rules = { 'no refund after 30 days': () => false, 'is an answer': () => true }
    const long = rubric([criterion('is long', { check: (text) => text.length > 99 })])
    const { text, said } = await written(async ({ dialogue, expect: own }) => {
      await own(dialogue).not.toPassRubric(long)
      await own(dialogue).toHoldEveryTurn(rules)
    })
    expect(text).toContain('// Its check is a function of the suite.')
    expect(said).toEqual([isCode('"no refund after 30 days"')])
    const pattern = rubric([criterion('tells the 30 days', { check: /30 days/ })])
    expect((await written(({ dialogue, expect: own }) => own(dialogue).toPassRubric(pattern))).said).toEqual([])
  })

  test('says so of a rubric that is one function, also where all its points are lost', async () => {
    const points = [
      { name: 'sum', weight: 3 },
      { name: 'unit', weight: 1 },
    ]
    const graded = { points, grade: () => ({ points: {}, total: 0 }), explain: () => ({ expected: 'YES', received: 'no' }) }
    const { text, said } = await written(({ dialogue, expect: own }) => own(dialogue).toPassRubric(graded))
    expect(text).toContain('criterion("sum", { weight: 3 }),')
    expect(said).toEqual([isCode('"sum", "unit"')])
  })
})
