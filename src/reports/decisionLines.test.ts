import { expect, test } from 'vitest'
import { modelEntry } from '../core/format/modelEntry.ts'
import { decisionLines } from './decisionLines.ts'

const direct = { expected: 0.2, range90: [0.1, 0.4] as const, waves: 0 }
const batch = { expected: 0.08, range90: [0.05, 0.156] as const, waves: 2 }
const roles = (batch?: true) => ({ roles: { candidate: modelEntry.parse({ uri: 'openai:acme', ...(batch && { batch }) }) } })
const said = (...args: Parameters<typeof decisionLines>) =>
  decisionLines(...args)
    .join(' ')
    .replaceAll(/\s+/g, ' ')

test('both ways are told with their range, and the cheaper one is a line to copy', () => {
  const text = said('demo', { direct, batch }, roles(true))
  expect(text).toContain('direct: 20 % of the price of a whole direct run, 10 to 40 % in 9 of 10 runs')
  expect(text).toContain('by batch: 8 % of the price of a whole direct run, 5 to 16 % in 9 of 10 runs, with 2 waves as a rule')
  expect(text).toMatch(/HOLDFAST_DECIDE=early npx vitest run suites\/demo\/$/)
})

test.each([
  ['batch is cheaper and not asked for', { direct, batch }, roles(), 'with batch: true in the entry of its model'],
  [
    'direct calls are cheaper and batch is asked for',
    { direct: batch, batch: direct },
    roles(true),
    'without batch in the entry of its model',
  ],
] as const)('where %s it says so', (_name, decision, config, hint) => expect(said('demo', decision, config)).toContain(hint))

test('nothing is said where it is not asked, and why where nothing tells', () => {
  expect(decisionLines('demo', undefined, roles())).toEqual([])
  expect(said('demo', { why: 'no run tells' }, roles())).toContain('not told: no run tells')
})
