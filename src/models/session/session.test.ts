import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { boundCandidate } from '../../../test/boundCandidate.ts'
import type { MemoryJournal } from '../../../test/memoryJournal.ts'
import { type ModelEntry, modelEntry } from '../../core/format/modelEntry.ts'
import type { Dialogue } from '../../judging/dialogue/dialogue.ts'
import { createTransport } from '../createTransport.ts'
import type { RecordedCalls } from '../recordedCalls.ts'
import type { Answer } from '../transport.ts'

/** What an application does otherwise than a good one. */
interface Fault {
  readonly fork?: 'none' | 'shared' | 'broken'
  readonly memory?: 'shared'
  readonly send?: string
  readonly compact?: 'none' | 'grows'
  readonly close?: 'fails'
  readonly open?: string
}

/** An application that repeats all that it knows of a conversation, and writes down what it was asked. */
const source = ({ fork, memory, send = '', compact, close, open = '' }: Fault) => `
  export const heard = []
  const shared = []
  const make = (user, said) => ({
    async send(text, context) {
      heard.push({ user, text, turn: context.turn, item: context.item.id })
      ${send}
      said.push(text)
      return { content: said.join(' | '), usage: { promptTokens: said.length, completionTokens: 1 }, state: { contextTokens: said.length }, usd: 0.5 }
    },
    ${fork === 'none' ? '' : `async fork(context) { ${fork === 'broken' ? 'throw new Error("no room")' : ''}; return make(context.user, ${fork === 'shared' ? 'said' : '[...said]'}) },`}
    ${compact === 'none' ? '' : `compact() { heard.push({ user, text: 'COMPACT' }); ${compact === 'grows' ? 'said.push("more")' : 'said.splice(0, said.length - 1)'}; return { compactions: 1, contextTokens: said.length } },`}
    close() { heard.push({ user, text: 'CLOSE' }); ${close === 'fails' ? 'throw new Error("busy")' : ''} },
  })
  let opened = 0
  export const session = { open: async ({ user, instructions, item }) => { ${open}; return make(user, ${memory === 'shared' ? 'shared' : '[...(instructions ? [instructions] : [])]'}) } }
`

type Heard = { user: string; text: string; turn?: number; item?: string }
let folder: string
let files = 0
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'holdfast-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

/** A candidate bound to an item, with what its application heard after the first check. */
async function candidate(fault: Fault = {}, entry: Partial<ModelEntry> = {}, recorded?: RecordedCalls) {
  files += 1
  const file = join(folder, `app${files}.mjs`)
  writeFileSync(file, source(fault))
  const bound = boundCandidate({ uri: `module:./app${files}.mjs#session`, ...entry }, folder, recorded)
  const { heard } = (await import(file)) as { heard: Heard[] }
  // A compaction names no item, and the check does not compact.
  const texts = () => heard.filter(({ text, item }) => item !== 'isolation' && text !== 'CLOSE').map(({ text }) => text)
  return { ...bound, heard, texts }
}

describe('a conversation that the application keeps', () => {
  test('has its instructions from the beginning: later ones, also of a branch, are an error', async () => {
    const { dialogue } = await candidate()
    dialogue.system('Be brief.')
    expect((await dialogue.ask('Hello')).assistant).toBe('Be brief. | Hello')
    const branch = dialogue.branch()
    branch.system('Be long.')
    const says = /it was told its instructions when the conversation began\. Call system\(…\) before the first turn/
    await expect(branch.ask('And now?')).rejects.toThrow(says)
    dialogue.system('Be loud.')
    await expect(dialogue.ask('And now?')).rejects.toThrow(says)
  })

  test('sends no turn of an attempt that was given up while the application opened', async () => {
    const slow = `if (item.id !== 'isolation' && ++opened === 1) await new Promise((done) => setTimeout(done, 700))`
    const { dialogue, texts } = await candidate({ open: slow }, { timeoutSeconds: 0.5 })
    await dialogue.ask('one')
    await dialogue.ask('two')
    expect(texts()).toEqual(['one', 'two'])
  })

  test('gets each text once, in order, with the number of the turn and what it begins with', async () => {
    const { dialogue, heard, texts } = await candidate()
    dialogue.system('be brief')
    const [first, second] = [await dialogue.ask('one'), await dialogue.ask('two')]
    expect([first.assistant, second.assistant]).toEqual(['be brief | one', 'be brief | one | two'])
    expect(texts()).toEqual(['one', 'two'])
    expect(heard.filter(({ item }) => item === 'one').map(({ turn }) => turn)).toEqual([1, 2])
  })

  test('is forked where the branch was made, although the trunk goes on at once, and each session has its own user', async () => {
    const { dialogue, heard, journal } = await candidate()
    await dialogue.ask('one')
    const branch = dialogue.branch()
    const [trunk, fork] = await Promise.all([dialogue.ask('two'), branch.ask('three')])
    expect([trunk.assistant, fork.assistant]).toEqual(['one | two', 'one | three'])
    expect(new Set(heard.filter(({ item }) => item === 'one').map(({ user }) => user)).size).toBe(2)
    const [, two, three] = journal.calls
      .map(({ session }) => session)
      .toSorted((one, other) => Number(one?.forkOf !== undefined) - Number(other?.forkOf !== undefined))
    expect(three).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      turn: 2,
      forkOf: two?.id,
      can: ['fork', 'compact'],
      state: { contextTokens: 2 },
    })
  })

  test('without a fork is told anew in the branch, and says how much came out the same', async () => {
    const { dialogue, journal, texts } = await candidate({ fork: 'none', send: `if (text === 'two') text += heard.length > 7 ? '!' : '?'` })
    await dialogue.ask('one')
    await dialogue.ask('two')
    await dialogue.compact()
    const branch = dialogue.branch()
    await dialogue.ask('three')
    await branch.ask('four')
    expect(texts().slice(3)).toEqual(['COMPACT', 'three', 'one', 'two', 'COMPACT', 'four'].slice(1))
    const last = journal.calls.at(-1)
    expect(last).toMatchObject({ key: { call: 'branch-1/answer-2' }, session: { exact: 0.5, turn: 3 } })
    expect(journal.calls.map(({ key }) => key.call).slice(4, -1)).toEqual([1, 2, 3].map((at) => `branch-1/answer-2/again-${at}`))
  })

  test('is closed at the end, with all its forks; what does not close is counted', async () => {
    const { dialogue, model, heard, counts } = await candidate({ close: 'fails' })
    await dialogue.ask('one')
    dialogue.branch()
    const before = heard.filter(({ text }) => text === 'CLOSE').length
    await model.close?.()
    expect(heard.filter(({ text }) => text === 'CLOSE').length - before).toBe(2)
    expect(counts).toMatchObject({ unclosed: 2, usd: 0.5, promptTokens: 1 })
  })

  test.each([
    ['whose tokens fall', undefined, true],
    ['whose tokens do not fall', 'grows', false],
  ] as const)('is compacted, and the compaction of one %s is confirmed: %#', async (_, compact, confirmed) => {
    const { dialogue, journal } = await candidate(compact ? { compact } : {})
    await dialogue.ask('one')
    await dialogue.ask('two')
    expect(await dialogue.compact()).toMatchObject({ confirmed, state: { compactions: 1 } })
    expect(journal.calls.at(-1)).toMatchObject({
      key: { call: 'compact-1' },
      content: '',
      session: { before: { contextTokens: 2 }, turn: 2 },
    })
    expect((await dialogue.ask('three')).assistant).toMatch(/three$/)
  })

  test('that cannot be compacted says so', async () => {
    const { dialogue } = await candidate({ compact: 'none' })
    await dialogue.ask('one')
    await expect(dialogue.compact()).rejects.toThrow('Failed to go on: the candidate has no conversation that it could compact.')
  })
})

describe('no turn is sent twice', () => {
  const status = (code: number) =>
    `if (heard.filter((one) => one.text === text).length === 1 && context.item.id === 'one') throw Object.assign(new Error('busy'), { status: ${code}, headers: {} })`

  test.each([429, 503])('but after a clear refusal: %i', async (code) => {
    const { dialogue, heard } = await candidate({ send: status(code) })
    expect((await dialogue.ask('one')).assistant).toBe('one')
    expect(heard.filter(({ item }) => item === 'one').map(({ turn }) => turn)).toEqual([1, 1])
  })

  test.each([
    ['a status that leaves it open', status(502)],
    ['a timeout', `if (context.item.id === 'one') await new Promise((resolve) => setTimeout(resolve, 3000))`],
  ])('%s loses the conversation, which does not go on', async (_, send) => {
    const { dialogue, texts } = await candidate({ send }, { timeoutSeconds: 0.05 })
    await expect(dialogue.ask('one')).rejects.toThrow(
      /in the middle of a conversation\. It may have taken the turn, which is not sent twice/,
    )
    await expect(dialogue.ask('two')).rejects.toThrow('in the middle of a conversation')
    expect(texts()).toEqual(['one'])
  })
})

describe('what it cannot be asked is told before anything is sent', () => {
  const cannot = 'it keeps its own conversation, and cannot be told words that it never said'
  test.each<[string, (own: Awaited<ReturnType<typeof candidate>>) => Promise<unknown>, string]>([
    ['a given turn', ({ dialogue }) => dialogue.given('a', 'b').ask('c'), cannot],
    [
      'a call with a history',
      ({ model }) =>
        model.ask([
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
          { role: 'user', content: 'c' },
        ]),
      cannot,
    ],
    ['an empty text', ({ dialogue }) => dialogue.ask(' '), 'there is no text'],
  ])('%s', async (_, ask, message) => {
    const own = await candidate()
    await expect(ask(own)).rejects.toThrow(message)
    expect(own.texts()).toEqual([])
  })

  test('a question by itself is a conversation of one turn', async () => {
    const { model } = await candidate()
    expect([await model.ask('one'), await model.ask('two')]).toMatchObject([{ content: 'one' }, { content: 'two' }])
  })
})

test.each<[string, Fault, string]>([
  ['sessions that share their memory', { memory: 'shared' }, 'a session repeats what only another one was told'],
  ['a fork that shares the memory of its trunk', { fork: 'shared' }, 'a fork repeats what only its trunk was told'],
  ['a fork that fails', { fork: 'broken' }, 'no room. Mend the module.'],
  [
    'a reply of another kind',
    { send: `return { content: 'a', state: { compactions: 'two' } }` },
    /the reply of module:.*state\.compactions/ as never,
  ],
  ['a reply that is none', { send: `return 7` }, 'Failed to read the reply of module:'],
])('%s: an error of the run', async (_, fault, message) => {
  const { dialogue } = await candidate(fault)
  await expect(dialogue.ask('one')).rejects.toThrow(message)
})

describe('the check of isolation', () => {
  const busy = (code: number) => `throw Object.assign(new Error('busy'), { status: ${code}, headers: {} })`

  test.each([
    ['429 while it opens a session', { open: `if (item.id === 'isolation' && ++opened === 1) ${busy(429)}` }, 6],
    ['503 while it opens the second', { open: `if (item.id === 'isolation' && ++opened === 2) ${busy(503)}` }, 6],
    ['429 to a turn, which is sent again', { send: `if (context.item.id === 'isolation' && heard.length === 2) ${busy(429)}` }, 7],
  ])('survives a %s', async (_, fault, turns) => {
    const { dialogue, heard } = await candidate(fault)
    expect((await dialogue.ask('one')).assistant).toBe('one')
    expect(heard.filter(({ item }) => item === 'isolation')).toHaveLength(turns)
  })

  test('sends no turn again whose end is not known: it begins anew in new sessions', async () => {
    const { dialogue, heard } = await candidate(
      {
        send: `if (context.item.id === 'isolation' && heard.length === 1) await new Promise((resolve) => setTimeout(resolve, 60_000).unref())`,
      },
      { timeoutSeconds: 1 },
    )
    expect((await dialogue.ask('one')).assistant).toBe('one')
    expect(heard.filter(({ user, text }) => user === heard[0]?.user && text !== 'CLOSE')).toHaveLength(1)
    expect(heard.filter(({ item }) => item === 'isolation')).toHaveLength(7)
  })

  test('says of an application that takes no session that it cannot be reached, after as many tries as a call has', async () => {
    const { dialogue } = await candidate({ open: `++opened; ${busy(503)}` }, { maxAttempts: 2 })
    await expect(dialogue.ask('one')).rejects.toThrow(/Failed to reach module:.*busy\. Check that the application is up\./)
  })
})

test('an export that opens no session is told', async () => {
  files += 1
  writeFileSync(join(folder, `app${files}.mjs`), 'export const session = { open: () => ({}) }')
  const transport = createTransport(modelEntry.parse({ uri: `module:./app${files}.mjs#session` }), folder)
  await expect(transport.probe?.(new AbortController().signal, {})).rejects.toThrow(
    'open returned no object with a function send. Return one.',
  )
})

describe('of a run that is finished', () => {
  const answers = (calls: MemoryJournal['calls']) =>
    new Map(
      calls.map(({ key, asked, content = '', session }) => [
        key.call,
        new Map<string | undefined, Answer>([[asked, { content, session, cached: true }]]),
      ]),
    )
  const talk = async (dialogue: Dialogue) => {
    await dialogue.ask('one')
    const branch = dialogue.branch()
    const { state } = await dialogue.compact()
    return [(await branch.ask('two')).assistant, (await dialogue.ask('three')).assistant, state]
  }

  test.each([
    ['finished items are answered from the recording, and no session opens', true],
    ['others begin anew', false],
  ])('%s', async (_, isFinished) => {
    const first = await candidate()
    const said = await talk(first.dialogue)
    const known = answers(first.journal.calls)
    const again = await candidate({}, {}, { paid: [], find: ({ call }) => known.get(call), isFinished: () => isFinished })
    expect(await talk(again.dialogue)).toEqual(said)
    expect(again.texts()).toEqual(isFinished ? [] : first.texts())
    if (isFinished) expect(again.heard).toEqual([])
  })

  test('a conversation of which only a part is recorded is lost, and goes on with no stranger', async () => {
    const first = await candidate()
    await first.dialogue.ask('one')
    const known = answers(first.journal.calls)
    const again = await candidate({}, {}, { paid: [], find: ({ call }) => known.get(call), isFinished: () => true })
    await again.dialogue.ask('one')
    await expect(again.dialogue.ask('two')).rejects.toThrow('only a part of it is recorded')
    expect(again.texts()).toEqual([])
  })
})
