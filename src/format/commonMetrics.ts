const COMMON = /^(?:pass_rate|unscored_rate|cut_rate|pass[@^]\d+)$|^judge\./

/** Whether every suite has this metric, so that it says nothing of a suite of its own. */
export function isCommonMetric(key: string): boolean {
  return COMMON.test(key)
}
