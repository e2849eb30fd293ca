import type { ShrunkCase } from '../../format/shrunkCase.ts'
import { copyAsTest } from '../page/shared/copyAsTest.ts'
import type { Step } from '../page/shared/transcript.ts'

/** The smallest case of an item as a test file: its conversation, with the last question asked anew. */
export function writeShrunkTest({ item, after }: ShrunkCase): string {
  const last = after.messages.length - 1
  const steps = after.messages.map(
    ({ role }, at): Step => ({
      who: role === 'assistant' ? 'candidate' : role,
      title: role,
      ...(at === last && { call: 'answer' }),
      parts: [at],
      findings: [],
    }),
  )
  const lost = after.reason.split('\n').flatMap((line) => /^\s+lost\s+[\d.]+\s+(.+?): /.exec(line)?.[1] ?? [])
  const texts = after.messages.map(({ content }) => content)
  return copyAsTest({ id: item, lost, reason: after.reason }, { texts, steps, calls: [], judgements: [] })
}
