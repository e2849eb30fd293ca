// An example. Your own bot may be no translator: ask here what it is for, or remove this file.
import { test } from 'holdfast'
import { expect } from 'vitest'

test('example: uses the word it was told to use', async ({ dialogue }) => {
  await dialogue.ask('Translate into German: "We sat on the bank."', { reference: 'Wir saßen auf der Bank.' })
  await dialogue.refute('Say "Ufer". It is a riverbank.', { check: /Ufer/, reference: 'Wir saßen am Ufer.' })
  await expect(dialogue).toSatisfyRefutation()
  await dialogue.distract(3)
  await dialogue.ask('Translate the first sentence again.', { reference: 'Wir saßen am Ufer.' })
  await expect(dialogue).toRetainAfterTurns(3)
})
