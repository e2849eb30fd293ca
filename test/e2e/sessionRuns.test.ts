import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HANGS_AFTER } from '../hangsAfter.ts'
import type { Environment, Running } from '../run.ts'
import { readCalls, readItems, readScores, runIn } from './fixtureRun.ts'
import { projectOf } from './ownProject.ts'

// Runs that end while conversations of an application behind HTTP are open.

/** The service: what each thread was told, in order. It outlives the runs, as a real one does. */
const threads = new Map<string, string[]>()
const heard: { readonly id: string; readonly text: string }[] = []
let closed = 0
/** The text after which it answers nobody any more. */
let stallsAfter = Number.POSITIVE_INFINITY

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  const [, , id = '', what] = (request.url ?? '').split('/')
  const said = threads.get(id) ?? []
  const reply = (value: object) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
  if (request.method === 'DELETE') {
    closed += 1
    return reply({})
  }
  if (what === 'messages') {
    const asked = JSON.parse(text).text as string
    if (/code/.test(asked)) return reply({ reply: 'none', tokens: 1 })
    heard.push({ id, text: asked })
    said.push(asked)
    if (heard.length > stallsAfter) return
    return reply({ reply: said.join(' | '), tokens: said.length })
  }
  if (what === 'compact') {
    if (heard.length > stallsAfter) return
    threads.set(id, said.slice(-1))
    return reply({ tokens: 1 })
  }
  const next = `t${threads.size}`
  threads.set(next, what === 'copy' ? [...said] : [])
  return reply({ id: next })
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const ITEMS = 5
/** Texts that an item says: two in its trunk, one in a branch, and one after the compaction. */
const TEXTS = 4

function project() {
  const shop = {
    open: { path: '/threads', id: '/id' },
    send: { path: '/threads/{id}/messages', body: { text: '{text}' }, text: '/reply', contextTokens: '/tokens' },
    fork: { path: '/threads/{id}/copy', id: '/id' },
    compact: { path: '/threads/{id}/compact', contextTokens: '/tokens' },
    close: { path: '/threads/{id}' },
  }
  const uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return projectOf({
    'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
export default { plugins: [holdfast({ models: { shop: ${JSON.stringify({ uri, session: shop })} }, model: 'shop', cache: 'off', concurrency: 2, grace: 0 })],
  test: { include: ['*.eval.ts'] } }`,
    'talk.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'
const items = Array.from({ length: ${ITEMS} }, (_, at) => ({ id: 'i' + at }))
benchmark('talk', { items }, async ({ id }, { dialogue, expect, record }) => {
  await dialogue.ask(id + ' one')
  await dialogue.ask(id + ' two')
  const branch = dialogue.branch()
  const { confirmed } = await dialogue.compact()
  record('confirmed', Number(confirmed))
  const { assistant: forked } = await branch.ask(id + ' three')
  await dialogue.ask(id + ' four')
  await expect(dialogue).toPassRubric(rubric([
    criterion('knows what was kept', { check: (text) => text === id + ' two | ' + id + ' four' }),
    criterion('the branch knows all', { check: () => forked === [' one', ' two', ' three'].map((part) => id + part).join(' | ') }),
  ]))
})`,
  })
}

/** A run in an own project; it is ended once the service has heard so many texts. */
async function runUntil(root: string, texts: number, env: Environment, end?: (running: Running) => unknown) {
  heard.length = 0
  closed = 0
  stallsAfter = end ? texts : Number.POSITIVE_INFINITY
  const interfere = async (running: Running) => {
    await vi.waitUntil(() => heard.length > texts, { timeout: HANGS_AFTER })
    end?.(running)
  }
  return runIn(root, { env: { CI: '1', ...env }, ...(end && { interfere }) })
}

/** No conversation was told a text twice. */
function expectOnce() {
  expect(new Set(heard.map(({ id, text }) => `${id} ${text}`)).size).toBe(heard.length)
}

describe('a run that ends while conversations are open', () => {
  test.each([
    ['is killed', 'kill', 3],
    ['is killed late', 'kill', 10],
    ['is interrupted', 'interrupt', 7],
  ] as const)(
    'and %s is resumed: begun items begin anew in new conversations, finished ones open none, and the figures are the same',
    async (_, end, texts) => {
      const root = project()
      const calm = await runUntil(root, 0, { HOLDFAST_OUT: 'calm' })
      expect(calm.code, calm.text).toBe(0)
      expectOnce()
      expect(heard).toHaveLength(ITEMS * TEXTS)

      const before = threads.size
      const ended = await runUntil(root, texts, { HOLDFAST_OUT: 'run' }, (running) => running[end]())
      expect(ended.code).not.toBe(0)
      // Who is killed closes nothing. Who is interrupted does, although an answer never comes.
      if (end === 'interrupt') expect(closed).toBe(threads.size - before)
      expectOnce()
      const finished = new Set(readItems(ended).flatMap(({ item, status }) => (status === 'passed' ? [item] : [])))
      const resumed = await runUntil(root, 0, { HOLDFAST_RESUME: 'run', HOLDFAST_OUT: undefined })
      expect(resumed.code, resumed.text).toBe(0)
      expectOnce()
      expect(new Set(heard.map(({ text }) => text.split(' ')[0]))).toEqual(
        new Set(readItems(calm).flatMap(({ item }) => (finished.has(item) ? [] : [item]))),
      )
      expect(readScores(resumed).suites).toEqual(readScores(calm).suites)
      // The trunk and the branch of each item that was run, and the three sessions of the first check.
      expect(closed).toBe(2 * (ITEMS - finished.size) + 3)
      expect(readCalls(resumed).length).toBeGreaterThanOrEqual(readCalls(calm).length)
    },
  )
})
