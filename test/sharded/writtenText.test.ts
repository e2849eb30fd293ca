import { describe, expect, test } from 'vitest'
import { writtenTexts } from '../../suites/sharded/checks/writtenText.ts'
import { shardedOptions } from '../../suites/sharded/names.ts'
import { openItems, shardedRubric } from '../../suites/sharded/openSuite.ts'

import talk from './talk.json' with { type: 'json' }

/** Paragraphs as chat models write them before a text that they were asked for, and after it. */
const { leads: LEADS, closings: CLOSINGS } = talk
const { tasks } = openItems('bundled', shardedOptions.parse({ kinds: 'text,data-to-text' }))
const totalOf = (id: string, answer: string) => {
  const task = tasks.find((one) => one.id === id)
  return task ? shardedRubric(task).grade(answer).total : Number.NaN
}

describe.each(tasks.map((task) => [task.id, task.reference] as const))('%s', (id, reference) => {
  test('gives a right text full marks, whatever line leads to it', () =>
    expect(LEADS.filter((lead) => totalOf(id, `${lead}\n\n${reference}`) < 1)).toEqual([]))

  test('gives a right text full marks, whatever is said after it', () =>
    expect(CLOSINGS.filter((closing) => totalOf(id, `${reference}\n\n${closing}`) < 1)).toEqual([]))

  test('gives a right text full marks between both, between rules, and as a quotation', () => {
    for (let index = 0; index < LEADS.length; index += 6) {
      const [lead, closing] = [LEADS[index], CLOSINGS[index % CLOSINGS.length]]
      const quoted = reference.replace(/^/gm, '> ')
      for (const answer of [
        `${lead}\n\n${reference}\n\n${closing}`,
        `${lead}\n\n---\n\n${reference}\n\n---\n\n${closing}`,
        `${lead}\n\n${quoted}\n\n${closing}`,
      ]) {
        expect(totalOf(id, answer), answer).toBe(1)
      }
    }
  })

  test('gives a right text full marks right below a line that ends in a colon, and right above a count', () => {
    expect(totalOf(id, `Here's the updated version:\n${reference}`)).toBe(1)
    expect(totalOf(id, `${reference}\n(42 words)`)).toBe(1)
  })
})

// Right texts, written for this test, whose own first or last lines are like talk.
const LIKE_TALK: readonly (readonly [string, string])[] = [
  [
    'text/out-of-office',
    `Thank you for your message. I am away from 3 to 14 August and will not read my mail in that time. If you need anything urgent, please write to Priya at help@kestrel.example and she will gladly help. I will answer all other messages after I have come back.

Best, Tom`,
  ],
  [
    'data-to-text/event-invite',
    `Dear neighbours,

Our street party is on Saturday 6 June, 3 pm to 10 pm, in the Lindenweg. Please bring a salad.

Would you like to join us?`,
  ],
  [
    'data-to-text/event-invite',
    `Dear neighbours,

You are invited to a street party in the Lindenweg on Saturday 6 June from 3 pm to 10 pm. Please bring a salad.

Please let us know: will you come? 🎉`,
  ],
  [
    'data-to-text/dog-bio',
    `Hi, I'm Muffin, a terrier mix. I love carrots and get on with cats.

Would you like to take me home?`,
  ],
  [
    'data-to-text/team-intro',
    `Great news, everyone! Yusuf comes from Antwerp, starts on 1 March as our new data engineer and speaks Turkish, Dutch and English.

Say hello to him! 👋`,
  ],
  [
    'data-to-text/recipe-intro',
    `Here is a thrifty vegan lentil soup for cold days.

It is ready in 40 minutes, and all 4 portions together cost no more than 8.40 euros, which leaves enough for bread.`,
  ],
  [
    'data-to-text/weather-report',
    `Here is the weather for Thursday.

We expect a high of 23 degrees and a low of 11 degrees. The wind comes from the west at 35 km/h.

Enjoy the day!`,
  ],
  [
    'data-to-text/patient-leaflet',
    `- Give your child 2.5 ml of Tussol three times a day, that is 7.5 ml in a day.

- Do not use it for more than 5 days.

- Note: once opened, keep it in the fridge.`,
  ],
  [
    'text/lost-cat-notice',
    `# LOST CAT

Our Pepper has gone missing
She is small and black
Have you seen her anywhere?

Please let me know: 555-0134`,
  ],
  [
    'text/museum-sign',
    `Anna Weller made this clock of brass in 1787.

It has 212 wheels and weighs as much as a horse.

This still runs.`,
  ],
  [
    'text/birthday-verse',
    `Right now, the whole garden is singing for you,
On all of its branches, in all of its dew.
Sure as the roses, your 80 years shine,
Enjoy every hour, dear grandmother mine.`,
  ],
]

test.each(LIKE_TALK)('%s: a right text that is like talk where it begins or ends gets full marks, with talk around it too', (id, text) => {
  expect(totalOf(id, text)).toBe(1)
  expect(totalOf(id, `Understood. Here's the updated version:\n\n${text}\n\nLet me know if you'd like any changes.`)).toBe(1)
})

test.each([
  ['Would you like me to make it shorter?', 'data-to-text/event-invite', / Will you come\?$/],
  ["Is there anything else you'd like to change?", 'data-to-text/event-invite', / Will you come\?$/],
  ['I left out the band, kept to 50 words and asked for a salad.', 'data-to-text/event-invite', / Each household brings a salad\./],
])('what a text lacks is not made up by %s', (talk, id, gone) => {
  const text = (tasks.find((task) => task.id === id)?.reference ?? '').replace(gone, '')
  expect(totalOf(id, `${text}\n\n${talk}`)).toBe(totalOf(id, text))
  expect(totalOf(id, text)).toBeLessThan(1)
})

test('a title, a line too many and a closing within the text are no talk', () => {
  const verse = tasks.find(({ id }) => id === 'text/birthday-verse')?.reference ?? ''
  expect(totalOf('text/birthday-verse', `**For Grandmother**\n\n${verse}`)).toBeLessThan(1)
  expect(totalOf('text/birthday-verse', `${verse}\n\nAll of us wish you many more.`)).toBeLessThan(1)
})

test('a reply of nothing, of rules alone or of talk alone is a text too', () => {
  expect(writtenTexts('')).toEqual([''])
  expect(writtenTexts('---\n\n***')).toEqual([''])
  expect(writtenTexts('Understood.')).toEqual(['Understood.'])
  expect(writtenTexts('Sure:\n\nNoted:\n')).toEqual(['Noted:'])
})
