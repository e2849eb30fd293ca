import { describe, expect, test } from 'vitest'
import { callRecord } from '../../core/format/records.ts'
import { fence } from '../../judging/fence.ts'
import { rubricMessage } from '../../judging/rubric/message.ts'
import { referenceOf } from './reference.ts'

const points = [{ name: 'right', weight: 1 }]
const messageWith = (expected: string) =>
  rubricMessage('pass the rubric', { points }, { points: { right: 0 }, total: 0 }, 1, { expected, received: '"no"' })
const judged = (content: string) =>
  callRecord.parse({ suite: 's', item: 'i', role: 'judge', call: 'verdict', content: '{}', messages: [{ role: 'user', content }] })

describe('the reference of an item', () => {
  test('is what its judge was shown, whole', () => {
    expect(referenceOf({ reason: messageWith('short') }, [judged(`Judge.\n${fence('reference', 'a\nb')}`)])).toEqual({
      text: 'a\nb',
      cut: false,
      call: 'verdict',
    })
  })

  test('is else what its message expected, with the line ends it had', () => {
    expect(referenceOf({ reason: messageWith('a "b"\nc') }, [judged('Judge.')])).toEqual({ text: 'a "b"\nc', cut: false })
  })

  test('is known in part where the message cuts it', () => {
    expect(referenceOf({ reason: messageWith('x'.repeat(1000)) }, [])).toEqual({ text: 'x'.repeat(400), cut: true })
  })

  test.each([undefined, 'Failed.\n  expected  (an empty answer)', 'Failed.'])('is unknown by %j', (reason) => {
    expect(referenceOf({ reason }, [])).toBeUndefined()
  })
})
