import { expect, test } from 'vitest'
import { divided } from './budgetLimits.ts'
import { resolveConfig } from './resolve.ts'

const resolve = (environment: NodeJS.ProcessEnv) => resolveConfig({}, environment, '/project', [])

test('the shared folder of a job is found from the root; none is none, and an empty one an error', () => {
  expect(resolve({ HOLDFAST_SHARED: 'job' }).shared).toBe('/project/job')
  expect(resolveConfig({ shared: '/mnt/job' }, {}, '/project', []).shared).toBe('/mnt/job')
  expect(resolve({}).shared).toBeUndefined()
  expect(() => resolve({ HOLDFAST_SHARED: '' })).toThrow('Failed to read HOLDFAST_SHARED: it is empty')
  expect(() => resolve({ HOLDFAST_SHARD_FOLDER: 'job' })).toThrow('no variable HOLDFAST_SHARD_FOLDER')
  expect(() => resolve({ HOLDFAST_SHAREDD: 'job' })).toThrow('Did you mean HOLDFAST_SHARED?')
})

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
