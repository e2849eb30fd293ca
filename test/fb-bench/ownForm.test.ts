import { expect, test } from 'vitest'
import { UnscoredError } from '../../src/core/base/errors.ts'
import type { Model } from '../../src/models/model.ts'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { judgeAnswer } from '../../suites/fb-bench/judge/judgeAnswer.ts'
import { judgePrompt } from '../../suites/fb-bench/judge/prompt.ts'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { acceptedVotes } from '../../suites/fb-bench/scoring/judgement.ts'

const ITEMS = readBundledItems()
const itemIn = (language: FbItem['language']) =>
  ITEMS.find((item) => item.language === language && item.scenario === 'ec' && item.checklist.length === 2) ?? expect.unreachable()

/** A judge that always replies the same, and what it was asked with. */
function judgeSaying(content: string): { judge: Model; asked: unknown[] } {
  const asked: unknown[] = []
  const ask: Model['ask'] = async (_, options) => {
    asked.push(options?.json)
    return { content, finish: 'stop' }
  }
  return { judge: { name: 'stub', simulated: false, ask }, asked }
}

const EN = (one: string, two: string) =>
  `{"criteria": [{"number": 1, "reason": "r", "met": ${one}}, {"number": 2, "reason": "r", "met": ${two}}]}`
const ZH = (one: string, two: string) =>
  `{"评判": [{"编号": 1, "评判理由": "因为", "评判结果": ${one}}, {"编号": 2, "评判理由": "因为", "评判结果": ${two}}]}`

test.each<[FbItem['language'], string]>([
  ['en', EN('true', 'false')],
  ['en', EN('"yes"', '"否"')],
  ['en', `\`\`\`json\n${EN('"true"', 'false')}\n\`\`\``],
  ['zh', ZH('"是"', '"否"')],
  ['zh', ZH('"yes"', '"no"')],
  ['zh', ZH('true', 'false')],
])('a judge of a bundled item in %s is asked and read in its language: %s', async (language, reply) => {
  const item = itemIn(language)
  const { judge, asked } = judgeSaying(reply)
  const { entries, score } = await judgeAnswer(judge, { item, answer: 'a', withReference: false }, 1)
  expect(entries.map(({ criterion, met, weight }) => [criterion, met, weight])).toEqual(
    item.checklist.map(({ text, weight }, index) => [text, index === 0, weight]),
  )
  expect(score).toBe(item.checklist[0]?.weight)
  expect(asked).toEqual([{ name: 'verdict', schema: expect.objectContaining({ type: 'object' }) }])
  const prompt = judgePrompt({ item, answer: 'a', withReference: false })
  expect(/评判/.test(prompt)).toBe(language === 'zh')
  // What a page shows of the reply has the criteria and weights of the prompt.
  expect(acceptedVotes([{ content: reply, prompt }])).toEqual([entries])
})

test.each([EN('"perhaps"', 'true'), EN('true', 'true').replace('"number": 2', '"number": 3'), ZH('"是"', '"否"'), 'yes, no'])(
  'any other reply is unusable: %s',
  async (reply) => {
    const judged = judgeAnswer(judgeSaying(reply).judge, { item: itemIn('en'), answer: 'a', withReference: false }, 1)
    await expect(judged).rejects.toThrow(UnscoredError)
  },
)
