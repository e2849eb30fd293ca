import { test } from 'holdfast'
import { expect } from 'vitest'

const euros = (text: string) => /\d ?€/.test(text) && !text.includes('$')

test('still gives prices in euros after it has compacted', async ({ dialogue }) => {
  await dialogue.instruct('From now on give prices in euros.', { check: euros })
  await dialogue.distract(6)
  await dialogue.compact()
  const later = dialogue.branch()
  await later.ask('What does the brass lamp cost?')
  await dialogue.recall(/euros/)
  await expect(later).toRetainAfterTurns(7)
})
