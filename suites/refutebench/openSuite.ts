import type { OpenSuite, SuiteRun } from '../../src/worker/suite.ts'
import { drawFor } from './holdDialogue.ts'
import { openSeeds, type RefuteItem, taskName } from './openSeeds.ts'
import type { RefutebenchOptions } from './options.ts'
import { persistent } from './persistent.ts'
import { planRefutation } from './plannedCalls.ts'
import { PROTOCOLS, TASKS } from './tasks.ts'
import { transient } from './transient.ts'

/** Opens RefuteBench 2.0 for a run. */
export async function openRefutebench({ config, options }: SuiteRun<RefutebenchOptions>): Promise<OpenSuite<RefuteItem>> {
  const { items, source, sha256, notes } = await openSeeds(config.data, options, config.seed)
  const { judge, refuter } = config.roles
  const shared = judge && refuter && judge.uri === refuter.uri && !judge.uri.startsWith('sim:')
  return {
    items,
    task: taskName,
    tags: (item) => {
      const { foci, style } = drawFor(item, options, config.seed)
      return { focus: foci, ...style, ...(options.validity && { validity: 'checked' }) }
    },
    clusters: ({ seed }) => ({ seed: `${seed.task}/${seed.id}` }),
    data: { source, sha256 },
    notes: () => [
      `refuter ${[options.clarity, options.abstraction, options.emotion].join(', ')}; ${options.requery} re-query`,
      ...(shared ? ['the judge plays the refuter too: a good refuter can be a poor judge and the reverse. Set HOLDFAST_REFUTER'] : []),
      ...notes,
    ],
    display: () => ({
      headline: { key: 'transient.satisfaction', label: 'transient satisfaction, 1 to 5' },
      beside: PROTOCOLS.flatMap((protocol) => [
        { key: `${protocol}.satisfied`, label: `${protocol}: satisfied at first, share` },
        { key: `${protocol}.retained_given_satisfied`, label: `${protocol}: still at last, of those` },
      ]),
      taskKeys: Object.fromEntries(
        TASKS.flatMap((task) => [
          [`transient/${task}`, `transient.${task}.satisfaction`],
          [`persistent/${task}`, `persistent.${task}.c3`],
        ]),
      ),
      rows: [
        { label: 'overall', keys: ['transient.forgetting', 'transient.drift', 'persistent.forgetting'], note: '(first minus last)' },
        ...TASKS.flatMap((task) => [
          { label: task, ...keysOf(`transient.${task}.`, ['turn1', 'turn3', 'forgetting', 'initial', 'final', 'drift']) },
          {
            label: '… kept',
            ...keysOf(`transient.${task}.`, ['satisfied', 'retained_given_satisfied', 'forgetting_paired', 'drift_paired']),
          },
          {
            label: '… later',
            ...keysOf(`persistent.${task}.`, ['c0', 'c1', 'c2', 'c3', 'forgetting', 'c0_again', 'flagged', 'forgetting_valid']),
          },
          {
            label: '… kept later',
            ...keysOf(`persistent.${task}.`, [
              'satisfied',
              ...[1, 2, 3].map((count) => `retained_given_satisfied.c${count}`),
              'forgetting_paired',
            ]),
          },
          { label: '… answers', ...keysOf(`transient.${task}.`, ['length_ratio', 'unchanged', 'flagged', 'forgetting_valid']) },
        ]),
        { label: 'foci', prefix: 'focus.' },
        { label: 'by style', prefix: 'style.' },
      ],
    }),
    planned: planRefutation(config, options),
    planNotes: () => notes,
    body: (item, context) =>
      (item.protocol === 'transient' ? transient : persistent)(item, drawFor(item, options, config.seed), context, options),
  }
}

/** Metrics of a task, named without what they have in common. */
function keysOf(prefix: string, names: readonly string[]) {
  return { prefix, keys: names.map((name) => prefix + name) }
}
