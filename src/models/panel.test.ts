import { expect, test } from 'vitest'
import { panel } from './createRuntime.ts'
import type { AskOptions, Model, Prompt } from './model.ts'

/** A member that says its name, with what it was asked. */
function member(name: string, simulated = false) {
  const asked: [Prompt, AskOptions | undefined][] = []
  const model: Model = {
    name,
    simulated,
    ask: async (prompt, options) => {
      asked.push([prompt, options])
      return { content: name }
    },
  }
  return { model, asked }
}

const ask = async (members: readonly string[], vote?: number) => {
  const options = vote === undefined ? undefined : { vote }
  return (await panel(members.map((name) => member(name).model)).ask('Which?', options)).content
}

test('has the first vote from its first member, and so on, and begins again', async () =>
  expect(await Promise.all([0, 1, 2, 3, 4, 5, 6].map((vote) => ask(['a', 'b', 'c'], vote)))).toEqual(['a', 'b', 'c', 'a', 'b', 'c', 'a']))

test('asks its first member where nobody says which vote it is', async () => expect(await ask(['a', 'b'])).toBe('a'))

test('puts a question again to the member it was put to', async () => {
  const members = [member('a'), member('b')]
  const judges = panel(members.map(({ model }) => model))
  for (const again of [0, 1, 2]) await judges.ask('Which?', { vote: 1, ask: again })
  expect(members.map(({ asked }) => asked.length)).toEqual([0, 3])
})

test('passes on prompt and options as they are', async () => {
  const { model, asked } = member('a')
  const prompt = () => [{ role: 'user' as const, content: 'Which?' }]
  const options = { vote: 2, temperature: 0 }
  await panel([model]).ask(prompt, options)
  expect(asked).toEqual([[prompt, options]])
  expect(asked[0]?.[1]).toBe(options)
})

test('is named after all its members', () =>
  expect(panel([member('openai:a@http://host/v1').model, member('sim:judge').model]).name).toBe('panel:openai:a@http://host/v1;sim:judge'))

test.each([
  [[false, false], false],
  [[true, false], true],
  [[false, true], true],
  [[true, true], true],
])('of members simulated %j is simulated: %s', (simulated, expected) => {
  expect(panel(simulated.map((flag) => member('m', flag).model)).simulated).toBe(expected)
})

test('does not ask another member where one fails', async () => {
  const other = member('b')
  const failing: Model = { name: 'a', simulated: false, ask: () => Promise.reject(new Error('busy')) }
  await expect(panel([failing, other.model]).ask('Which?')).rejects.toThrow('busy')
  expect(other.asked).toEqual([])
})
