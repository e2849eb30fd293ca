import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasShared, sharedFolder } from '../../../../../test/shared.ts'
import { cardOf, expectBundledCard } from '../datasetCards.ts'

test('the card of the bundled data counts each item once', async () => await expectBundledCard('refutebench1'))

test('a folder without the suite is one error', () => expect(cardOf('refutebench1', '/nowhere')).rejects.toMatchObject({ code: 'DATA' }))

test.skipIf(!hasShared)('the card of the official data has every dialogue of its 24 files', async () => {
  const { tasks, labels } = await cardOf('refutebench1', join(sharedFolder, 'data'))
  expect(labels[0]).toEqual({ label: 'task', counts: { email: 600, mt: 2977, qa: 2227 } })
  expect(tasks['qa/generalization 0 between']).toBe(1227)
})
