import { describe, expect, test } from 'vitest'
import type { LifbenchItem } from '../../../suites/lifbench/items.ts'
import { contentScore } from '../../../suites/lifbench/scoring/content.ts'
import { indexElements } from '../../../suites/lifbench/scoring/elementIndex.ts'
import type { ListFacts, TaskParams } from '../../../suites/lifbench/scoring/types.ts'
import type { TaskId } from '../../../suites/lifbench/tasks.ts'
import { bundledItems } from '../bundledItems.ts'

const items = bundledItems('4k', '32k')
const content = ({ task, param, context, promptTail }: LifbenchItem, reply: string) =>
  contentScore(reply, { task, param, facts: context.facts(), promptTail })
const of = (...ids: readonly TaskId[]) => items.filter(({ task }) => ids.includes(task.id)).filter((_, at) => at % 20 === 0)

const SINGLE = of('LSI', 'LOI', 'LOE', 'LBI', 'LBE', 'OQ')
const SEVERAL = of('LMI', 'OR', 'OE', 'MB', 'MF')

/** Replies with the right answer in a sentence or with reasons, and nothing of another one. */
const SAID: readonly ((right: string) => string)[] = [
  (right) => `The item is "${right}"`,
  (right) => `It is **${right}**.`,
  (right) => `${right}\n\nI counted from the top.`,
  (right) => `${right}, because I counted from the top.`,
  (right) => `"${right}" is what was asked for.`,
  (right) => `I counted from the top.\n\n${right}`,
  (right) => `After I counted, I find that the right one is: ${right}`,
]
/** Replies that name the right answer and do not give it. */
const UNSAID: readonly ((right: string) => string)[] = [
  (right) => `It is not ${right}`,
  (right) => `${right} is not what was asked for.`,
  (right) => `${right} would be wrong.`,
  (right) => `I wonder about ${right} and more`,
  (right) => `It isn't true that it is ${right}`,
  (right) => `It is definitely not this one:\n${right}`,
  (right) => `This is the wrong one:\n${right}`,
  (right) => `A wrong answer would be:\n\n${right}`,
  (right) => `I doubt it is ${right}.`,
  (right) => `It is unlikely to be ${right}`,
  (right) => `If the list were longer, the answer would be: ${right}`,
  (right) => `Answer: ${right}\nWait, no.`,
]
/** Replies that give the right answer and a wrong one. */
const BOTH: readonly ((right: string, wrong: string) => string)[] = [
  (right, wrong) => `${right}\n${wrong}`,
  (right, wrong) => `${wrong}\n${right}`,
  (right, wrong) => `${right} or ${wrong}`,
  (right, wrong) => `The answer is ${right}. The answer is ${wrong}.`,
  (right, wrong) => `I first thought of ${wrong}\nAnswer: ${right}`,
  (right, wrong) => `\`\`\`\n${right}\n\`\`\`\nor\n\`\`\`\n${wrong}\n\`\`\``,
  (right, wrong) => `\`\`\`\n${right}\n\`\`\`\n${wrong}`,
  (right, wrong) => `Here is ${wrong}:\n${right}`,
]

test('a right answer in a sentence or with reasons is right, and a wrong one is not', () => {
  for (const item of SINGLE)
    for (const say of SAID) {
      expect(content(item, say(item.reference())), say(item.reference())).toBe(1)
      expect(content(item, say(item.wrong())), say(item.wrong())).toBe(0)
    }
})

test('an answer that is named and not given is wrong', () => {
  for (const item of SINGLE) for (const say of UNSAID) expect(content(item, say(item.reference())), say(item.reference())).toBe(0)
})

test('a reply with the right answer and a wrong one is wrong', () => {
  for (const item of [...SINGLE, ...SEVERAL])
    for (const say of BOTH) {
      const reply = say(item.reference(), item.wrong())
      // Of MF a wrong group costs its share, as in the strict figure.
      if (item.task.id === 'MF') expect(content(item, reply), reply).toBeLessThan(1)
      else expect(content(item, reply), reply).toBe(0)
    }
})

test('a line more than was asked for is no remark', () => {
  for (const item of of('OR'))
    for (const line of ['I have no doubt of it.', 'If there is peace, we thrive.', 'You may rely on it.', '(Some other sentence.']) {
      const { sep } = item.param as TaskParams['OR']
      const more = `${item.reference()}\n${line}${sep}Topic${sep}`
      expect(content(item, more), more).toBe(0)
      expect(content(item, `A sentence more: ${sep}Topic:\n${item.reference()}`), more).toBe(0)
    }
  for (const item of of('OE')) expect(content(item, `${item.reference()}\n("and", "more")`), item.id).toBe(0)
})

test('the element that the instruction names may be said again', () => {
  for (const item of of('LOE')) {
    const { element, bias } = item.param as TaskParams['LSI']
    const reply = `The item directly ${bias === 1 ? 'after' : 'before'} "${element}" is "${item.reference()}".`
    expect(content(item, reply), reply).toBe(1)
    expect(content(item, `${item.reference()}\n${item.wrong()}`)).toBe(0)
  }
})

test('lists and objects may be written as Python writes them', () => {
  for (const item of of('LMI', 'OE', 'MB').filter((one) => !/[\\']/.test(one.reference())))
    for (const spaces of [undefined, 2]) {
      const reply = JSON.stringify(JSON.parse(item.reference()), null, spaces).replaceAll('"', "'")
      expect(content(item, reply), reply).toBe(1)
    }
})

// A reply of Qwen2.5 with 0.5B parameters had this form.
test('an option with a sentence of reasons is right', () => {
  for (const item of of('OQ')) {
    const { evidence } = item.param as TaskParams['OQ']
    expect(content(item, `${item.reference()}\n\nThe sentence "${evidence}" has a tag before it and after it.`), item.id).toBe(1)
  }
})

test.each(['Yes. No wait, the sentence has no tag.', 'No, wait. Yes.'])('an answer that is taken back is none: %s', (answer) => {
  for (const item of of('OQ')) expect(content(item, answer), item.id).toBe(0)
})

test('an answer with its reason on the next line counts', () => {
  for (const item of of('OQ'))
    expect(content(item, 'No\nthe sentence has no tag before it.'), item.id).toBe(Number(item.reference() === 'No'))
})

test('"No tag" in the reason is no answer', () => {
  const items = of('OQ').filter((item) => (item.param as TaskParams['OQ']).options.some((option) => option === 'No'))
  expect(items.length).toBeGreaterThan(0)
  for (const item of items) expect(content(item, 'Yes. No tag is missing.'), item.id).toBe(Number(item.reference() === 'Yes'))
})

test('a list with an empty element ends', () => {
  const [item] = of('LBE') as [LifbenchItem]
  const facts = item.context.facts() as ListFacts
  const elements = indexElements(['', ...facts.elements.elements])
  expect(contentScore('it is', { task: item.task, param: item.param, facts: { ...facts, elements }, promptTail: '' })).toBe(0)
})

describe.each(['', 'None', '[]', 'The list has many items.', '12'])('%j', (reply) => {
  test('is wrong for every task', () => {
    for (const item of [...SINGLE, ...SEVERAL]) expect(content(item, reply), item.id).toBe(0)
  })
})
