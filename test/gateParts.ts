/** A rule about a metric as gates in scores.json name it. */
export function gateParts(suite: string, key: string, rule: string) {
  const [kind, bound] = rule.split(' ')
  const parts = kind === 'suite' ? {} : { kind: kind as 'min' | 'max' | 'maxDrop', bound: Number(bound) }
  return { metric: `${suite} ${key}`, suite, key, rule, ...parts }
}
