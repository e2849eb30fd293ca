import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasShared, sharedFolder } from '../../../../../test/shared.ts'
import { cardOf, countsOf, expectBundledCard } from '../datasetCards.ts'

test('the card of the bundled data counts each item once', async () => await expectBundledCard('fb-bench'))

test.skipIf(!hasShared)('the card of the official data has 591 items, five deficiencies, nine kinds of feedback', async () => {
  const card = await cardOf('fb-bench', join(sharedFolder, 'data'))
  const kinds = (label: string) => Object.keys(countsOf(card, label)).length
  expect([card.items, kinds('deficiency'), kinds('feedback')]).toEqual([591, 5, 9])
})
