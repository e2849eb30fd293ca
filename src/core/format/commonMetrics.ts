import { controlOfUser, UNUSABLE_USER, USER_CONTROLS } from './userControl.ts'

const COMMON = /^(?:pass_rate|unscored_rate|cut_rate|doubt_rate|pass[@^]\d+)$|^judge\./

/** Whether every suite has this metric, so that it says nothing of a suite of its own. */
export function isCommonMetric(key: string): boolean {
  return COMMON.test(key) || key === UNUSABLE_USER || controlOfUser(key) !== undefined
}

/** The name in words of a metric that every suite has; undefined for those of a suite's own. */
export function commonLabel(key: string): string | undefined {
  const judge = /^judge\.(sensitivity|specificity)\.(.+)$/.exec(key)
  if (judge) return `judge's ${judge[1]}: ${judge[2]}`
  const user = controlOfUser(key)
  if (user) return USER_CONTROLS[user]
  const repeated = /^pass([@^])(\d+)$/.exec(key)
  if (repeated) return `${repeated[1] === '@' ? 'passed in at least one' : 'passed in every one'} of ${repeated[2]} trials`
  return {
    pass_rate: 'items passed',
    unscored_rate: 'items without a score',
    cut_rate: 'answers cut at their cap',
    doubt_rate: 'verdicts left to people',
    [UNUSABLE_USER]: 'situations without a usable reply of the user',
  }[key]
}

/** Range of the metrics that every suite has. */
export const SHARE = [0, 1] as const

/** Whether this is one of the metrics of every suite of which a smaller figure is the better one. */
export function alwaysLower(key: string): boolean {
  return key === 'unscored_rate' || key === 'cut_rate' || key === 'doubt_rate' || key === UNUSABLE_USER
}

const CORRECTED = 'corrected.'

/** Key of the figure that people would have given, beside the judge's. */
export function correctedKey(key: string): string {
  return `${CORRECTED}${key}`
}

/** The metric that a figure corrects by labels of people; undefined for a key of another kind. */
export function keyOfCorrected(key: string): string | undefined {
  return key.startsWith(CORRECTED) ? key.slice(CORRECTED.length) : undefined
}
