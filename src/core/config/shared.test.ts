import { expect, test } from 'vitest'
import { divided } from './budgetLimits.ts'
import { resolveConfig } from './resolve.ts'

const resolve = (environment: NodeJS.ProcessEnv) => resolveConfig({}, environment, '/project', [])

test('the shared folder of a job is found from the root; none is none, and an empty one an error', () => {
  expect(resolve({ HOLDFAST_JOB_FOLDER: 'job' }).shared).toBe('/project/job')
  expect(resolveConfig({ jobFolder: '/mnt/job' }, {}, '/project', []).shared).toBe('/mnt/job')
  expect(resolve({}).shared).toBeUndefined()
  expect(() => resolve({ HOLDFAST_JOB_FOLDER: '' })).toThrow('Failed to read HOLDFAST_JOB_FOLDER: it is empty')
  expect(() => resolve({ HOLDFAST_SHARD_FOLDER: 'job' })).toThrow('no variable HOLDFAST_SHARD_FOLDER')
  expect(() => resolve({ HOLDFAST_JOB_FOLDR: 'job' })).toThrow('Did you mean HOLDFAST_JOB_FOLDER?')
})

test.each([
  ['2/4', {}, { index: 2, count: 4 }],
  ['at:0/4', {}, { index: 1, count: 4 }],
  ['auto/6', { JOB_COMPLETION_INDEX: '5' }, { index: 6, count: 6 }],
  ['auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, { index: 1, count: 4 }],
])('HOLDFAST_SHARD=%s is a part', (text, variables, part) => expect(resolve({ HOLDFAST_SHARD: text, ...variables }).shard).toEqual(part))

test.each(['5/4', 'at:4/4', '0/4', 'auto/0', 'at:-1/4', '4', 'at:1'])('HOLDFAST_SHARD=%s is an error', (text) =>
  expect(() => resolve({ HOLDFAST_SHARD: text })).toThrow('Failed to read HOLDFAST_SHARD: expected'),
)

test.each([
  [
    { maxUsd: 1, maxTokens: 1000 },
    { index: 3, count: 8 },
    { maxUsd: 0.125, maxTokens: 125 },
  ],
  [{ maxTokens: 10 }, { index: 1, count: 4 }, { maxTokens: 2 }],
  [{ maxTokens: 2 }, { index: 1, count: 4 }, { maxTokens: 1 }],
  [{ maxUsd: 1 }, undefined, { maxUsd: 1 }],
  [{}, { index: 1, count: 4 }, {}],
])('of a budget of %j the part %j has %j', (limits, shard, own) => expect(divided(limits, shard)).toEqual(own))
