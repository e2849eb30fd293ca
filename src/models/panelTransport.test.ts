import { describe, expect, test } from 'vitest'
import { resolveConfig } from '../config/resolve.ts'
import { HoldfastError } from '../errors.ts'
import { createTransport, entryOf } from './createTransport.ts'
import { panelTransport } from './panelTransport.ts'
import { RetryableError } from './retry.ts'
import type { CallKey, Transport, TransportRequest } from './types.ts'

/** A request with a key that differs in these fields. */
function request(key: Partial<CallKey> = {}): TransportRequest {
  return {
    key: { suite: 'demo', item: 'one', role: 'judge', call: 'verdict', trial: 0, ask: 0, vote: 0, ...key },
    messages: [{ role: 'user', content: 'Which?' }],
    options: { temperature: 0 },
    hints: { item: 'one', seed: 0, call: 'verdict', reference: () => 'the reference', simulation: { verdict: () => 'the verdict' } },
  }
}

const { signal } = new AbortController()

/** A member that says its name, and what it was sent. */
function member(label: string, simulated = false) {
  const sent: [TransportRequest, AbortSignal][] = []
  const transport: Transport = {
    label,
    simulated,
    send: async (...args) => {
      sent.push(args)
      return { content: `${label} says so`, finish: 'stop', usage: { promptTokens: 3, completionTokens: 2 } }
    },
  }
  return { transport, sent }
}

describe('a panel', () => {
  test('has the first vote from its first member, and so on, and begins again', async () => {
    const panel = panelTransport(['a', 'b', 'c'].map((label) => member(label).transport))
    const said = await Promise.all([0, 1, 2, 3, 4, 5, 6].map((vote) => panel.send(request({ vote }), signal)))
    expect(said.map(({ content }) => content[0])).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a'])
  })

  test('puts a question again to the member it was put to', async () => {
    const members = [member('a'), member('b')]
    const panel = panelTransport(members.map(({ transport }) => transport))
    for (const ask of [0, 1, 2]) await panel.send(request({ vote: 1, ask }), signal)
    expect(members.map(({ sent }) => sent.length)).toEqual([0, 3])
  })

  test('gives every vote of one key to the same member, whatever else differs', async () => {
    const panel = panelTransport([member('a').transport, member('b').transport])
    const keys: Partial<CallKey>[] = [{ item: 'two' }, { call: 'other' }, { trial: 3 }, { role: 'candidate' }]
    for (const key of keys) expect(await panel.send(request({ ...key, vote: 1 }), signal)).toMatchObject({ model: 'b' })
  })

  test('passes on what it is sent, and names who answered', async () => {
    const { transport, sent } = member('openai:a')
    const asked = request()
    expect(await panelTransport([transport]).send(asked, signal)).toEqual({
      content: 'openai:a says so',
      finish: 'stop',
      usage: { promptTokens: 3, completionTokens: 2 },
      model: 'openai:a',
    })
    expect(sent).toEqual([[asked, signal]])
    expect(sent[0]?.[0]).toBe(asked)
  })

  test('is named after all its members', () => {
    const panel = panelTransport([member('openai:a@http://host/v1').transport, member('sim:judge').transport])
    expect(panel.label).toBe('panel:openai:a@http://host/v1;sim:judge')
  })

  test.each([
    [[false, false], false],
    [[true, false], true],
    [[false, true], true],
    [[true, true], true],
  ])('of members simulated %j is simulated: %s', (simulated, expected) => {
    expect(panelTransport(simulated.map((flag) => member('m', flag).transport)).simulated).toBe(expected)
  })

  test('does not ask another member where one fails', async () => {
    const other = member('b')
    const failing: Transport = { label: 'a', simulated: false, send: () => Promise.reject(new RetryableError('busy')) }
    const panel = panelTransport([failing, other.transport])
    await expect(panel.send(request(), signal)).rejects.toBeInstanceOf(RetryableError)
    expect(other.sent).toEqual([])
  })
})

describe('a panel by its URI', () => {
  const open = (uri: string) => createTransport(entryOf(uri), '/nowhere')

  test('has the members between its semicolons, each as its own URI would be', async () => {
    const panel = open('panel:sim:judge;sim:oracle;sim:null')
    expect([panel.label, panel.simulated]).toEqual(['panel:sim:judge;sim:oracle;sim:null', true])
    const said = await Promise.all([0, 1, 2].map((vote) => panel.send(request({ vote }), signal)))
    expect(said.map(({ content, model }) => [content, model])).toEqual([
      ['the verdict', 'sim:judge'],
      ['the reference', 'sim:oracle'],
      ['', 'sim:null'],
    ])
  })

  test('may have one member', async () => {
    expect(await open('panel:sim:oracle').send(request({ vote: 2 }), signal)).toMatchObject({ content: 'the reference' })
  })

  test.each(['panel:sim:judge;sim:jugde', 'panel:gpt-5', 'panel:'])('%s is refused', (uri) => {
    expect(() => open(uri)).toThrow(HoldfastError)
  })

  test.each(['panel:sim:judge;', 'panel:;', 'panel:sim:judge;;sim:oracle'])('%s, with a member that is nothing, is refused', (uri) => {
    expect(() => open(uri)).toThrow()
    expect(() => resolveConfig({ model: 'sim:oracle', judge: uri }, {}, '/nowhere', [])).toThrow('Failed to read the model "": ')
  })

  test('keeps passwords out of its name', () => {
    const { label } = open('panel:openai:a@http://bob:pass@one/v1;openai:b@https://eve:word@two/v1')
    expect(label).toBe('panel:openai:a@http://one/v1;openai:b@https://two/v1')
  })
})

test('members of an entry go before those of its URI', async () => {
  const entry = { ...entryOf('panel:sim:null;sim:null'), members: [entryOf('sim:oracle'), entryOf('sim:judge')] }
  const panel = createTransport(entry, '/nowhere')
  const said = await Promise.all([0, 1].map((vote) => panel.send(request({ vote }), signal)))
  expect(said.map(({ content }) => content)).toEqual(['the reference', 'the verdict'])
})
