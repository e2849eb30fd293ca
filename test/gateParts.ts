import type { Way } from '../src/core/format/gates.ts'

/** A rule about a metric as gates in scores.json name it. */
export function gateParts(suite: string, key: string, rule: string) {
  const [kind, bound, named] = rule.split(' ')
  const way = (named ?? (kind === 'maxDrop' ? 'worse' : 'value')) as Way
  const parts = kind === 'suite' ? {} : { kind: kind as 'min' | 'max' | 'maxDrop', bound: Number(bound), way }
  return { metric: `${suite} ${key}`, suite, key, rule, ...parts }
}
