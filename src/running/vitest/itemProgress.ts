import type { TestCase } from 'vitest/node'
import type { ItemResult } from '../../core/format/itemResult.ts'
import { isLeftOut } from '../../core/format/records.ts'
import type { ItemAhead } from '../../reports/progress.ts'
// Declares the fields of a task's meta.
import type {} from '../worker/taskMeta.ts'

/** What the time that an item takes goes by. */
export function aheadOf(test: TestCase): ItemAhead {
  return { weight: test.meta().holdfastWeight ?? 0 }
}

/** What an item that ended took, over all roles: how many calls, whether all were recorded, how many were tried again; and whether it was left out. */
export function callsOf({ record, usage, early }: ItemResult) {
  const roles = Object.values(usage)
  const sum = (of: (role: (typeof roles)[number]) => number) => roles.reduce((total, role) => total + of(role), 0)
  const calls = sum((role) => role.calls)
  return {
    calls,
    isRecorded: calls > 0 && sum(({ cached = 0 }) => cached) === calls,
    retried: sum(({ retries }) => retries),
    isLeftOut: isLeftOut(record),
    early,
  }
}
