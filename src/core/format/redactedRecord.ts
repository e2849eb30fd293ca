import { redacted } from '../base/secrets.ts'

/** What names an item, a call, or what belongs to one. */
interface Named {
  readonly suite: string
  readonly item: string
  readonly task?: string
  readonly call?: string
}

/** A record of an item or of a call without secrets. What names it stays as it is: others are found by that. */
export function redactedRecord<Recorded extends Named>(record: Recorded): Recorded {
  const clean = redacted(record)
  if (clean === record) return record
  const { suite, item, task, call } = record
  return { ...clean, suite, item, ...(task !== undefined && { task }), ...(call !== undefined && { call }) }
}
