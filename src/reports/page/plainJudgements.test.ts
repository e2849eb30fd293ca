import { describe, expect, test } from 'vitest'
import { callRecord, itemRecord } from '../../core/format/records.ts'
import { judgeChecklist } from '../../judging/checklistJudge.ts'
import type { Model } from '../../models/model.ts'
import { itemJudgements, plainJudgements } from './plainJudgements.ts'

const record = (status: string, scores: Record<string, number>, reason?: string) =>
  itemRecord.parse({ suite: 's', item: 'i', task: 't', trial: 0, status, tags: {}, scores, threshold: 0.75, reason })
const reply = (call: string, content: string, more: object = {}) =>
  callRecord.parse({ suite: 's', item: 'i', role: 'judge', call, content, ...more })

/** A reply to a checklist with the prompt that was sent. */
async function checklistReply(criteria: readonly string[], met: readonly boolean[], vote = 0) {
  const content = JSON.stringify({ criteria: met.map((is, index) => ({ number: index + 1, reason: `because ${index + 1}`, met: is })) })
  let messages: unknown
  const judge: Model = {
    name: 'judge',
    simulated: false,
    ask: async (prompt) => {
      messages = typeof prompt === 'function' ? prompt() : prompt
      return { content }
    },
  }
  await judgeChecklist(judge, { conversation: [], answer: 'So.' }, criteria, { votes: 1 })
  return reply('verdict', content, { messages, vote })
}

describe('judgements of a suite of which nothing is known', () => {
  test('are criteria with their reasons, those that are not met first', async () => {
    const failed = record('failed', { polite: 1, short: 0, total: 0.5 }, 'Failed.\n  lost      short 1 of 2 points: because 2')
    expect(plainJudgements(failed, [await checklistReply(['polite', 'short'], [true, false])])).toEqual([
      {
        title: 'Criteria',
        outcome: '1 of 2 criteria met',
        state: 'failed',
        calls: ['verdict'],
        lost: ['short'],
        words: [],
        table: {
          columns: ['Criterion', 'Verdict', 'Reason'],
          words: 2,
          rows: [
            { cells: ['short', 'not met', 'because 2'], tone: 'bad' },
            { cells: ['polite', 'met', 'because 1'], tone: 'good' },
          ],
        },
      },
    ])
  })

  test('are by the majority of the votes', async () => {
    const votes = await Promise.all([true, false, true].map((met, vote) => checklistReply(['polite'], [met], vote)))
    expect(plainJudgements(record('passed', { total: 1 }), votes)).toMatchObject([{ outcome: '1 of 1 criterion met', state: 'passed' }])
  })

  test('are ratings with what they need', () => {
    const reason = 'Failed to satisfy the refutation: rating 1 of 5, threshold 4.\n  lost      rating: rated 1 of 5: no'
    expect(plainJudgements(record('failed', { rating: 1, total: 0 }, reason), [reply('rating', 'No. [[1]]')])).toMatchObject([
      { title: 'Rating', outcome: '1 of 5, needs 4', state: 'failed', words: ['No. [[1]]'], lost: ['rating'] },
    ])
    expect(plainJudgements(record('passed', { rating: 5, total: 1 }), [reply('rating', '[[5]]')])).toMatchObject([
      { outcome: '5 of 5', state: 'passed' },
    ])
  })

  test('are else the words of the judge, of each call what was said last', () => {
    const calls = [
      reply('check', 'what?', { ask: 0 }),
      reply('check', 'fine', { ask: 1 }),
      callRecord.parse({ suite: 's', item: 'i', role: 'judge', call: 'other', error: 'down' }),
    ]
    expect(plainJudgements(record('passed', { total: 1 }), calls)).toEqual([
      { title: 'check', outcome: '', state: 'noted', calls: ['check'], words: ['fine'] },
    ])
  })
})

test('what a suite words is not said again, and what failed the item comes first', () => {
  const own = { outcome: '', calls: ['known'], words: [] }
  const view = {
    judgements: () => [
      { ...own, title: 'passed', state: 'passed' as const },
      { ...own, title: 'failed', state: 'failed' as const },
    ],
    judgedCall: () => 'answer',
  }
  const judgements = itemJudgements(record('failed', { total: 0 }), [reply('known', 'a'), reply('left', 'b')], view)
  expect(judgements.map(({ title, about }) => [title, about])).toEqual([
    ['failed', undefined],
    ['passed', undefined],
    ['left', 'answer'],
  ])
})
