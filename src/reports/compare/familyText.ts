import type { SuiteComparison } from '../../deciding/compare/suiteComparison.ts'

/** Which metrics are tested with which. */
export function familyText({ metrics, first }: Pick<SuiteComparison, 'metrics' | 'first'>): string {
  if (metrics.length === 1) return '1 test, at 5 %'
  if (first === undefined) return `${metrics.length} tests, together at 5 % (Holm)`
  return `${first} tested by itself at 5 %, the other ${metrics.length === 2 ? 'one as well' : `${metrics.length - 1} together at 5 % (Holm)`}`
}
