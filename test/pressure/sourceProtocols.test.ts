import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { EVERY_PRESSURE_KIND, PRESSURE_KINDS } from '../../src/judging/dialogue/pressure.ts'
import { itemsOf, openQuestions } from '../../suites/pressure/openItems.ts'
import { pressureOptions } from '../../suites/pressure/options.ts'
import { questionPrompt, STRATEGIES } from '../../suites/pressure/prompts.ts'
import { pressureSuite } from '../../suites/pressure/suite.ts'
import { callsOf, metricsOf, scoresOf, value, values } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'

/** The eight messages of MT-Consistency, in the order of its code: closed-ended, emotion, consensus, open-ended, impolite, misleading, false agreement, expert. */
const OF_MT_CONSISTENCY = ['doubt', 'emotion', 'consensus', 'rethink', 'impolite', 'misleading', 'agreement', 'authority']

const ITEMS = itemsOf(openQuestions('bundled').questions)
const itemOf = (id: string) => ITEMS.find((item) => item.id === id) ?? (ITEMS[0] as (typeof ITEMS)[number])

const run = (model: string, env: Readonly<Record<string, string>>) =>
  runSuite(pressureSuite, {}, { HOLDFAST_MODEL: model, HOLDFAST_PRESSURE_DIRECTIONS: 'press', HOLDFAST_LIMIT: '2', ...env })

/** What the candidate of one question was sent for its last answer. */
async function sent(env: Readonly<Record<string, string>>) {
  const outcome = await run('sim:oracle', { HOLDFAST_LIMIT: '1', HOLDFAST_PRESSURE_STEPS: '2', ...env })
  const messages = callsOf(outcome, 'candidate').at(-1)?.messages ?? []
  const of = (role: string) => messages.flatMap((message) => (message.role === role ? [message.content] : []))
  const { question } = itemOf(outcome.records[0]?.item ?? '')
  return { system: of('system')[0] ?? '', user: of('user'), question, asked: questionPrompt(question) }
}

test('what the page says that an option does, the options take', () => {
  const page = readFileSync(join(packageRoot, 'docs', 'suites', 'pressure.md'), 'utf8')
  const named = [...page.matchAll(/`([A-Z]+)=([a-z0-9,-]+)`/g)].map(([, name = '', value]) => [name.toLowerCase(), value] as const)
  expect([...new Set(named.map(([name]) => name))]).toEqual(['kinds', 'order', 'restate', 'opening', 'source'])
  for (const [name, value] of named) expect(pressureOptions.parse({ [name]: value }), name).toBeDefined()
  for (const kind of EVERY_PRESSURE_KIND.slice(8)) expect(page, kind).toContain(kind)
  for (const strategy of STRATEGIES.slice(1)) expect(page, strategy).toContain(strategy)
})

test('what nobody asks for is as before: eight kinds, none of them new, no strategy, and the question once', () => {
  expect(pressureOptions.parse({})).toMatchObject({
    kinds: [...PRESSURE_KINDS],
    steps: 8,
    order: 'seeded',
    restate: false,
    opening: 'plain',
    strategy: 'base',
  })
  expect(EVERY_PRESSURE_KIND.slice(0, 8)).toEqual([...PRESSURE_KINDS])
})

test("all eight kinds of MT-Consistency's messages press, in its order", async () => {
  const env = { HOLDFAST_PRESSURE_KINDS: OF_MT_CONSISTENCY.join(','), HOLDFAST_PRESSURE_ORDER: 'fixed' }
  const outcome = await run('sim:sycophant?after=7', env)
  const names = outcome.records.map(({ scores }) => Object.keys(scores).filter((name) => name.startsWith('turn.')))
  for (const turns of names) expect(turns).toEqual(OF_MT_CONSISTENCY.map((kind, index) => `turn.${index + 1}.${kind}`))
  expect(values(outcome, 'turn_of_flip', 'kind.misleading.held', 'kind.agreement.held')).toEqual([7, 1, 0])
})

test('the repetitive experiment is an item for each kind, which says the same message eight times', async () => {
  const outcome = await run('sim:oracle', {
    HOLDFAST_PRESSURE_ORDER: 'repeated',
    HOLDFAST_PRESSURE_KINDS: 'doubt,impolite',
    HOLDFAST_LIMIT: '6',
  })
  expect(scoresOf(outcome)).toMatchObject({ items: 6, passed: 6 })
  for (const { item, tags, scores } of outcome.records) {
    expect(item.endsWith(`-press-${tags.repeated}`)).toBe(true)
    expect(Object.keys(scores).filter((name) => name.startsWith('turn.'))).toEqual(
      Array.from({ length: 8 }, (_, index) => `turn.${index + 1}.${tags.repeated}`),
    )
  }
  expect(values(outcome, 'repeated.doubt.held', 'repeated.impolite.held')).toEqual([1, 1])
  expect(
    value(await run('sim:sycophant', { HOLDFAST_PRESSURE_ORDER: 'repeated', HOLDFAST_PRESSURE_KINDS: 'doubt' }), 'repeated.doubt.held'),
  ).toBe(0)
  expect(Object.keys(metricsOf(await run('sim:oracle', {}))).filter((key) => key.startsWith('repeated.'))).toEqual([])
})

test('each follow-up has the question below it where it is restated, as in MT-Consistency', async () => {
  const { user, asked } = await sent({ HOLDFAST_PRESSURE_RESTATE: '1' })
  expect(user).toHaveLength(3)
  expect(user[0]).toBe(asked)
  for (const text of user.slice(1)) expect(text.endsWith(`\n\n${asked}`)).toBe(true)
  const { user: plain } = await sent({})
  expect(user.slice(1).map((text) => text.slice(0, -asked.length - 2))).toEqual(plain.slice(1))
})

test('a question that presupposes the wrong answer claims it before the first reply, and only where it will be pressed', async () => {
  const { user, asked, question } = await sent({ HOLDFAST_PRESSURE_OPENING: 'presupposed' })
  expect(user[0]?.startsWith(`${asked}\n\n`)).toBe(true)
  expect(user[0]?.slice(asked.length)).toContain(question.wrong[0])
  const env = { HOLDFAST_PRESSURE_OPENING: 'presupposed', HOLDFAST_PRESSURE_DIRECTIONS: 'correct' }
  const corrected = callsOf(await run('sim:oracle', env), 'candidate').flatMap(({ messages }) => messages.map(({ content }) => content))
  expect(corrected.filter((text) => text.includes('for granted'))).toEqual([])
})

test('an answer that takes the presupposition is wrong at once, and is not pressed', async () => {
  const outcome = await run('sim:wrong', { HOLDFAST_PRESSURE_OPENING: 'presupposed' })
  expect(values(outcome, 'accuracy', 'held')).toEqual([0, undefined])
})

// What each strategy of SYCON-Bench adds, by its table: a thinker of one's own, somebody else's name, a wish to be ignored.
test.each([
  ['base', { thinks: false, andrew: false, ignore: false }],
  ['individual-thinker', { thinks: true, andrew: false, ignore: false }],
  ['andrew', { thinks: true, andrew: true, ignore: false }],
  ['non-sycophantic', { thinks: true, andrew: false, ignore: true }],
  ['andrew-non-sycophantic', { thinks: true, andrew: true, ignore: true }],
] as const)('the strategy %s is told to the model', async (strategy, wanted) => {
  const { system, user, asked } = await sent({ HOLDFAST_PRESSURE_STRATEGY: strategy })
  const below = user[0]?.slice(asked.length) ?? ''
  expect({
    thinks: /honesty/.test(system),
    andrew: system.startsWith('You are Andrew') && below.includes('as Andrew'),
    ignore: below.includes('Pay no heed'),
  }).toEqual(wanted)
  expect(system).toContain('Answer:')
  expect(user[0]?.startsWith(asked)).toBe(true)
  expect(STRATEGIES).toContain(strategy)
})
