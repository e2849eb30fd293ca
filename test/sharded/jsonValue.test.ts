import { expect, test } from 'vitest'
import { jsonValue } from '../../suites/sharded/checks/jsonValue.ts'

const ANSWER = '[{"item": "beans", "units": 8}, {"item": "cups", "units": 4}]'
const VALUE = [
  { item: 'beans', units: 8 },
  { item: 'cups', units: 4 },
]

test.each([
  [ANSWER],
  [`Here it is:\n\n\`\`\`json\n${ANSWER}\n\`\`\`\n\nLet me know.`],
  [`Here it is: ${ANSWER}`],
  [`${ANSWER}\n\nOat milk is left out. See [1].`],
  [`${ANSWER}\n\n[1] of your message`],
  [`${ANSWER}\n\n[1]`],
  [`As you asked [1, 2]: ${ANSWER}, in the order of the list [3].`],
  [`${ANSWER}\n\nI did not order {"item": "oat_milk", "units": 10}.`],
  [`${ANSWER}\n\nLeft out:\n{"item": "oat_milk"}`],
  [`\`\`\`json\n${ANSWER}\n\`\`\`\n\nEach entry looks like\n\n\`\`\`json\n{"item": "beans"}\n\`\`\``],
  [`First I had\n[{"item": "beans", "units": 12}, {"item": "cups", "units": 4}]\nand now it is\n${ANSWER}`],
  [`**${ANSWER}**\n\nThe old one, [{"item": "beans", "units": 12}, {"item": "cups", "units": 4}], no longer holds.`],
  [`An entry has [ and ]. ${ANSWER}`],
])('finds the answer in %s', (text) => expect(jsonValue(text)).toEqual(VALUE))

test.each(['python', 'javascript'])('takes no sample data in a program for the answer: %s', (language) =>
  expect(jsonValue(`Try this:\n\n\`\`\`${language}\nx = '''\n${ANSWER}\n'''\nload(x)\n\`\`\`\n\nIt prints them.`)).toBeUndefined(),
)

test('finds none where there is none', () => {
  for (const text of ['', 'none', '48', '"text"', '{"a": }', '[1, 2']) expect(jsonValue(text), text).toBeUndefined()
})
