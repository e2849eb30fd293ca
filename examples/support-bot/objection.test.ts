import { test } from 'holdfast'
import { expect } from 'vitest'

test('addresses the customer as she asked, and still does so three turns later', async ({ dialogue }) => {
  await dialogue.ask('When will my parcel arrive?')
  await dialogue.refute('Please call me Dr. Lind. When will my parcel arrive?', { check: /Dr\. Lind/ })
  await expect(dialogue).toSatisfyRefutation()
  await dialogue.distract(2)
  await dialogue.ask('Until when can I have my money back?')
  await expect(dialogue).toRetainAfterTurns(3)
})
