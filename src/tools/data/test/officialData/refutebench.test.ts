import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasShared, sharedFolder } from '../../../../../test/shared.ts'
import { cardOf, expectBundledCard } from '../datasetCards.ts'

test('the card of the bundled data counts each item once', async () => await expectBundledCard('refutebench'))

test.skipIf(!hasShared)('the card of the official data has sentences and irrelevant queries', async () => {
  const { source, lengths } = await cardOf('refutebench', join(sharedFolder, 'data'))
  expect(source).toContain('official sentences to translate and irrelevant queries')
  expect(lengths.find(({ texts }) => texts === 'irrelevant query')?.count).toBe(805)
})
