import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasShared, sharedFolder } from '../../../../../test/shared.ts'
import { cardOf, countsOf, expectBundledCard } from '../datasetCards.ts'

test('the card of the bundled data counts each item once', async () => await expectBundledCard('kieval'))

test.skipIf(!hasShared)('the card of the official data has the sample with the flags of both lists', async () => {
  const card = await cardOf('kieval', join(sharedFolder, 'data'))
  expect(card.items).toBe(240)
  expect(countsOf(card, 'valid for gpt4')).toEqual({ yes: 200, no: 40 })
  expect(countsOf(card, 'valid for gpt35')).toEqual({ yes: 193, no: 47 })
})
