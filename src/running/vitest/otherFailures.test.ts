import { expect, test } from 'vitest'
import type { Vitest } from 'vitest/node'
import { OtherFailures } from './otherFailures.ts'
import { RunKind } from './runKind.ts'

const logger = { printError: () => {} }
const said = (cause: string): string => {
  const failures = new OtherFailures({ logger, getRootProject: () => ({}) } as unknown as Vitest, new RunKind())
  failures.addUnhandled({ name: 'Error', message: '[vitest-pool]: Worker forks emitted error.', cause: { message: cause } })
  expect(failures.count).toBe(1)
  return failures.lines.join(' ').replace(/\s+/g, ' ')
}

// A killed worker is heard of by its exit, or by the first write to it: which comes first is chance.
test.each(['Worker exited unexpectedly', 'write EPIPE', 'write ECONNRESET', 'Channel closed'])(
  'a worker that is gone has one text: %s',
  (cause) => {
    const text = said(cause)
    expect(text).toContain(
      'x worker process Failed to run a test file to its end: the process that ran it exited unexpectedly, as one does',
    )
    expect(text).toContain(`emitted error. ${cause}`)
  },
)

test('another error of a worker is said as it is', () => {
  expect(said('Unable to deserialize cloned data.')).toContain(
    'x unhandled error [vitest-pool]: Worker forks emitted error. Unable to deserialize',
  )
})
