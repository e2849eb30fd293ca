import { BESIDE } from './figureBeside.ts'
import { UNUSABLE_USER, USER_CONTROLS, userKey } from './userControl.ts'

const TAKEN = /^(?:pass_rate|unscored_rate|cut_rate|doubt_rate|pass[@^]\d+)$|^judge\./
const OF_USER: ReadonlySet<string> = new Set([UNUSABLE_USER, ...Object.keys(USER_CONTROLS).map(userKey)])

/** Whether a suite may not call a figure so: it is one that every suite has, or one that is made beside each of them. */
export function isTakenName(key: string): boolean {
  return TAKEN.test(key) || OF_USER.has(key) || Object.values(BESIDE).some(({ prefix }) => key.startsWith(prefix))
}
