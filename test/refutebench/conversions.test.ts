import { expect, test } from 'vitest'
import { irrelevantQueries, sentencesToTranslate } from '../../suites/refutebench/conversions.ts'

const jsonl = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

test('sentences and queries are taken once, with where they are used', () => {
  const ask = (text: string) => `Please translate the following sentence from English into Chinese.\n[English]: ${text} \n[Chinese]: `
  const first = jsonl({ queries: [ask('One, two.'), '[MAYBE FEEDBACK]', 'Why?', ask('Three.')] })
  const second = jsonl({ queries: [ask('Three.'), '[MAYBE FEEDBACK]', 'When?', 'Why?', ask('Three.')] })
  expect(sentencesToTranslate(['multi', 'memory']).convert([first, second])).toBe(
    '{"id": "mt-enzh-0000", "source": "One, two.", "words": 2, "usedIn": ["multi"]}\n' +
      '{"id": "mt-enzh-0001", "source": "Three.", "words": 1, "usedIn": ["memory", "multi"]}\n',
  )
  expect(irrelevantQueries(['qa', 'mt']).convert([first, second])).toBe(
    '{"id": "irr-0000", "query": "Why?", "usedIn": ["mt", "qa"]}\n{"id": "irr-0001", "query": "When?", "usedIn": ["mt"]}\n',
  )
})

test('a published file of another form is named with its line', () => {
  expect(() => irrelevantQueries(['qa']).convert([jsonl({ queries: [] }, {})])).toThrow(
    'Failed to read file 1 of RefuteBench 1.0, line 2, field queries',
  )
})
