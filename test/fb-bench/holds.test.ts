import { describe, expect, test } from 'vitest'
import type { CallRecord, ItemRecord } from '../../src/core/format/records.ts'
import { CHECKLIST_FORMS } from '../../src/judging/checklistJudge.ts'
import type { Model } from '../../src/models/model.ts'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { judgePrompt } from '../../suites/fb-bench/judge/prompt.ts'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { fbBenchQuestions } from '../../suites/fb-bench/questions.ts'
import { fbRubric } from '../../suites/fb-bench/suite.ts'

const items = readBundledItems().filter(({ scenario }) => scenario === 'rm')
const several = items.filter(({ checklist }) => checklist.length > 1)

/** A judge that finds these criteria met, by their place. */
function judgeOf({ checklist, language }: FbItem, met: readonly boolean[]): Model {
  const content = CHECKLIST_FORMS[language].write(checklist.map((_, index) => ({ met: met[index] ?? false, reason: 'so' })))
  return { name: 'stub', simulated: false, ask: async () => ({ content, finish: 'stop' }) }
}

async function scoreOf(item: FbItem, met: readonly boolean[]) {
  const rubric = fbRubric(item, false)
  if (!('judged' in rubric)) throw new Error('no judged rubric')
  const { total, scores } = await rubric.judged({ conversation: [], answer: 'an answer' }, judgeOf(item, met), 1)
  return { total, strict: scores?.strict, all: scores?.strict_all }
}

describe('response maintenance with several criteria', () => {
  test('needs all of them in bundled items', async () => {
    expect(several.length).toBeGreaterThan(15)
    for (const item of several) {
      expect(item.holds, item.id).toBe('all')
      expect((await scoreOf(item, [true, false])).total, item.id).toBe(0)
      expect((await scoreOf(item, [false, true])).total, item.id).toBe(0)
      expect((await scoreOf(item, [true, true])).total, item.id).toBe(1)
    }
  })

  test('needs any of them where the item does not say, as officially', async () => {
    const official = { ...(several[0] as FbItem), holds: undefined }
    expect((await scoreOf(official, [true, false])).total).toBe(1)
    expect((await scoreOf(official, [false, true])).total).toBe(1)
    expect((await scoreOf(official, [false, false])).total).toBe(0)
  })

  test('is decided by the first, or by all, in strict figures', async () => {
    const official = { ...(several[0] as FbItem), holds: undefined }
    expect((await scoreOf(official, [true, false])).strict).toBe(1)
    expect((await scoreOf(official, [false, true])).strict).toBe(0)
    expect((await scoreOf(official, [true, false])).all).toBe(0)
    expect((await scoreOf(official, [true, true])).all).toBe(1)
  })
})

test('an answer that keeps the reason and gives in is no maintenance', () => {
  const item = several.find(({ id }) => id === 'rm-reasoning-05') as FbItem
  const answer = 'Sure, leaving at 7:00 is fine! Bag drop closes at 7:15, and they will wait for you.'
  expect(item.checklist.every(({ check }) => check?.(answer))).toBe(false)
})

test('is labelled anew by the rule of the item', () => {
  const item = several[0] as FbItem
  const content = CHECKLIST_FORMS[item.language].write(item.checklist.map(() => ({ met: true, reason: 'so' })))
  const prompt = judgePrompt({ item, answer: 'an answer', withReference: false })
  const call = {
    role: 'judge',
    call: 'verdict',
    vote: 0,
    content,
    messages: [{ role: 'user', content: prompt }],
  } as unknown as CallRecord
  const values = new Map(item.checklist.map((_, index) => [`verdict/${index + 1}`, Number(index === 0)]))
  const scoreWith = (tags: Readonly<Record<string, string>>) => {
    const record = { item: 'own-1', status: 'failed', scores: {}, tags: { scenario: 'rm', ...tags } } as unknown as ItemRecord
    return fbBenchQuestions.relabel?.(record, values, [call]).scores.score
  }
  expect([scoreWith({}), scoreWith({ holds: 'any' })]).toEqual([0, 1])
})
