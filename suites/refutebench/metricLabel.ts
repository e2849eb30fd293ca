import { type RefuteTask, TASK_TITLES } from './tasks.ts'

/** Figures of the transient dialogue. */
const TRANSIENT: readonly (readonly [RegExp, string])[] = [
  [/^satisfaction$/, 'objections followed at once'],
  [/^satisfied$/, 'first objection satisfied, share of items'],
  [/^retained_given_satisfied$/, 'still satisfied at the end, of those'],
  [/^turn(\d+)$/, 'objection 1 in answer $1'],
  [/^forgetting$/, 'forgetting, first less last rating'],
  [/^forgetting_paired$/, 'forgetting, item by item'],
  [/^forgetting_valid$/, 'forgetting, valid objections only'],
  [/^initial$/, 'task quality of the first answer'],
  [/^final$/, 'task quality of the last answer'],
  [/^drift$/, 'drift from the task, first less last rating'],
  [/^drift_paired$/, 'drift from the task, item by item'],
  [/^curve\.refutation\.(\d+)$/, 'curve of objection 1, answer $1'],
  [/^curve\.task\.(\d+)$/, 'curve of task quality, answer $1'],
  [/^length_ratio$/, 'length of the last answer over the first'],
  [/^unchanged$/, 'answers that repeat the one before, share'],
  [/^flagged$/, 'items with a void objection, share'],
]

/** Figures of the persistent dialogue, which asks again after other queries. */
const PERSISTENT: readonly (readonly [RegExp, string])[] = [
  [/^c0$/, 'objection followed at once'],
  [/^c0_again$/, 'objection followed when asked again at once'],
  [/^c(\d+)$/, 'objection still followed after $1 other queries'],
  [/^satisfied$/, 'objection satisfied at once, share of items'],
  [/^retained_given_satisfied$/, 'still satisfied after other queries, of those'],
  [/^retained_given_satisfied\.c(\d+)$/, 'still satisfied after $1 other queries, of those'],
  [/^distance$/, 'tokens between objection and last query'],
]

/** Names of RefuteBench 2.0's metrics in words (suites/refutebench/README.md, Metrics). */
export function refutebenchLabel(key: string): string | undefined {
  // The headline. There is no such figure of the persistent dialogue, so that its protocol need not be named.
  if (key === 'transient.satisfaction') return 'objections followed at once'
  const [, protocol = '', task, name = ''] = /^(transient|persistent)\.(?:(mt|summarization|writing)\.)?(.+)$/.exec(key) ?? []
  if (protocol) {
    const names = protocol === 'transient' ? TRANSIENT : [...PERSISTENT, ...TRANSIENT]
    const found = names.find(([pattern]) => pattern.test(name))
    const text = found ? name.replace(...found).replace(/\b1 other queries/, '1 other query') : name
    return `${protocol}${task ? `, ${TASK_TITLES[task as RefuteTask]}` : ''}: ${text}`
  }
  const [group = '', ...rest] = key.split('.')
  const of = rest.join('.')
  if (group === 'focus') return `objections about ${of}, share`
  if (group === 'level') return levelLabel(rest)
  if (group === 'style') return `objections followed at once, ${rest[0]} refuter`
  if (key === 'refuter.words') return 'words of an objection'
  return group === 'refuter'
    ? `objections that are ${of.replace('in_style', 'in style').replace('demands', 'demanding')}, share`
    : undefined
}

/** A figure of the seeds of one level. */
function levelLabel([level = '', figure = '']: readonly string[]): string {
  const [pattern, text] = [...TRANSIENT, ...PERSISTENT].find(([known]) => known.test(figure)) ?? [/$/, '']
  return `${figure.replace(pattern, text)}, ${level} seeds`
}
