import { expect, test } from 'vitest'
import { resolveConfig } from './resolve.ts'

const PRICE = { in: 4, out: 8 }
const entry = (batch?: boolean | { share: number }) => ({
  uri: 'openai:m@http://host/v1',
  price: PRICE,
  ...(batch !== undefined && { batch }),
})
const roles = (options: object) => resolveConfig({ cache: 'off', ...options }, {}, '/', []).roles

test('a call by batch costs the share that its entry says, half by default', () => {
  const models = { direct: entry(), half: entry(true), tenth: entry({ share: 0.1 }) }
  expect(roles({ models, model: 'half', judge: 'tenth', refuter: 'direct' })).toMatchObject({
    candidate: { price: { in: 2, out: 4 }, priceShare: 0.5 },
    judge: { price: { in: 0.4, out: 0.8 }, priceShare: 0.1 },
    refuter: { price: PRICE },
  })
})

test('a run that writes requests costs half for every endpoint, and nothing else changes', () => {
  const given = roles({ models: { direct: entry() }, model: 'direct', judge: 'sim:judge', batch: 'export' })
  expect(given.candidate).toMatchObject({ price: { in: 2, out: 4 }, priceShare: 0.5 })
  expect(given.judge?.priceShare).toBeUndefined()
})

test('a panel costs the mean of what its members cost', () => {
  const models = { direct: entry(), half: entry(true) }
  expect(roles({ models, model: 'direct', judge: 'panel:direct;half' }).judge).toMatchObject({ price: { in: 3, out: 6 }, priceShare: 0.75 })
})

test('batch: false is none, and a simulated model has no Batch API', () => {
  expect(roles({ models: { m: entry(false) }, model: 'm', judge: 'm' }).candidate).toMatchObject({ price: PRICE, batch: undefined })
  expect(() => roles({ models: { m: { uri: 'sim:oracle', batch: true } }, model: 'm' })).toThrow(
    'Failed to set up sim:oracle: its entry says batch, and only openai: models have a Batch API. Remove batch from the entry.',
  )
})
