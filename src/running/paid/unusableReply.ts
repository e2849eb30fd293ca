import { UnscoredError } from '../../core/base/unscored.ts'
import { BUDGET_STOP } from '../../core/format/records.ts'

/** Whether an error says that a model gave no usable reply. A spent budget and a failing endpoint are no broken replies. */
export function isUnusableReply(error: unknown): error is UnscoredError {
  return error instanceof UnscoredError && !error.message.includes(BUDGET_STOP)
}
