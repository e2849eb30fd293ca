import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasShared, sharedFolder } from '../../../../../test/shared.ts'
import { cardOf, countsOf } from '../datasetCards.ts'

test('a folder without the suite is one error', () => expect(cardOf('lifbench', '/nowhere')).rejects.toMatchObject({ code: 'DATA' }))

test.skipIf(!hasShared)('the card of the official data has 2,802 items, a context per length and scenario', async () => {
  const card = await cardOf('lifbench', join(sharedFolder, 'data'))
  expect(card.items).toBe(2802)
  expect(countsOf(card, 'contexts')).toMatchObject({ onedoc: 6, multidoc: 6 })
  expect(card.lengths.find(({ texts }) => texts === 'multidoc context')?.most).toBeLessThanOrEqual(120 * 1024)
})
