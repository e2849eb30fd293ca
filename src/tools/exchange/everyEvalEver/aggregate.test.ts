import { expect, test } from 'vitest'
import { madeDocument, madeScores } from '../../../../test/madeDocument.ts'
import { aggregate } from './aggregate.ts'

test('figures go out with what must stand beside them', () => {
  const detailsOf = (own: Parameters<typeof madeScores>[0]) => {
    const document = madeDocument({ suites: { support: madeScores(own) } })
    const sent = aggregate(document, 'support', { organization: 'acme', relationship: 'other', modelId: 'acme/chat' }, undefined)
    return (sent as { source_metadata: { additional_details: object } }).source_metadata.additional_details
  }
  const mark = 'SAYS NOTHING: the interactor asked nothing in 9 of 9 rounds: no question, or what had been said before'
  expect(detailsOf({ judgeSigns: [{ role: 'interactor', sign: 'no_question', n: 9, of: 9 }] })).toMatchObject({ mark })
  expect(detailsOf({})).not.toHaveProperty('mark')
})
