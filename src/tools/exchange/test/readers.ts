import type { Reader } from '../../../../test/foreignText/reader.ts'
import { parseLine } from '../../../core/base/data/jsonl.ts'
import { parse } from '../../../core/base/data/parse.ts'
import { parseLogJson } from '../inspectLog/inspectLog.ts'
import { inspectRecord } from '../inspectLog/inspectRecord.ts'
import { logHeader, logSample } from '../inspectLog/logSchema.ts'
import { scoreNumber } from '../inspectLog/scoreValues.ts'
import { logHeaderOf, logSampleOf } from './inspectLog.ts'

const SAMPLE = JSON.stringify(logSampleOf({ id: 1, scores: { match: { value: 'C', answer: 'a', explanation: 'b' } } }))
const HEADER = JSON.stringify(logHeaderOf({ samples: [{ id: 1 }] }))
const RULES = { suite: 's', first: 'match', scoresErrors: false, cluster: 'page', ways: {} }

/** The value, or undefined where the text is no JSON. */
function orNone(text: string): unknown {
  try {
    return parseLogJson(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Functions of the tool that take text which others wrote. */
export const READERS: readonly Reader[] = [
  {
    name: 'parseLogJson',
    read: orNone,
    samples: ['{"a": NaN, "b": [-Infinity, "NaN \\" NaN"]}', '[1, "\\\\"]'],
    slow: [
      ['[NaN, "', '\\', '"]'],
      ['[NaN, "', '\\"', '"]'],
      ['[', 'NaN,', '1]'],
      ['[NaN', ',""', ']'],
    ],
  },
  {
    name: 'scoreNumber',
    read: scoreNumber,
    samples: ['C', '-1.5e3', 'yes'],
    slow: [
      ['', '1'],
      ['1', '.1'],
    ],
  },
  { name: 'logHeader', read: (text) => parse(logHeader, parseLine(text, 'a log'), 'a log'), samples: [HEADER] },
  { name: 'logSample', read: (text) => parse(logSample, parseLine(text, 'a log'), 'a log'), samples: [SAMPLE] },
  {
    name: 'inspectRecord',
    read: (text) =>
      inspectRecord(
        {
          id: text,
          epoch: 1,
          input: [{ role: text, content: text }],
          target: text,
          scores: { match: { value: text, answer: text, explanation: text }, other: { value: [text], answer: null, explanation: null } },
          metadata: { page: text },
          invalidation: { author: text, reason: text },
        },
        RULES,
      ),
    samples: ['C', 'an answer'],
  },
]
