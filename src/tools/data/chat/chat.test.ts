import { expect, test } from 'vitest'
import { chatTurns } from './chat.ts'

const turnsOf = (...messages: readonly unknown[]) => chatTurns({ name: 'one', messages, where: 'chat.json' })

test('turns are what the user says with what is answered, tools and greetings left out and told', () => {
  expect(
    turnsOf(
      { role: 'developer', content: 'Be brief.' },
      { role: 'assistant', content: 'Hello.' },
      { role: 'user', content: 'Where is it?', name: 'kim' },
      { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] },
      { role: 'tool', tool_call_id: 'a', content: '{}' },
      { role: 'assistant', content: 'In Arran.' },
      { role: 'system', content: 'Time is up.' },
      { role: 'user', content: 'Thanks.' },
    ),
  ).toEqual({
    system: 'Be brief.',
    turns: [
      { user: 'Where is it?', assistant: 'In Arran.', names: ['kim'] },
      { user: 'Thanks.', assistant: '', names: [] },
    ],
    leftOut: 3,
  })
})

test('messages of one side that follow on each other are one', () =>
  expect(
    turnsOf(
      { role: 'user', content: 'One.' },
      { role: 'user', content: 'Two.' },
      { role: 'assistant', content: 'A.' },
      { role: 'assistant', content: 'B.' },
    ).turns,
  ).toEqual([{ user: 'One.\n\nTwo.', assistant: 'A.\n\nB.', names: [] }]))

test('parts are read as each format names them, and what is no text says what it is', () => {
  const { turns, leftOut } = turnsOf(
    { role: 'user', content: [{ type: 'input_text', text: 'See' }, 'here', { type: 'image_url', image_url: {} }] },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', reasoning: 'Hm.' },
        { type: 'refusal', refusal: 'No.' },
      ],
    },
    { role: 'user', parts: [{ type: 'text', content: 'Please' }] },
    {
      role: 'assistant',
      parts: [
        { type: 'tool_call', name: 'x' },
        { type: 'text', content: 'Yes.' },
      ],
      finish_reason: 'stop',
    },
  )
  expect(turns.map(({ user, assistant }) => [user, assistant])).toEqual([
    ['See\n\nhere\n\n[image_url]', 'No.'],
    ['Please', 'Yes.'],
  ])
  expect(leftOut).toBe(1)
})

test.each([
  ['another role', [{ role: 'narrator', content: 'x' }], /^Failed to read chat\.json, field 0\.role: .*"narrator"/],
  [
    'a content of another kind',
    [{ role: 'user', content: 7 }],
    /^Failed to read chat\.json, field 0\.content: no text, null or list of parts, received 7/,
  ],
  ['no message', [], /^Failed to read chat\.json: /],
  ['no user', [{ role: 'assistant', content: 'x' }], /^Failed to read chat\.json: no message is of a user\. Name another/],
])('%s is an error that names the place', (_, messages, message) => expect(() => turnsOf(...messages)).toThrow(message))
