import { benchmark } from '../../src/benchmark/benchmark.ts'
import { currentConfig } from '../../src/benchmark/runtime.ts'
import { holdDialogue } from './holdDialogue.ts'
import { refutebench1Range } from './metricRange.ts'
import { CHECKERS, KINDS, NCS, TASKS } from './names.ts'
import { openItems } from './openItems.ts'
import type { Refutebench1Options } from './options.ts'
import { stratumOf } from './planSummary.ts'
import { rate } from './rate.ts'
import { summarizeRefutebench1 } from './summary.ts'

const config = currentConfig()
const options = config.suites.refutebench1 as Refutebench1Options
const { items, source, sha256 } = await openItems(config.data, options, config.seed)

/** Metrics named without what they have in common. */
function keysOf(prefix: string, names: readonly string[]) {
  return { prefix, keys: names.map((name) => prefix + name) }
}

benchmark(
  'refutebench1',
  {
    items,
    roles: ['candidate'],
    task: ({ task }) => task,
    tags: ({ kind, nc, pair, checker, script }) => ({
      kind,
      nc,
      slots: script.steps.filter((step) => step.kind === 'slot').length,
      ...(pair && { pair }),
      ...(checker && { checker }),
      ...(options.targets === 'random' && { targets: 'random' }),
    }),
    clusters: ({ row }) => ({ row }),
    stratum: stratumOf,
    threshold: 1,
    data: { source, sha256 },
    notes: () => [
      'lexical checks, no judge',
      ...(options.targets === 'random' ? ['words are to be translated as what is no translation of them'] : []),
    ],
    display: () => ({
      headline: { key: 'RR', label: 'response rate (RR)' },
      taskKeys: Object.fromEntries(TASKS.map((task) => [task, `${task}.RR`])),
      rows: [
        { label: 'overall', keys: ['FA', 'RR', 'RR_given_FA'] },
        ...TASKS.map((task) => ({
          label: task,
          ...keysOf(`${task}.`, ['FA', ...KINDS.flatMap((kind) => NCS.map((nc) => `${kind}.nc${nc}.RR`))]),
        })),
        {
          label: 'e-mails',
          ...keysOf(
            'email.checker.',
            CHECKERS.map((checker) => `${checker}.RR`),
          ),
        },
        { label: 'no feedback', keys: TASKS.flatMap((task) => [`${task}.skipped`, `${task}.conflicts`]) },
      ],
    }),
    range: refutebench1Range,
    summary: ({ records }) => summarizeRefutebench1(records),
  },
  async ({ script }, context) => {
    const held = await holdDialogue(script, context.dialogue)
    await rate(script, held, context)
  },
)
