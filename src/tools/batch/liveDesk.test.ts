import { expect, test } from 'vitest'
import { paced } from './liveDesk.ts'

test('of a batch that is looked at each second a line is said every ten seconds, one at its end, and none twice', () => {
  const said: string[] = []
  let seconds = 0
  const say = paced(
    (text) => said.push(`${seconds} s: ${text}`),
    () => 1000 * seconds,
  )
  for (; seconds < 25; seconds += 1) say(`${seconds} answered`)
  for (; seconds < 50; seconds += 1) say('all answered', true)
  expect(said).toEqual(['0 s: 0 answered', '10 s: 10 answered', '20 s: 20 answered', '25 s: all answered'])
})
