import type { Reader } from '../../../../test/foreignText/reader.ts'
import { parse } from '../../../core/base/data/parse.ts'
import { chatTurns } from '../chat/chat.ts'
import { Placeholders, personalIn } from '../chat/personal.ts'
import { traceChats, traceFile } from '../chat/traceChats.ts'

const PERSONAL = [
  'My name is Jane Miller, jane@lampmail.org, +44 20 7946 0958, 4242 4242 4242 4242, DE89 3704 0044 0532 0130 00.',
  'Dear Mr. Lind,\nI am Jane Lind. Phone: 5550143\nBest regards,\nJane',
]

/** Looks for personal data in a text, and replaces it there. */
function withPlaceholders(text: string): string {
  const placeholders = new Placeholders()
  placeholders.find('1', text)
  return placeholders.replace(text)
}

/** The conversations of a trace whose call has the text for its messages. */
function traceOf(stringValue: string) {
  const attributes = [{ key: 'gen_ai.input.messages', value: { stringValue } }]
  const where = 'a trace'
  const trace = parse(traceFile, { resourceSpans: [{ scopeSpans: [{ spans: [{ spanId: 's', attributes }] }] }] }, where)
  return traceChats([{ trace, where }]).map(chatTurns)
}

/** Functions of the tool that take text which others wrote. */
export const READERS: readonly Reader[] = [
  {
    name: 'personalIn',
    read: personalIn,
    samples: PERSONAL,
    slow: [
      ['', 'a.', '@'],
      ['a@', 'a.'],
      ['', '4 '],
      ['DE89', ' A'],
      ['', 'de89-'],
      ['+1', '(1'],
      ['', 'Mr. A'],
      ['My name is', ' '],
      ['Regards,', ' \n'],
    ],
  },
  { name: 'Placeholders', read: withPlaceholders, samples: PERSONAL, isFine: (text) => typeof text === 'string' },
  { name: 'traceChats', read: traceOf, samples: ['[{"role": "user", "parts": [{"type": "text", "content": "a"}]}]'] },
]
