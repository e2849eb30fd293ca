import { expect, test } from 'vitest'
import { entryOf } from '../../../test/entryOf.ts'
import type { CandidateContext } from '../candidate.ts'
import { isolationOnce } from './liveSession.ts'

test('an application that does not close a session in time is not taken for one that does not answer', async () => {
  let closes = 0
  const by = {
    label: 'module:./app.ts#session',
    entry: entryOf('sim:null'),
    candidate: {
      open: () => ({
        send: () => 'none',
        close: () => {
          closes += 1
          return new Promise<void>(() => undefined)
        },
      }),
    },
    context: (_request: unknown, signal: AbortSignal) => ({ signal, item: 'isolation', trial: 0 }) as unknown as CandidateContext,
    read: (value: unknown) => ({ content: String(value) }),
    failed: (error: unknown) => {
      throw error
    },
  }
  await expect(isolationOnce()(by, new AbortController().signal)).resolves.toEqual({ promptTokens: 0, completionTokens: 0 })
  expect(closes).toBe(2)
})
