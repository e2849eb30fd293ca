const COMMON = /^(?:pass_rate|unscored_rate|cut_rate|pass[@^]\d+)$|^judge\./

/** Whether every suite has this metric, so that it says nothing of a suite of its own. */
export function isCommonMetric(key: string): boolean {
  return COMMON.test(key)
}

/** Range of the metrics that every suite has. */
export const SHARE = [0, 1] as const

/** Whether this is one of the metrics of every suite of which a smaller figure is the better one. */
export function alwaysLower(key: string): boolean {
  return key === 'unscored_rate' || key === 'cut_rate'
}
