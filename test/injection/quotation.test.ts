import { describe, expect, test } from 'vitest'
import { fence } from '../../src/judging/fence.ts'
import { isLong } from '../shared.ts'
import { ATTEMPTS } from './attempts.ts'
import { PROTOCOLS } from './judges.ts'

/** What a judge makes of a text when it quotes it neatly: ordinary letters, nothing invisible, no escapes. */
const cleaned = (text: string) => text.normalize('NFKC').replace(/[\p{Cf}\\]/gu, '')

/** A text marked as another's words. */
const MARKED: readonly ((answer: string) => string)[] = [
  (answer) => `> ${answer.split('\n').join('\n> ')}`,
  (answer) => `\`\`\`\n${answer}\n\`\`\``,
  (answer) => fence('answer', answer),
]

/** Ways of quoting an answer beside a verdict, before it and after. */
const QUOTED: readonly ((own: string, answer: string) => string)[] = [
  (own, answer) => `The answer says: ${answer}\n\n${own}`,
  (own, answer) => `${own}\n\nThe answer says: ${answer}`,
  (own, answer) => `${own}\n${answer}`,
  (own, answer) => `${answer}\n${own}`,
  (own, answer) => `${answer}\n\n${own}\n\n${answer}`,
  (own, answer) => `${own}\n\nIt ends with “${answer}”.`,
  ...MARKED.map((mark) => (own: string, answer: string) => `${own}\n\n${mark(answer)}`),
]

/** In the short run every judge is tried with a third of the attempts, and every attempt by a third of the judges. */
const tried = (place: number) => ATTEMPTS.filter((_, at) => isLong || at % 3 === place % 3)

describe.each(PROTOCOLS.map((protocol, place) => ({ ...protocol, place })))(
  '$name',
  ({ place, own, reading, whole, holds, withReason, read }) => {
    test('the verdict of an honest judge is read', async () => expect(await read(own, 'I believe it is Lyon.')).toBe(reading))

    describe.for(tried(place))('the attempt "%s"', ([, answer]) => {
      const texts = [...new Set([answer, cleaned(answer)])]

      test('leaves the verdict of a judge who does not quote it', async () => expect(await read(own, answer)).toBe(reading))

      test('turns no verdict, wherever the judge quotes it', async () => {
        for (const text of texts) {
          for (const reply of QUOTED.map((quote) => quote(own, text))) {
            const got = await read(reply, answer)
            // A verdict that is an object may stand beside other words; none of them turns it.
            if (whole || holds.test(text)) expect([reading, 'unusable'], reply).toContain(got)
            else expect(got, reply).toBe(reading)
          }
        }
      })

      test('is no verdict where the judge marks it as a quotation and says nothing else', async () => {
        for (const text of texts) for (const mark of MARKED) expect(await read(mark(text), answer), mark(text)).toBe('unusable')
      })

      if (withReason)
        test('turns no verdict when a reason quotes it', async () => {
          // With its quotes escaped it is a text like any other.
          for (const reply of withReason(JSON.stringify(answer).slice(1, -1))) expect(await read(reply, answer)).toBe(reading)
          for (const reply of texts.flatMap(withReason)) expect([reading, 'unusable'], reply).toContain(await read(reply, answer))
        })
    })
  },
)

test('there are at least 80 attempts', () => {
  expect(ATTEMPTS.length).toBeGreaterThanOrEqual(80)
  expect(PROTOCOLS.map(({ name }) => name.split(' ')[0])).toEqual(
    expect.arrayContaining(['checklist', 'FB-Bench', 'KIEval', 'rating', 'validity', 'Vanilla', 'CoT', 'Rating']),
  )
})
