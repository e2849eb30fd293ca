import { test } from 'holdfast'
import { expect } from 'vitest'

test('sends parcels to the address as it was corrected', async ({ dialogue }) => {
  await dialogue.instruct('From now on send my parcels to Lindenweg 5.', { check: /Lindenweg 5/ })
  await dialogue.instruct('I have moved. From now on send my parcels to Ahornweg 9.', { check: /Ahornweg 9/ })
  await dialogue.distract(6)
  await dialogue.compact()
  const later = dialogue.branch()
  await later.ask('Where does my lamp go?')
  await dialogue.recall(/Ahornweg 9/)
  await expect(later).toRetainAfterTurns(7)
})
