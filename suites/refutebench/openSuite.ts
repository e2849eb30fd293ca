import type { Display, LabelReference, OpenSuite, SuiteRun } from '../../src/kit.ts'
import { drawFor, WRONG } from './holdDialogue.ts'
import { PAPER_TURNS, PROTOCOLS, type Protocol, type RefutebenchOptions, TASK_TITLES, TASKS, upTo } from './names.ts'
import { openSeeds, type RefuteItem, taskName } from './openSeeds.ts'
import { cutRefutebench, drawsLeft, refutebenchParts } from './parts.ts'
import { planRefutation } from './plannedCalls.ts'
import { persistent, transient } from './protocols.ts'
import { answeredCall, readRating } from './ratingNames.ts'

/** What simulated models say to seeds that come without a reference: no text to compare with. */
const STAND_IN = /^(?:模拟译文（|Simulated answer to )/

/**
 * What a rated answer is compared with: the reference of the request that it answers, as it is before any objection. What a
 * refuter asks for is not known beforehand, so no reference follows it. The release of WMT sentences has none.
 */
export function refutebenchReference({ seed, again }: RefuteItem, asked: string): LabelReference | undefined {
  const rating = readRating(asked)
  if (!rating) return undefined
  const { reference } = answeredCall(rating).startsWith('requery') ? again : seed
  return STAND_IN.test(reference) ? undefined : { text: reference, of: 'the reference of the seed, which follows no objection' }
}

/** The lowest rating everywhere: what an answer gets that neither does the task nor follows a demand. */
function lowest({ objections, distractions }: RefutebenchOptions): Readonly<Record<string, number>> {
  const names = [
    ...upTo(0, objections).flatMap((turn) => [`R(a${turn},r0)`, `R(a${turn + 1},r${turn})`, `R(q,a${turn})`]),
    ...upTo(0, distractions).map((count) => `R(c${count},r0)`),
    'R(c0-again,r0)',
  ]
  return Object.fromEntries(names.map((name) => [name, 1]))
}

/** Opens RefuteBench 2.0 for a run. */
export async function openRefutebench({ config, options }: SuiteRun<RefutebenchOptions>): Promise<OpenSuite<RefuteItem>> {
  const { items, leftOut, ...data } = await openSeeds(config.data, options, config.seed)
  const { judge, refuter } = config.roles
  const floor = lowest(options)
  const shared = judge && refuter && judge.uri === refuter.uri && !judge.uri.startsWith('sim:')
  return {
    items,
    task: taskName,
    tags: (item) => {
      const { foci, style } = drawFor(item, options, config.seed)
      return {
        focus: foci,
        ...style,
        ...(item.seed.level && { level: item.seed.level }),
        ...(item.protocol === 'transient' && options.objections !== PAPER_TURNS && { objections: String(options.objections) }),
        ...(item.protocol === 'persistent' && options.distractions !== PAPER_TURNS && { distractions: String(options.distractions) }),
        ...(options.validity && { validity: 'checked' }),
      }
    },
    clusters: ({ seed }) => ({ seed: `${seed.task}/${seed.id}` }),
    referenceFor: refutebenchReference,
    wrong: () => WRONG,
    floor: () => floor,
    data,
    notes: () => [
      `refuter ${[options.clarity, options.abstraction, options.emotion].join(', ')}; ${options.requery} re-query`,
      ...(shared ? ['the judge plays the refuter too: a good refuter can be a poor judge and the reverse. Set HOLDFAST_REFUTER'] : []),
    ],
    leftOut,
    display: () => refutebenchDisplay(options),
    planned: planRefutation(config, options),
    planNotes: () => [],
    parts: (item) => refutebenchParts(item, drawFor(item, options, config.seed)),
    cut: (item, sizes) => cutRefutebench(item, sizes, drawFor(item, options, config.seed)),
    freeTurns: false,
    body: (item, context) => {
      const draws = drawsLeft(drawFor(item, options, config.seed), item)
      const left = { ...options, objections: item.protocol === 'transient' ? draws.foci.length : options.objections }
      return (item.protocol === 'transient' ? transient : persistent)(item, draws, context, left)
    },
  }
}

/** How the figures of RefuteBench 2.0 are laid out; what an option left out has no figure and no place. */
function refutebenchDisplay({ objections, distractions }: RefutebenchOptions): Display {
  const asked = upTo(1, distractions)
  const perTask = TASKS.flatMap((task) => {
    const row = (protocol: Protocol, label: string, names: string[]) => ({
      label,
      keys: names.map((name) => `${protocol}.${task}.${name}`),
    })
    const transient = (label: string, ...names: string[]) => row('transient', label, names)
    const persistent = (label: string, ...names: string[]) => row('persistent', label, names)
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
      { label: 'strict', keys: ['strict.transient.satisfaction'] },
      { label: 'objections', group: 'focus' },
      { label: 'refuter', group: 'refuter' },
      { label: 'by style', group: 'style' },
      { label: 'plain seeds', group: 'level.plain' },
      { label: 'hard seeds', group: 'level.hard' },
    ],
  }
}
