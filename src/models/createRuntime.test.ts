import { expect, test } from 'vitest'
import { MemoryJournal } from '../../test/memoryJournal.ts'
import { resolveConfig } from '../core/config/resolve.ts'
import { createRuntime } from './createRuntime.ts'

const binding = { suite: 's', item: 'i', trial: 0, counts: { calls: 0, retries: 0, promptTokens: 0, completionTokens: 0 } }

test.each([
  ['judge', 'Set HOLDFAST_JUDGE.'],
  ['user', 'Set HOLDFAST_USER, or HOLDFAST_JUDGE, which plays it too.'],
  ['refuter', 'Set HOLDFAST_REFUTER, or HOLDFAST_JUDGE, which plays it too.'],
] as const)('without a model the error of the %s names each variable that would do', (role, advice) => {
  const runtime = createRuntime(resolveConfig({ model: 'openai:m' }, {}, '/', []), new MemoryJournal())
  expect(() => runtime.model(role, binding as never)).toThrow(`Failed to call the ${role}: no model. ${advice}`)
})
