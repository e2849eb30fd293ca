import type { OpenSuite, SuiteRun } from '../../src/kit.ts'
import { holdDialogue } from './holdDialogue.ts'
import { type Rb1Item, stratumOf } from './items.ts'
import { CHECKERS, NCS, TASKS } from './names.ts'
import { openItems } from './openItems.ts'
import type { Refutebench1Options } from './options.ts'
import { cutRefutebench1, refutebench1Parts } from './parts.ts'
import { planDialogue } from './plannedCalls.ts'
import { rate } from './rate.ts'
import { taskTitle } from './taskTitle.ts'

/** Opens RefuteBench 1.0 for a run. */
export async function openRefutebench1({ config, options }: SuiteRun<Refutebench1Options>): Promise<OpenSuite<Rb1Item>> {
  const { items, source, version, sha256 } = await openItems(config.data, options, config.seed)
  return {
    items,
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
    // The same whatever is asked or demanded: what is objected to once is still missing later.
    wrong: () => 'The harbour was empty when the ferry came in.',
    parts: refutebench1Parts,
    cut: cutRefutebench1,
    freeTurns: false,
    data: { source, version, sha256 },
    notes: () => [
      'lexical checks, no judge',
      ...(options.targets === 'random' ? ['words are to be translated as what is no translation of them'] : []),
    ],
    display: () => ({
      headline: { key: 'RR', label: 'feedback kept later (RR)' },
      beside: [
        { key: 'FA', label: 'feedback accepted (FA)' },
        { key: 'RR_given_FA', label: 'kept where accepted' },
      ],
      taskKeys: Object.fromEntries(TASKS.map((task) => [task, `${task}.RR`])),
      rows: [
        {
          label: 'kept when',
          text: 'asked the same again (memory) or another query it applies to (generalization), nc: after so many irrelevant queries; multi: feedback on several answers',
        },
        ...TASKS.flatMap((task) => [
          { label: taskTitle(task), ...keysOf(`${task}.`, ['FA', 'multi.nc0.RR']) },
          { label: '… same query again', ...ratesByNc(`${task}.memory.`) },
          { label: '… another query', ...ratesByNc(`${task}.generalization.`) },
        ]),
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
    planned: planDialogue(config),
    planNotes: () => ['what is objected to depends on the answers: there may be fewer calls'],
    body: async ({ script }, context) => {
      const held = await holdDialogue(script, context.dialogue)
      await rate(script, held, context)
    },
  }
}

/** Metrics that begin alike. */
function keysOf(prefix: string, names: readonly string[]) {
  return { keys: names.map((name) => prefix + name) }
}

/** Response rates of a kind by the number of irrelevant queries. */
function ratesByNc(prefix: string) {
  return keysOf(
    prefix,
    NCS.map((nc) => `nc${nc}.RR`),
  )
}
