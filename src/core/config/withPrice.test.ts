import { describe, expect, test } from 'vitest'
import { directEntry, type ModelEntry, modelEntry } from '../format/modelEntry.ts'
import { resolveConfig } from './resolve.ts'
import { tablePrice, withPrice } from './withPrice.ts'

const OPENAI = 'https://api.openai.com/v1'
const entry = (uri: string, more: Partial<ModelEntry> = {}): ModelEntry => ({ ...modelEntry.parse({ uri }), ...more })

describe('the table', () => {
  test('has what models cost at the endpoint of their provider', () => {
    // https://openai.com/api/pricing: $2.50 in, $1.25 in from the cache and $10 out a million tokens.
    expect(tablePrice('gpt-4o', OPENAI)).toEqual({
      price: { in: 2.5, cachedIn: 1.25, out: 10 },
      from: expect.stringMatching(/^genai-prices \d+\.\d+\.\d+$/),
    })
    expect(tablePrice('openai/gpt-4o', 'https://openrouter.ai/api/v1')?.price).toMatchObject({ in: 2.5, out: 10 })
  })

  test('gives the price of short prompts where long ones cost more', () =>
    expect(tablePrice('gemini-2.5-pro', 'https://generativelanguage.googleapis.com/v1beta/openai/')?.price).toMatchObject({
      in: 1.25,
      out: 10,
    }))

  test.each([
    ['a model that it does not have', 'acme-chat-7', OPENAI],
    ['an endpoint that it does not have', 'gpt-4o', 'https://models.acme.example/v1'],
    ['this machine', 'gpt-4o', 'http://localhost:8000/v1'],
    ['this machine by number', 'gpt-4o', 'http://127.0.0.1:8000/v1'],
    ['this machine by the longer number', 'gpt-4o', 'http://[::1]:8000/v1'],
    ['a machine of the house', 'gpt-4o', 'http://gpu7:8000/v1'],
    ['what is no URL', 'gpt-4o', 'nowhere'],
  ])('has no price of %s', (_what, model, baseURL) => expect(tablePrice(model, baseURL)).toBeUndefined())

  test('has the price of vectors where it has none of answers, for an embedder only', () => {
    // https://platform.openai.com/docs/pricing: $0.02 a million tokens.
    expect(tablePrice('text-embedding-3-small', OPENAI, true)?.price).toMatchObject({ in: 0.02, out: 0 })
    expect(tablePrice('text-embedding-3-small', OPENAI)).toBeUndefined()
  })

  test('reads an address without user and password', () =>
    expect(tablePrice('gpt-4o', 'https://me:secret@api.openai.com/v1')?.price).toMatchObject({ in: 2.5, out: 10 }))
})

describe('the price of an entry', () => {
  test('is the configured one before that of the table', () => {
    const configured = entry('openai:gpt-4o', { price: { in: 1, out: 2 } })
    expect(withPrice(configured, undefined)).toBe(configured)
  })

  test('is that of the table for the endpoint it goes to', () => {
    const priced = { price: { in: 2.5, out: 10 }, priceFrom: expect.stringContaining('genai-prices') }
    expect(withPrice(entry('openai:gpt-4o'), undefined)).toMatchObject(priced)
    // A CI secret that is not set arrives as an empty text.
    expect(withPrice(entry('openai:gpt-4o'), '')).toMatchObject(priced)
    expect(withPrice(entry('openai:gpt-4o', { baseURL: OPENAI }), 'http://localhost:1/v1')).toMatchObject(priced)
    expect(withPrice(entry('openai:gpt-4o'), 'http://localhost:1/v1').price).toBeUndefined()
    expect(withPrice(entry('openai:gpt-4o@http://localhost:1/v1'), undefined).price).toBeUndefined()
  })

  test.each(['sim:oracle', 'module:./agent.ts', 'replay:calls.jsonl'])('is none for %s', (uri) => {
    expect(withPrice(entry(uri), undefined)).toEqual(entry(uri))
  })

  test('of a panel is the mean of its models, where all have one', () => {
    const [one, other, unknown] = ['openai:a', 'openai:b', 'openai:c'].map((uri) => entry(uri)) as [ModelEntry, ModelEntry, ModelEntry]
    const members = [
      { ...one, price: { in: 1, out: 4 } },
      { ...other, price: { in: 3, out: 8 }, priceFrom: 'a table' },
    ]
    expect(withPrice(entry('panel:a;b', { members }), undefined)).toMatchObject({ price: { in: 2, out: 6 }, priceFrom: 'a table' })
    expect(withPrice(entry('panel:a;b;c', { members: [...members, unknown] }), undefined).price).toBeUndefined()
  })
})

describe('what calls by batch cost', () => {
  const PRICE = { in: 4, out: 8 }
  const batched = (batch?: boolean | { share: number }) => ({
    uri: 'openai:m@http://host/v1',
    price: PRICE,
    ...(batch !== undefined && { batch }),
  })
  const roles = (options: object) => resolveConfig({ cache: 'off', ...options }, {}, '/', []).roles

  test('a call by batch costs the share that its entry says, half by default', () => {
    const models = { direct: batched(), half: batched(true), tenth: batched({ share: 0.1 }) }
    expect(roles({ models, model: 'half', judge: 'tenth', refuter: 'direct' })).toMatchObject({
      candidate: { price: { in: 2, out: 4 }, priceShare: 0.5 },
      judge: { price: { in: 0.4, out: 0.8 }, priceShare: 0.1 },
      refuter: { price: PRICE },
    })
  })

  test('a call that is made directly all the same costs the whole', () => {
    const { candidate } = roles({ models: { tenth: batched({ share: 0.1 }) }, model: 'tenth', judge: 'sim:judge' })
    const { in: prompt, out } = directEntry(candidate as ModelEntry).price ?? { in: 0, out: 0 }
    expect([prompt, out]).toEqual([expect.closeTo(4, 9), expect.closeTo(8, 9)])
  })

  test('a run that writes requests costs half for every endpoint, and nothing else changes', () => {
    const given = roles({ models: { direct: batched() }, model: 'direct', judge: 'sim:judge', batch: 'export' })
    expect(given.candidate).toMatchObject({ price: { in: 2, out: 4 }, priceShare: 0.5 })
    expect(given.judge?.priceShare).toBeUndefined()
  })

  test('a panel costs the mean of what its members cost', () => {
    const models = { direct: batched(), half: batched(true) }
    expect(roles({ models, model: 'direct', judge: 'panel:direct;half' }).judge).toMatchObject({
      price: { in: 3, out: 6 },
      priceShare: 0.75,
    })
  })

  test('batch: false is none, and a simulated model has no Batch API', () => {
    expect(roles({ models: { m: batched(false) }, model: 'm', judge: 'm' }).candidate).toMatchObject({ price: PRICE, batch: undefined })
    expect(() => roles({ models: { m: { uri: 'sim:oracle', batch: true } }, model: 'm' })).toThrow(
      'Failed to set up sim:oracle: its entry says batch, and only openai: models have a Batch API. Remove batch from the entry.',
    )
  })
})
