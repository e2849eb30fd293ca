import { expect, test } from 'vitest'
import { shardedOptions } from '../../suites/sharded/names.ts'
import { openItems, shardedRubric } from '../../suites/sharded/openSuite.ts'

const { tasks } = openItems('bundled', shardedOptions.parse({}))

/** Demands that an answer does not meet. */
function unmet(id: string, answer: string): string[] {
  const task = tasks.find((one) => one.id === id)
  if (!task) throw new Error(`no task ${id}`)
  const { points } = shardedRubric(task).grade(answer)
  return Object.keys(points).filter((name) => points[name] === 0)
}

const BUSES = (dash: string) => `| Stop | Bus 1 | Bus 2 | Bus 3 |
|------|:-----:|:-----:|:-----:|
| Station | 08:10 | 09:00 | 09:50 |
| Lake | 08:22 | 09:12 | 10:02 |
| Dam | 08:31 | 09:21 | 10:11 |
| **Hut** | 08:51 | 09:41 | ${dash} |`

test.each([
  ['data-to-text/weather-report', 'On Thursday we reach a high of 23 and a low of 11 degrees. The wind blows from the west at 35 km/h.'],
  [
    'data-to-text/event-invite',
    'Dear neighbours, please join our street party on Saturday, June 6, from 3 to 10 pm in the Lindenweg. Bring a salad! Can you make it?',
  ],
  ['data-to-text/match-summary', 'Riverton beat Hale 3\u20112. Dana scored first, Kofi added a goal, and Dana won it in minute\u202f88.'],
  [
    'data-to-text/river-gauge',
    'Since 6:00 this morning the river has risen by 82 cm and is now, at 18:00, at 3.92 m, which is 12 cm over the warning level of 380 cm.',
  ],
  [
    'data-to-text/patient-leaflet',
    '- Tussol: 2.5 ml 3 times a day (7.5 ml a day in all)\n- For five days at most\n- Once opened, keep it in the refrigerator',
  ],
  [
    'text/trail-warning',
    'WARNING: Until June 30 the bridge at Fallow Creek stays closed to everyone and the only way around it is the detour over Saddle Pass which takes two hours longer.',
  ],
  [
    'table/paint-mix',
    '| Wall | Area m2 | Litres |\n|---|---|---|\n| North wall | 10 | 2.50 |\n| East wall | 12 | 3.00 |\n| South wall | 10 | 2.50 |',
  ],
  ['table/bus-timetable', BUSES('-')],
  ['table/bus-timetable', BUSES('–')],
  ['table/bus-timetable', BUSES('—')],
])('%s: another right answer gets full marks', (id, answer) => expect(unmet(id, answer)).toEqual([]))

test('an empty cell is no dash', () => expect(unmet('table/bus-timetable', BUSES(''))).toEqual(['bus 3 ends at the dam']))

test('a text loses the points of a figure that is wrong, and of a sign that it was to avoid', () => {
  expect(
    unmet('data-to-text/river-gauge', 'The river rose by 82 cm from 05:00 to 18:00 and is at 3.92 m, above the warning level.'),
  ).toEqual(['gives no other figures'])
  expect(
    unmet('data-to-text/weather-report', 'On Thursday we get 23° by day and 11° by night. The wind comes from the west with 35 km/h.'),
  ).toEqual(['says degrees in words'])
})
