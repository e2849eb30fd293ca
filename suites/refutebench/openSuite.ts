import type { OpenSuite, SuiteRun } from '../../src/kit.ts'
import { refutebenchDisplay } from './display.ts'
import { drawFor } from './holdDialogue.ts'
import { openSeeds, type RefuteItem, taskName } from './openSeeds.ts'
import type { RefutebenchOptions } from './options.ts'
import { cutRefutebench, drawsLeft, refutebenchParts } from './parts.ts'
import { persistent } from './persistent.ts'
import { planRefutation } from './plannedCalls.ts'
import { refutebenchReference } from './reference.ts'
import { PAPER_TURNS } from './tasks.ts'
import { transient } from './transient.ts'

/** The lowest rating everywhere: what an answer gets that neither does the task nor follows a demand. */
function lowest({ objections, distractions }: RefutebenchOptions): Readonly<Record<string, number>> {
  const upTo = (most: number) => Array.from({ length: most + 1 }, (_, index) => index)
  const names = [
    ...upTo(objections).flatMap((turn) => [`R(a${turn},r0)`, `R(a${turn + 1},r${turn})`, `R(q,a${turn})`]),
    ...upTo(distractions).map((count) => `R(c${count},r0)`),
    'R(c0-again,r0)',
  ]
  return Object.fromEntries(names.map((name) => [name, 1]))
}

/** Opens RefuteBench 2.0 for a run. */
export async function openRefutebench({ config, options }: SuiteRun<RefutebenchOptions>): Promise<OpenSuite<RefuteItem>> {
  const { items, source, version, sha256, notes } = await openSeeds(config.data, options, config.seed)
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
    // Whatever is asked or demanded.
    wrong: () => 'The harbour was empty when the ferry came in. 港口空无一人。',
    floor: () => floor,
    data: { source, version, sha256 },
    notes: () => [
      `refuter ${[options.clarity, options.abstraction, options.emotion].join(', ')}; ${options.requery} re-query`,
      ...(shared ? ['the judge plays the refuter too: a good refuter can be a poor judge and the reverse. Set HOLDFAST_REFUTER'] : []),
      ...notes,
    ],
    display: () => refutebenchDisplay(options),
    planned: planRefutation(config, options),
    planNotes: () => notes,
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
