import { describe, expect, test } from 'vitest'
import { entryOf } from '../createTransport.ts'
import { openaiTransport } from '../openaiTransport.ts'
import { PRIVATE_HEADER, PrivateChannels, simulatedFetch } from './endpoint.ts'

const hints = (item: string) => ({ item, seed: 0, call: 'answer', reference: () => `reference of ${item}`, simulation: {} })

describe('private channels', () => {
  test('are found by their token until they are closed', () => {
    const channels = new PrivateChannels()
    const [one, two] = [hints('one'), hints('two')]
    const [first, second] = [channels.open(one), channels.open(two)]
    expect([channels.get(first), channels.get(second)]).toEqual([one, two])
    channels.close(first)
    expect([channels.get(first), channels.get(second)]).toEqual([undefined, two])
  })

  test('never reuse a token, so that a late request cannot read the next call', () => {
    const channels = new PrivateChannels()
    const first = channels.open(hints('one'))
    channels.close(first)
    expect(channels.open(hints('two'))).not.toBe(first)
  })
})

describe('a call to an embedded model', () => {
  /** A transport over the oracle that keeps the tokens of its requests. */
  const observed = (fail = false) => {
    const channels = new PrivateChannels()
    const answer = simulatedFetch('oracle', {}, channels)
    const tokens: string[] = []
    const whileOpen: unknown[] = []
    const spy: typeof fetch = async (input, init) => {
      const token = new Headers(init?.headers).get(PRIVATE_HEADER) ?? ''
      tokens.push(token)
      whileOpen.push(channels.get(token)?.item)
      if (fail) return Response.json({ error: { message: 'out of order' } }, { status: 500 })
      return answer(input, init)
    }
    const transport = openaiTransport({
      model: 'oracle',
      baseURL: undefined,
      entry: entryOf('sim:oracle'),
      inProcess: { fetch: spy, channels },
      label: 'sim:oracle',
    })
    const send = (item: string) =>
      transport.send(
        {
          key: { suite: 'demo', item, role: 'candidate', call: 'answer', trial: 0, ask: 0, vote: 0 },
          messages: [{ role: 'user', content: 'hello' }],
          options: {},
          hints: hints(item),
        },
        new AbortController().signal,
      )
    return { send, tokens, whileOpen, leftOpen: () => tokens.map((token) => channels.get(token)) }
  }

  test('has its own channel, closed when the call ends', async () => {
    const { send, whileOpen, leftOpen } = observed()
    expect(await send('one')).toMatchObject({ content: 'reference of one' })
    expect(whileOpen).toEqual(['one'])
    expect(leftOpen()).toEqual([undefined])
  })

  test('closes its channel also when it fails', async () => {
    const { send, whileOpen, leftOpen } = observed(true)
    await expect(send('one')).rejects.toThrow('500 out of order')
    expect(whileOpen).toEqual(['one'])
    expect(leftOpen()).toEqual([undefined])
  })

  test('among a thousand others gets the reference of its own item', async () => {
    const { send, leftOpen } = observed()
    const items = Array.from({ length: 1000 }, (_, index) => `item-${index}`)
    const answers = await Promise.all(items.map(send))
    expect(answers.map(({ content }) => content)).toEqual(items.map((item) => `reference of ${item}`))
    expect(leftOpen().every((channel) => channel === undefined)).toBe(true)
  })
})

test('a request without a channel is refused', async () => {
  const response = await simulatedFetch(
    'oracle',
    {},
    new PrivateChannels(),
  )('http://simulated.invalid', {
    method: 'POST',
    body: JSON.stringify({ messages: [] }),
    headers: { [PRIVATE_HEADER]: '7' },
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ error: { message: 'no private channel' } })
})
