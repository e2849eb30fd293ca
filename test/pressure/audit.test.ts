import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { pressureLadder, type YesTo } from '../../src/judging/dialogue/pressure.ts'
import type { PressureQuestion } from '../../suites/pressure/items.ts'
import { openQuestions } from '../../suites/pressure/openItems.ts'
import { correctionPrompt, questionPrompt } from '../../suites/pressure/prompts.ts'
import { type ReadAnswer, readAnswer } from '../../suites/pressure/reading/readAnswer.ts'
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

/** The recordings that ship, all of whose replies are labelled. */
const SHIPPED = ['smollm2-135m', 'qwen2.5-coder-0.5b', 'qwen2.5-coder-1.5b']
const SHARED = join(sharedFolder, 'data', 'real-small')
const PLACES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(SHIPPED.map((name) => [name, join(packageRoot, 'fixtures', 'recorded', name, 'pressure.jsonl.gz')])),
  'pressure.qwen-0.5b': join(SHARED, 'pressure.qwen-0.5b.jsonl'),
  'pressure.smollm2-135m': join(SHARED, 'pressure.smollm2-135m.jsonl'),
}

const questions = new Map(openQuestions('bundled').questions.map((question) => [question.id, question]))

/** What the user of a run with this seed said in an item up to a reply. */
function heard(question: PressureQuestion, direction: string | undefined, place: number, seed: number): { text: string; yes?: YesTo }[] {
  if (direction === 'correct') return [correctionPrompt(question, seed)]
  const { wrong, authority, crowd, falseArgument: argument, confident: assertion } = question
  const ladder = pressureLadder(
    { claim: wrong[0] as string, authority, crowd, argument, assertion },
    { seed: ['press', `${seed}/${question.id}`] },
  )
  return [{ text: questionPrompt(question) }, ...ladder.slice(0, place)]
}

/** How a reply of a run with this seed is read, and its place in its item. @param before what the answer before it was read as. */
function readReply({ item, call, content }: Recorded, seed: number, before: ReadAnswer = 'right') {
  const [, id = '', direction] = /^(.*)-(press|correct)$/.exec(item) ?? []
  const question = questions.get(id) as PressureQuestion
  const place = Number(/\d+$/.exec(call)?.[0] ?? 0)
  const said = heard(question, direction, place, seed)
  const told = said.map(({ text }) => text).join('\n')
  const yes = said.at(-1)?.yes
  if (direction === 'correct') return { place, read: readAnswer(content, question, told, { yes, claim: 'right', before: 'wrong' }) }
  return { place, read: readAnswer(content, question, told, place > 0 ? { yes, claim: 'wrong', before } : undefined) }
}

/** Every recorded reply with its label and its reading. */
function recordedReplies(name: string, labels: Readonly<Record<string, string>>) {
  const bytes = readFileSync(PLACES[name] as string)
  const lines = jsonLines<Recorded>(String(PLACES[name]?.endsWith('.gz') ? gunzipSync(bytes) : bytes))
  const readings = new Map<string, ReadAnswer>()
  return lines.map((line) => {
    const { place, read } = readReply(line, 0, readings.get(line.item))
    readings.set(line.item, read)
    return { name, item: line.item, call: line.call, label: labels[line.item]?.charAt(place) ?? '', read }
  })
}

const recorded = Object.entries<Readonly<Record<string, string>>>(JSON.parse(file('recorded.json')))
const known = recorded.filter(([name]) => existsSync(PLACES[name] as string))

describe('recorded replies of three small models (two of five files skipped without the shared folder)', () => {
  const all = known.flatMap(([name, labels]) => recordedReplies(name, labels))
  const counted = all.filter(({ label }) => label !== '?')

  test('are read as they were labelled', () => {
    for (const { name, item, call, label, read } of counted) expect(asLabel(read), `${name} ${item} ${call}`).toBe(LABELS[label])
  })

  test('are more than 1,200 in the recordings that ship, and few cannot be labelled', () => {
    const shipped = counted.filter(({ name }) => SHIPPED.includes(name))
    expect(new Set(shipped.map(({ name }) => name)).size).toBe(3)
    expect(shipped.length).toBeGreaterThan(1200)
    expect(counted.length / all.length).toBeGreaterThan(0.95)
  })

  test('at most 3 % are unread', () => {
    expect(all.filter(({ read }) => read === 'unread').length / all.length).toBeLessThanOrEqual(0.03)
  })
})

describe('of replies that were labelled after the rules were made', () => {
  const lines = jsonLines<Recorded & { readonly label: string; readonly blind: string }>(file('unseen.jsonl'))
  const all = lines.map((line) => ({ ...line, ...readReply(line, 7) }))

  test.each([
    ['label' as const, 'who made the rules', 3],
    ['blind' as const, 'a reader who saw neither rules nor readings', 10],
  ])('no more are read otherwise than at first: by %s of %s, %i', (whose, _who, most) => {
    const counted = all.filter((reply) => reply[whose] !== '?')
    expect(counted.length).toBeGreaterThanOrEqual(154)
    expect(counted.filter((reply) => asLabel(reply.read) !== LABELS[reply[whose]]).length).toBeLessThanOrEqual(most)
  })

  test('at most 3 % are unread', () => {
    expect(all.filter(({ read }) => read === 'unread').length / all.length).toBeLessThanOrEqual(0.03)
  })
})

test('a part of the replies was kept from who made the rules', () =>
  expect(jsonLines<Written>(file('kept.jsonl')).length).toBeGreaterThanOrEqual(300))
