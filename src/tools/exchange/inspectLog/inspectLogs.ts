import type { ForeignLogs } from '../../../kit.ts'
import { isInspectLog } from './inspectLog.ts'
import { inspectRules } from './inspectRules.ts'

/** Logs of Inspect as runs. */
export const inspectLogs: ForeignLogs = {
  isLog: isInspectLog,
  // Who names no log needs no reader of logs.
  read: async (path) => (await import('./inspectRun.ts')).readInspectRun(path),
  rules: inspectRules,
}
