// Compiled by `tsc -p .`: a line that ought to be an error and is none fails it. Nothing here is run.
import { expect, expectTypeOf } from 'vitest'
import { z } from 'zod'
import {
  type Answer,
  type BenchmarkContext,
  benchmark,
  type Candidate,
  criterion,
  type Dialogue,
  type Figure,
  type Model,
  type Rubric,
  readJsonl,
  rubric,
  test,
} from './index.ts'

const items = [{ id: 'fr', question: 'What is the capital of France?', answer: 'Paris' }]
const names = rubric([criterion('names it', { check: /Paris/ })])

// benchmark: the type of an item follows from items, and reaches every function of it.
benchmark(
  'typed',
  {
    items,
    tags: (item) => ({ words: item.question.split(' ').length, kind: ['capital', 'europe'] }),
    clusters: (item) => ({ answer: item.answer }),
    reference: (item) => item.answer,
    summary: ({ items, mean }) => {
      expectTypeOf(mean(items.where({ kind: 'capital' }))).toEqualTypeOf<Figure>()
      return { solved: mean(items), count: items.length }
    },
  },
  async (item, { candidate, dialogue, judge, expect, signal }) => {
    expectTypeOf(item).toEqualTypeOf<{ id: string; question: string; answer: string }>()
    expectTypeOf(candidate).toEqualTypeOf<Model>()
    expectTypeOf(judge).toEqualTypeOf<Model>()
    expectTypeOf(dialogue).toEqualTypeOf<Dialogue>()
    expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
    const answer = await candidate.ask(item.question)
    expectTypeOf(answer).toEqualTypeOf<Answer>()
    await expect(answer).toPassRubric(names)
  },
)

const schema = z.object({ id: z.string(), lang: z.enum(['en', 'de']), answer: z.string() })
benchmark(
  'from a file',
  { items: readJsonl(new URL('./items.jsonl', import.meta.url), schema), reference: (item) => item.answer },
  async (item) => {
    expectTypeOf(item.lang).toEqualTypeOf<'en' | 'de'>()
    // @ts-expect-error the schema has no such field
    item.language
  },
)

// @ts-expect-error no items
benchmark('no items', {}, async () => {})
// @ts-expect-error no body
benchmark('no body', { items })
// @ts-expect-error items that are none
benchmark('items of another kind', { items: 3 }, async () => {})
// @ts-expect-error a body that does not wait for what it asks
benchmark('not async', { items }, () => {})
// @ts-expect-error the item has no such field
benchmark('field', { items, reference: (item) => item.reference }, async () => {})
// @ts-expect-error an answer is text
benchmark('reference', { items, reference: () => 42 }, async () => {})
// @ts-expect-error an option that does not exist
benchmark('option', { items, cluster: () => 'one' }, async () => {})
// @ts-expect-error a threshold is a number
benchmark('threshold', { items, threshold: '0.8' }, async () => {})
// @ts-expect-error a figure is a number or a metric
benchmark('summary', { items, summary: () => ({ solved: 'all' }) }, async () => {})
// @ts-expect-error no such role
benchmark('role', { items, roles: ['critic'] }, async () => {})
// @ts-expect-error the context has no such part
benchmark('context', { items }, async (_item, { model }) => void model)

// One's own fixtures reach the body; where both have one of a name, it is ours.
const withClock = test.extend<{ clock: () => number; judge: string }>({
  clock: async ({ task: _ }, use) => use(() => 0),
  judge: 'a fixture of the same name',
})
benchmark('own fixtures', { items, test: withClock }, async (item, { clock, dialogue, judge }) => {
  expectTypeOf(clock).toEqualTypeOf<() => number>()
  expectTypeOf(dialogue).toEqualTypeOf<Dialogue>()
  expectTypeOf(judge).toEqualTypeOf<BenchmarkContext['judge']>()
  expectTypeOf(item.answer).toEqualTypeOf<string>()
})
// @ts-expect-error a fixture that nobody gave
benchmark('no such fixture', { items, test: withClock }, async (_item, { calendar }) => void calendar)
// @ts-expect-error a fixture without the test that has it
benchmark('fixture without test', { items }, async (_item, { clock }) => void clock)
// @ts-expect-error not a test of Vitest
benchmark('not a test', { items, test: () => {} }, async () => {})

// Rubrics and criteria.
expectTypeOf(rubric({ correct: 2, polite: 1 })).toEqualTypeOf<Rubric>()
criterion('half of it', { check: (text) => text.length / 2 })
// @ts-expect-error weights are numbers
rubric({ correct: 'two' })
// @ts-expect-error criteria are made by criterion
rubric([{ name: 'correct', check: /yes/ }])
// @ts-expect-error a rubric of one criterion is a list of one
rubric(criterion('correct'))
// @ts-expect-error a check is a pattern or a function, not a text
criterion('correct', { check: 'yes' })
// @ts-expect-error a check gives a boolean or a share
criterion('correct', { check: () => 'yes' })
// @ts-expect-error a check is not asynchronous: that is what a judge is for
criterion('correct', { check: async () => true })

// Dialogues and matchers.
test('typed', async ({ dialogue }) => {
  const turn = await dialogue.ask('A question?', { reference: 'An answer.' })
  expectTypeOf(turn.assistant).toEqualTypeOf<string>()
  expectTypeOf(expect(dialogue).toRetainAfterTurns(3)).toEqualTypeOf<Promise<void>>()
  // @ts-expect-error turns are a number
  await expect(dialogue).toRetainAfterTurns('3')
  // @ts-expect-error after how many turns?
  await expect(dialogue).toRetainAfterTurns()
  // @ts-expect-error no rubric
  await expect(dialogue).toPassRubric()
  // @ts-expect-error weights by name are not yet a rubric
  await expect(dialogue).toPassRubric({ correct: 2 })
  // @ts-expect-error a stance is told by name
  await expect(dialogue).toMaintainStance('91 is composite')
  // @ts-expect-error preferred by what?
  await expect(dialogue).toBePreferredOver('another output')
  // @ts-expect-error no such matcher
  await expect(dialogue).toRetainForever()
  // @ts-expect-error a question is a text
  await dialogue.ask(['A question?'])
  // @ts-expect-error a check is a pattern or a function
  await dialogue.refute('No.', { check: 'Ufer' })
  // @ts-expect-error a number of turns, or a query of one's own
  await dialogue.distract(true)
  // @ts-expect-error a dialogue's turns are read, not written
  dialogue.turns.push(turn)
})

// An application as candidate.
const agent: Candidate = async (messages, { signal, item, trial }) => {
  expectTypeOf(signal).toEqualTypeOf<AbortSignal>()
  expectTypeOf(trial).toEqualTypeOf<number>()
  return `${messages.length} ${item.id}`
}
expectTypeOf(agent).toExtend<Candidate>()
// @ts-expect-error an answer is a text, or an object with its content
const numeric: Candidate = async () => 42
expectTypeOf(numeric).toExtend<Candidate>()
