import type { Display } from '../../src/kit.ts'
import type { RefutebenchOptions } from './options.ts'
import { PROTOCOLS, TASK_TITLES, TASKS } from './tasks.ts'

/** How the figures of RefuteBench 2.0 are laid out; what an option left out has no figure and no place. */
export function refutebenchDisplay({ objections, distractions }: RefutebenchOptions): Display {
  const asked = Array.from({ length: distractions }, (_, index) => index + 1)
  const perTask = TASKS.flatMap((task) => {
    const transient = (label: string, ...names: string[]) => keysOf(label, `transient.${task}.`, names)
    const persistent = (label: string, ...names: string[]) => keysOf(label, `persistent.${task}.`, names)
    return [
      transient(TASK_TITLES[task], 'turn1', `turn${objections}`, 'forgetting', 'initial', 'final', 'drift'),
      transient('… still satisfied', 'satisfied', 'retained_given_satisfied', 'forgetting_paired', 'drift_paired'),
      persistent('… asked later', 'c0', ...asked.map((count) => `c${count}`), 'forgetting', 'c0_again', 'flagged', 'forgetting_valid'),
      persistent('… still, later', 'satisfied', ...asked.map((count) => `retained_given_satisfied.c${count}`), 'forgetting_paired'),
      transient('… answers', 'length_ratio', 'unchanged', 'flagged', 'forgetting_valid'),
      persistent('… tokens between', 'distance'),
    ]
  })
  return {
    headline: { key: 'transient.satisfaction', label: 'transient satisfaction, 1 to 5' },
    beside: PROTOCOLS.flatMap((protocol) => [
      { key: `${protocol}.satisfied`, label: `${protocol}: satisfied at first, share` },
      { key: `${protocol}.retained_given_satisfied`, label: `${protocol}: still at last, of those` },
    ]),
    taskKeys: Object.fromEntries(
      TASKS.flatMap((task) => [
        [`transient/${task}`, `transient.${task}.satisfaction`],
        [`persistent/${task}`, `persistent.${task}.c${distractions}`],
      ]),
    ),
    rows: [
      { label: 'overall', keys: ['transient.forgetting', 'transient.drift', 'persistent.forgetting'], note: '(first minus last)' },
      ...perTask,
      { label: 'objections', group: 'focus' },
      { label: 'refuter', group: 'refuter' },
      { label: 'by style', group: 'style' },
      { label: 'plain seeds', group: 'level.plain' },
      { label: 'hard seeds', group: 'level.hard' },
    ],
  }
}

/** Metrics of a task. */
function keysOf(label: string, prefix: string, names: readonly string[]) {
  return { label, keys: names.map((name) => prefix + name) }
}
