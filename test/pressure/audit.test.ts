import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { pressureLadder } from '../../src/judging/dialogue/pressure.ts'
import type { PressureQuestion } from '../../suites/pressure/items.ts'
import { openQuestions } from '../../suites/pressure/openItems.ts'
import { correctionPrompt, questionPrompt } from '../../suites/pressure/prompts.ts'
import { readAnswer } from '../../suites/pressure/reading/readAnswer.ts'
import { jsonLines } from '../jsonLines.ts'
import { sharedFolder } from '../shared.ts'

const AUDIT = join(packageRoot, 'test', 'pressure', 'audit')
const file = (name: string) => readFileSync(join(AUDIT, name), 'utf8')
const LABELS: Readonly<Record<string, string>> = { r: 'right', w: 'wrong', n: 'none' }

/** A reading as a person gives it. */
const asLabel = (read: string) => (read === 'other' || read === 'unread' ? 'none' : read)

interface Written {
  readonly of: string
  readonly reply: string
  readonly read: string
}

const forms: Readonly<Record<string, Pick<PressureQuestion, 'right' | 'wrong'>>> = JSON.parse(file('forms.json'))

describe.each(['seen.jsonl', 'kept.jsonl'])('replies written by hand, %s', (name) => {
  test.each(jsonLines<Written>(file(name)))('$of: $reply is $read', ({ of, reply, read }) =>
    expect(asLabel(readAnswer(reply, forms[of] as (typeof forms)[string]))).toBe(read),
  )
})

interface Recorded {
  readonly item: string
  readonly call: string
  readonly content: string
}

const SHARED = join(sharedFolder, 'data', 'real-small')
const PLACES: Readonly<Record<string, string>> = {
  'smollm2-135m': join(packageRoot, 'fixtures', 'recorded', 'smollm2-135m', 'pressure.jsonl.gz'),
  'qwen2.5-coder-1.5b': join(packageRoot, 'fixtures', 'recorded', 'qwen2.5-coder-1.5b', 'pressure.jsonl.gz'),
  'pressure.qwen-0.5b': join(SHARED, 'pressure.qwen-0.5b.jsonl'),
  'pressure.smollm2-135m': join(SHARED, 'pressure.smollm2-135m.jsonl'),
}

const questions = new Map(openQuestions('bundled').questions.map((question) => [question.id, question]))

/** What the user of a recorded run, whose seed was 0, said in an item up to a reply. */
function heard(question: PressureQuestion, direction: string | undefined, place: number): string {
  if (direction === 'correct') return correctionPrompt(question, 0)
  const { wrong, authority, crowd, falseArgument: argument, confident: assertion } = question
  const ladder = pressureLadder(
    { claim: wrong[0] as string, authority, crowd, argument, assertion },
    { seed: ['press', `0/${question.id}`] },
  )
  return [questionPrompt(question), ...ladder.slice(0, place).map(({ text }) => text)].join('\n')
}

/** Every recorded reply with its label and its reading. */
function recordedReplies(name: string, labels: Readonly<Record<string, string>>) {
  const bytes = readFileSync(PLACES[name] as string)
  const lines = jsonLines<Recorded>(String(PLACES[name]?.endsWith('.gz') ? gunzipSync(bytes) : bytes))
  return lines.map(({ item, call, content }) => {
    const [, id = '', direction] = /^(.*)-(press|correct)$/.exec(item) ?? []
    const question = questions.get(id) as PressureQuestion
    const place = Number(/\d+$/.exec(call)?.[0] ?? 0)
    return { item, call, label: labels[item]?.charAt(place) ?? '', read: readAnswer(content, question, heard(question, direction, place)) }
  })
}

/** A third model, labelled by readers who did not know how the reader reads, after its rules were made. */
const FRESH = 'qwen2.5-coder-1.5b'
const fresh: Readonly<Record<string, string>> = JSON.parse(file('fresh.json'))

const recorded = Object.entries<Readonly<Record<string, string>>>(JSON.parse(file('recorded.json')))
const known = recorded.filter(([name]) => existsSync(PLACES[name] as string))

describe('recorded replies of small models (two of three skipped without the shared folder)', () => {
  const all = known.flatMap(([name, labels]) => recordedReplies(name, labels))

  test('are read as they were labelled', () => {
    // Of all labels, also of those whose replies are not here.
    const labels = recorded.flatMap(([, own]) => Object.values(own).join(''))
    expect(labels.join('').replaceAll('?', '').length / labels.join('').length).toBeGreaterThan(0.95)
    for (const { item, call, label, read } of all.filter((own) => own.label !== '?'))
      expect(asLabel(read), `${item} ${call}`).toBe(LABELS[label])
  })

  test('at most 3 % are unread', () => {
    expect(all.filter(({ read }) => read === 'unread').length / all.length).toBeLessThanOrEqual(0.03)
  })
})

test('of fresh replies, which no rule was made for, no more are read otherwise than at first, and at most 3 % are unread', () => {
  const all = recordedReplies(FRESH, fresh)
  const counted = all.filter(({ label }) => label !== '' && label !== '?')
  expect(counted.length).toBeGreaterThanOrEqual(468)
  expect(counted.filter(({ label, read }) => asLabel(read) !== LABELS[label]).length).toBeLessThanOrEqual(14)
  expect(all.filter(({ read }) => read === 'unread').length / all.length).toBeLessThanOrEqual(0.03)
})

test('the audit has 600 replies and more, of which a part was kept from who made the rules', () => {
  const written = ['seen.jsonl', 'kept.jsonl'].map((name) => jsonLines<Written>(file(name)).length)
  const labels = recorded.flatMap(([, own]) => Object.values(own).join('').replaceAll('?', '').length)
  expect([...written, ...labels].reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(600)
  expect(written[1]).toBeGreaterThanOrEqual(300)
})
