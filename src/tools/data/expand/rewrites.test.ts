import { expect, test } from 'vitest'
import { fieldsIn, rewritePrompt, simulatedRewrites } from '../../../running/drafts/expressions.ts'
import type { PaidCommand, PaidQuestion } from '../../../running/paid/paidCommand.ts'
import { askRewrites, checkRewrite, comparable } from './expandTemplates.ts'

const origin = {
  task: 'LSI',
  text: 'Give me the {ordid} entry of the list.',
  keeps: [],
  known: ['Which entry is the {ordid} one?'],
  count: 2,
}

/** A command whose author gives these replies in turn. */
function authorOf(...replies: string[]) {
  const asked: PaidQuestion[] = []
  const ask: PaidCommand['ask'] = async (question) => {
    asked.push(question)
    return { content: replies[asked.length - 1] ?? '' }
  }
  const command = { ask, modelOf: (_: string, vote: number) => `author ${vote % 2}` } as unknown as PaidCommand
  return { command, asked }
}
const replyOf = (...rewrites: unknown[]) => JSON.stringify({ rewrites })
const distinct = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `Way number ${from + index} to ask for the {ordid} entry.`)

test('the prompt names what must stay, and asks for another style each time', () => {
  const prompt = rewritePrompt({ ...origin, text: 'As JSON: {a[0]} {{x}} {a[0]} {b}', keeps: ['JSON'] }, 0)
  expect(prompt).toContain('exactly as it is: {a[0]} {b}. Add none.')
  expect(prompt).toContain('Keep these words: JSON.')
  expect(prompt).toContain('<template>\nAs JSON: {a[0]} {{x}} {a[0]} {b}\n</template>')
  expect(rewritePrompt(origin, 1)).not.toBe(rewritePrompt(origin, 0))
  expect(fieldsIn('no {{field}} here')).toEqual([])
})

test('what can be used is kept, and the rest is counted by why', async () => {
  const { command } = authorOf(
    replyOf(
      ...distinct(0, 2),
      'Give me the second entry of the list.',
      'give me the {ordid} entry of the list',
      'Which entry is the {ordid} one',
      7,
      '',
      `${distinct(9, 10)}\u001b[31m`,
    ),
  )
  expect(await askRewrites(command, origin, 2)).toEqual({
    kept: distinct(0, 2).map((text) => ({ text, author: 'author 0' })),
    given: 8,
    refused: { placeholders: 1, duplicate: 2, empty: 2, 'control characters': 1 },
    broken: 0,
  })
})

test('questions are asked until there are enough, one at a time after the first ones, and of each model of a panel', async () => {
  const { command, asked } = authorOf(
    replyOf(...distinct(0, 5)),
    'I cannot do that.',
    replyOf(...distinct(5, 12)),
    replyOf(...distinct(12, 30)),
  )
  const { kept, broken } = await askRewrites(command, origin, 20)
  expect(asked.map(({ vote }) => vote)).toEqual([0, 1, 2, 3])
  expect(broken).toBe(1)
  expect(kept).toHaveLength(20)
  expect(new Set(kept.map(({ author }) => author))).toEqual(new Set(['author 0', 'author 1']))
})

test('after twice the questions nothing more is asked', async () => {
  const { command, asked } = authorOf(replyOf(...distinct(0, 3)))
  expect(await askRewrites(command, origin, 20)).toMatchObject({ kept: { length: 3 }, broken: 3 })
  expect(asked).toHaveLength(4)
})

test('a reply may stand in a code fence, and a key that comes twice makes it none', async () => {
  const fenced = authorOf(`\`\`\`json\n${replyOf(...distinct(0, 2))}\n\`\`\``)
  expect(await askRewrites(fenced.command, origin, 2)).toMatchObject({ broken: 0, kept: { length: 2 } })
  const twice = authorOf('{"rewrites": ["a {ordid} b"], "rewrites": ["another {ordid} entry of it"]}')
  expect(await askRewrites(twice.command, origin, 2)).toMatchObject({ broken: 2, given: 0 })
})

test('simulated rewrites can all be used, and say that they are simulated', () => {
  const { rewrites } = JSON.parse(simulatedRewrites(origin, 3)) as { rewrites: string[] }
  expect(rewrites).toHaveLength(10)
  for (const rewrite of rewrites) {
    expect(checkRewrite(rewrite, origin, new Set())).toBeUndefined()
    expect(rewrite).toMatch(/^\(simulated rewrite 4\.\d+\)/)
  }
})

const template = {
  task: 'LMI',
  text: 'Return the entries {id_arr} and the {options[0]} as a JSON array, such as {{"one": 1}}.',
  keeps: ['JSON'],
  known: [],
  count: 5,
}
const good = 'As JSON: an array of the entries {id_arr}, with {options[0]}, like {{"one": 1}}'
const check = (rewrite: string) => checkRewrite(rewrite, template, new Set([template.text].map(comparable)))

test('a rewrite with all placeholders and kept words is taken, also in several lines and another alphabet', () => {
  expect(check(good)).toBeUndefined()
  expect(check(`${good}\n再说一遍 {id_arr}`)).toBeUndefined()
})

const hostile: [string, string, ReturnType<typeof checkRewrite>][] = [
  ['nothing', ' \n ', 'empty'],
  ['an escape sequence', `${good} \u001b[2J`, 'control characters'],
  ['a tabulator', `${good}\t`, 'control characters'],
  ['text turned round', `${good} \u202e`, 'control characters'],
  ['an invisible character', `${good} \u200b`, 'control characters'],
  ['half a surrogate pair', `${good} \ud800`, 'control characters'],
  ['a lost placeholder', good.replace('{id_arr}', 'five'), 'placeholders'],
  ['a placeholder that is none of the template', `${good} {element}`, 'placeholders'],
  ['a placeholder of another index', good.replace('[0]', '[1]'), 'placeholders'],
  ['a placeholder with a space', good.replace('{id_arr}', '{ id_arr }'), 'placeholders'],
  ['a placeholder of Python that the suite does not fill', good.replace('{id_arr}', '{id_arr!r}'), 'placeholders'],
  ['a bracket by itself', `${good} {`, 'placeholders'],
  ['doubled brackets lost', good.replace('{{"one": 1}}', 'an object'), 'placeholders'],
  ['doubled brackets made single', good.replace('{{"one": 1}}', '{"one": 1}'), 'placeholders'],
  ['a lost word', good.replace('JSON', 'text'), 'words lost'],
  ['the template itself in other letters', template.text.toUpperCase().replace(/\{[^{}]*\}/g, (field) => field.toLowerCase()), 'duplicate'],
  ['endless text', good.repeat(100), 'length'],
  ['a stump', '{id_arr} JSON', 'length'],
]
test.each(hostile)('a rewrite is refused that is or has: %s', (_, rewrite, refusal) => expect(check(rewrite)).toBe(refusal))

test('texts that differ in case, spaces and punctuation are one wording', () => {
  expect(comparable('Give me {id}, please!')).toBe(comparable('give  me {id} — please'))
  expect(comparable('Give me {id}')).not.toBe(comparable('Give me {element}'))
})
