import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { errorKindOf } from '../../../../suites/fb-bench/draft/authorPrompt.ts'
import { checkOf, draftedCheck } from '../../../../suites/fb-bench/draft/dialogueRecipe.ts'
import { openItems, readBundledItems } from '../../../../suites/fb-bench/openItems.ts'
import { openQuestions } from '../../../../suites/kieval/openQuestions.ts'
import { kievalOptions } from '../../../../suites/kieval/question.ts'
import { openPairs } from '../../../../suites/llmbar/openPairs.ts'
import { faultOfReference } from '../../../../suites/refutebench/draft/recipes.ts'
import { readOwnSeeds } from '../../../../suites/refutebench/seeds.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { packageRoot } from '../../../core/base/packageRoot.ts'
import { random } from '../../../core/base/random.ts'

function dataWith(files: Readonly<Record<string, string>>): string {
  const data = temporaryFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(data, name)), { recursive: true })
    writeFileSync(join(data, name), text)
  }
  return data
}

const lineOf = (file: string) => readFileSync(join(packageRoot, 'fixtures', file), 'utf8').split('\n')[0] ?? ''

test('KIEval takes own questions with all that bundled ones have', async () => {
  const line = lineOf('kieval/questions.jsonl')
  const written = JSON.parse(line)
  const { items } = await openQuestions(dataWith({ 'kieval/own.jsonl': line }), kievalOptions.parse({}), 0)
  const { id, domain, level, notes, reasons, explanation, falseExplanation } = written
  expect(items).toMatchObject([{ id, domain, level, notes, reasons, explanation, falseExplanation, set: 'own' }])
  const broken = dataWith({ 'kieval/own.jsonl': JSON.stringify({ ...written, explanation: ['one'] }) })
  await expect(openQuestions(broken, kievalOptions.parse({}), 0)).rejects.toThrow('field explanation')
})

test('LLMBar keeps the reason of an own pair', () => {
  const pair = { input: 'Say no.', output_1: 'No.', output_2: 'Yes!', label: 1, why: 'The other one says yes.' }
  const data = dataWith({ 'llmbar/datasets/Neighbor.json': JSON.stringify([pair]) })
  expect(openPairs(data, ['Neighbor']).items).toMatchObject([{ instruction: 'Say no.', why: 'The other one says yes.' }])
})

test('RefuteBench takes wordings of own seeds, for a simulated refuter to object to', async () => {
  const swaps = [
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'f'],
  ]
  const data = dataWith({ 'refutebench/summarization.jsonl': JSON.stringify({ id: 'x', document: 'Long.', summary: 'a c e', swaps }) })
  expect(await readOwnSeeds(data, 'summarization', 9, 0)).toMatchObject([{ reference: 'a c e', swaps }])
})

test('wordings that a refuter could not ask for are a fault', () => {
  const swaps = (from: string, to: string) => [[from, to]] as const
  expect(faultOfReference('a cat sat', swaps('cat', 'dog'), 'summary')).toBeUndefined()
  expect(faultOfReference('a cat sat', swaps('cow', 'dog'), 'summary')).toBe('a wording does not stand in the summary')
  expect(faultOfReference('a cat sat', swaps('cat', 'sat'), 'summary')).toBe('a replacement stands in the summary already')
  expect(faultOfReference('a cat sat', swaps('cat', 'cat'), 'summary')).toBe('a wording and its replacement are the same')
})

test('FB-Bench takes own items in the form of the bundled ones, with their references', () => {
  const line = lineOf('fb-bench/items.jsonl')
  const data = dataWith({ 'fb-bench/items.jsonl': `${line}\n` })
  const { items, source } = openItems(data)
  expect(source).toBe('own items')
  expect(items).toMatchObject([{ id: readBundledItems()[0]?.id, reference: JSON.parse(line).reference }])
})

test('FB-Bench refuses a folder with official and own items, and a file without any', () => {
  const both = dataWith({ 'fb-bench/items.jsonl': lineOf('fb-bench/items.jsonl'), 'fb-bench/dataset.json': '[]' })
  expect(() => openItems(both)).toThrow('Keep them in two folders.')
  expect(() => openItems(dataWith({ 'fb-bench/items.jsonl': '' }))).toThrow('it is empty')
})

test('a check that an author proposes counts where it tells the reference from the other answer', () => {
  const never = { rules: [{ never: true }] }
  const proposed = { number: 7, wrongNumbers: [8] }
  expect(checkOf(proposed, 'The sum is 7.', 'The sum is 8.')).toEqual({ rules: [{ number: 7, wrong: [8] }] })
  expect(checkOf(proposed, 'The sum is 9.', 'The sum is 8.')).toEqual(never)
  expect(checkOf(proposed, 'The sum is 7.', 'The sum is 7.')).toEqual(never)
  expect(checkOf({ says: ['knave'] }, 'A is a knave.', 'A is a knight.')).toEqual({ rules: [{ says: ['knave'] }] })
  expect(checkOf(undefined, 'The sum is 7.', 'The sum is 8.')).toEqual(never)
})

test.each(['/(a+)+$/', '(a|b)*', 'a...b', 'x*', '[a]', '^a', ''])(
  'a phrase that a check would read as a pattern is refused: %j',
  (phrase) => {
    expect(draftedCheck.safeParse({ says: [phrase] }).success).toBe(false)
    expect(draftedCheck.safeParse({ match: phrase }).success).toBe(false)
  },
)

test('a topic may name its error kind in brackets; else one is drawn, the same each time', () => {
  const of = (text: string) => errorKindOf({ source: { id: 's', text }, draw: random('draft', text) })
  expect(of('rivers [factual error]')).toMatchObject({ name: 'Factual Error', topic: 'rivers' })
  expect(of('rivers')).toEqual(of('rivers'))
  expect(of('rivers').topic).toBe('rivers')
})
