import type { TestCase } from 'vitest/node'
import type { ItemResult } from '../format/itemResult.ts'
import type { ItemAhead } from '../report/progress.ts'
// Declares the fields of a task's meta.
import type {} from '../worker/taskMeta.ts'

/** What the time that an item takes goes by. */
export function aheadOf(test: TestCase): ItemAhead {
  const { holdfastTask: task = '', holdfastWeight: weight = 0 } = test.meta()
  return { task, weight }
}

/** Calls of an item that ended, over all roles: how many, whether all were recorded, and how many were tried again. */
export function callsOf({ usage, early }: ItemResult) {
  const roles = Object.values(usage)
  const sum = (of: (role: (typeof roles)[number]) => number) => roles.reduce((total, role) => total + of(role), 0)
  const calls = sum((role) => role.calls)
  return { calls, isRecorded: calls > 0 && sum(({ cached = 0 }) => cached) === calls, retried: sum(({ retries }) => retries), early }
}
