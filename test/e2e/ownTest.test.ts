import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readCalls, readItems, readScores, runFixture, temporaryFolder, unwrapped } from './fixtureRun.ts'

describe.concurrent('a benchmark with a test of the user’s own', () => {
  test('gets its fixtures in the body, set up and torn down for every item', async () => {
    const log = join(temporaryFolder(), 'fixtures.log')
    const run = await runFixture('ownTest', [], { FIXTURE_LOG: log })
    expect(run.text).not.toContain('Error')
    expect(run.code).toBe(0)
    expect(readScores(run).suites['own-test']).toMatchObject({ items: 2, passed: 2 })
    const lines = readFileSync(log, 'utf8').trim().split('\n')
    expect(lines.toSorted()).toEqual([
      'close phone book',
      'close phone book',
      'close town',
      'open phone book',
      'open phone book',
      'open town',
    ])
    expect([lines[0], lines.at(-1)]).toEqual(['open town', 'close town'])
  })

  test('keeps ids and files calls under the item, although its test has a dialogue as well', async () => {
    const run = await runFixture('ownTest')
    expect(readItems(run).map(({ item }) => item)).toEqual(['100 %s $id %%', 'b'])
    expect(readCalls(run).map(({ item, call }) => [item, call])).toEqual([
      ['100 %s $id %%', 'answer-0'],
      ['b', 'answer-0'],
    ])
  })

  test('fails where a fixture cannot be set up', async () => {
    const run = await runFixture('ownTest', [], { BREAK_FIXTURE: '1' })
    expect(run.code).toBe(1)
    expect(unwrapped(run.text)).toContain('the phone book is out of print')
  })
})
