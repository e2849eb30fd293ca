import { type Block, counted, grouped, type Markup, scatter, sentences } from '../../../kit.ts'
import type { Filtered } from './filterItems.ts'
import { suspectsOf } from './itemHealth.ts'

/** Rows of items that are shown unasked. */
const SHOWN = 20
/** Models below which a correlation over models is mostly chance: its standard error is then over 0.35. */
const FEW = 9

/** What `holdfast data filter` prints: the models, the flagged items, and how well a smaller set ranks the models. @param all whether every item is listed. */
export function filterBlocks(filtered: Filtered, all: boolean, unlike: readonly string[]): Block[] {
  return [
    modelTable(filtered),
    { kind: 'gap' },
    ...itemTable(filtered, all),
    { kind: 'gap' },
    ...sentences([...said(filtered), ...unlike.map((difference) => `NOT ALIKE: ${difference}.`)]),
  ]
}

function modelTable({ models }: Filtered): Block {
  const rows = [...models]
    .sort((one, other) => other.mean - one.mean)
    .map(({ model, mean, scored, weak, simulated }) => [
      model,
      `${mean.toFixed(3)}${simulated ? ' sim' : ''}`,
      grouped(scored),
      weak ? 'weak' : '',
    ])
  const columns = [{ head: 'model' }, { head: 'mean', isFigure: true }, { head: 'items', isFigure: true }, { head: '' }]
  return { kind: 'table', label: 'Models', columns, rows }
}

function itemTable({ items }: Filtered, all: boolean): Block[] {
  const flagged = items.filter(({ flags }) => flags.length > 0 && !flags.includes('suspect'))
  // Suspects first, the most suspicious at the top.
  const listed = all ? items : [...suspectsOf(items), ...flagged]
  if (listed.length === 0) return sentences(['No item has a flag.'])
  const shown = all ? listed : listed.slice(0, SHOWN)
  const rows = shown.map(({ item, task, mean, discrimination, solved, models, flags, kept }) => [
    item,
    task,
    figure(mean),
    figure(discrimination),
    `${solved} of ${models}`,
    [...flags, ...(kept ? [] : ['dropped'])].join(', '),
  ])
  const figures = ['mean', 'discr.', 'solved by'].map((head) => ({ head, isFigure: true }))
  const givingWay = [
    { column: 1, least: 10 },
    { column: 0, least: 14 },
    { column: 5, least: 8 },
  ]
  const more = listed.length - shown.length
  return [
    { kind: 'table', label: 'Items', columns: [{ head: 'item' }, { head: 'task' }, ...figures, { head: '' }], rows, givingWay },
    ...sentences(more > 0 ? [`${counted(more, 'more flagged item')}: --all lists every item.`] : []),
  ]
}

function said({ items, models, flagged, missing, complete, kept, drop, chosen, ranking }: Filtered): string[] {
  const weak = models.filter((model) => model.weak).length
  const dropped = items.length - kept
  const flags = [...new Set(items.flatMap((item) => (item.kept ? item.flags : [])))]
  const why = [
    ...(drop.length === 0 ? [] : [`those with the flag ${drop.join(' or ')}`]),
    ...(chosen ? ['those that were not chosen'] : []),
  ]
  const few = `With ${counted(models.length, 'model')} a correlation is mostly chance: an item that tells nobody apart is as often negative as positive.`
  const lacking = `${counted(missing, 'item')} ${missing === 1 ? 'is' : 'are'} missing in some runs. Models are ranked by the ${grouped(complete)} that every model has a score for.`
  return [
    `${grouped(flagged.suspect)} of ${counted(items.length, 'item')} ${flagged.suspect === 1 ? 'has' : 'have'} a suspect key: strong models do worse on it than weak ones (a negative item-rest correlation), or nobody solves it. Read these items before you trust or drop them.`,
    ...(models.length < FEW ? [few] : []),
    `${grouped(flagged.easy)} ${flagged.easy === 1 ? 'is' : 'are'} solved by ${weak === 1 ? 'the weak model' : `all ${counted(weak, 'weak model')}`}. ${grouped(flagged.unscored)} ${flagged.unscored === 1 ? 'is' : 'are'} often unscored.`,
    ...(missing > 0 ? [lacking] : []),
    ...(ranking === null ? [] : rankingSentences(ranking)),
    `${grouped(kept)} kept, ${grouped(dropped)} dropped${dropped > 0 ? `: ${why.join(', and ')}` : ''}.`,
    ...(chosen && flags.length > 0 ? [`Items with a flag are among the kept: --drop ${flags.join(',')} leaves them out.`] : []),
  ]
}

function rankingSentences({ items, of, correlation, others }: NonNullable<Filtered['ranking']>): string[] {
  if (correlation === null) return [`${grouped(items)} of ${grouped(of)} items rank nobody: all models have the same mean.`]
  return [
    `The ranking of these models by ${grouped(items)} of ${grouped(of)} items has a rank correlation of ${correlation.toFixed(3)} with their ranking by all items.`,
    others === null
      ? 'How such a set ranks other models cannot be told from fewer than six models.'
      : `Where half of the models choose such a set, its rank correlation over the other half is ${others.chosen.toFixed(3)}. That of as many items drawn at random is ${others.random.toFixed(3)} (means of ${counted(others.divisions, 'division')}).`,
  ]
}

function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(2)
}

/** Points that are drawn at most: more would be a cloud, and a file that no viewer opens. */
const MOST_POINTS = 3000
/** Suspects whose names are written. */
const NAMED = 3

const SERIES = { healthy: 0, suspect: 1, easy: 2, unscored: 3 } as const

/** Every item by its mean score and its discrimination: suspects lie below zero, and items that are too easy at the right. */
export function filterPicture({ items, models }: Pick<Filtered, 'items' | 'models'>): Markup {
  const suspects = suspectsOf(items)
  const others = items.filter(({ flags }) => !flags.includes('suspect'))
  // Suspects last: they are drawn over the others.
  const placed = [...others, ...suspects.toReversed()].flatMap(({ item, mean, discrimination, flags: [flag = 'healthy' as const] }) =>
    mean === null || discrimination === null ? [] : [{ item, x: mean, y: discrimination, flag } as const],
  )
  const drawn = placed.slice(-MOST_POINTS)
  const named = new Set(suspects.slice(0, NAMED).map(({ item }) => item))
  const flat = items.length - placed.length
  const isSimulated = models.some(({ simulated }) => simulated)
  return scatter({
    title: 'Items by difficulty and discrimination',
    caption: [
      ...(isSimulated ? ['SIMULATED models answered: the figures say nothing about a real one.'] : []),
      `Each point is an item, over ${models.length} models. The key may be wrong of those below zero, where strong models do worse than weak ones, and of those at the far left, which nobody solves.`,
      ...(flat > 0
        ? [
            `${flat} of ${items.length} items have no discrimination, since all models score alike on them or on all others, and are not drawn.`,
          ]
        : []),
      ...(drawn.length < placed.length ? [`${drawn.length} of the other ${placed.length} are drawn.`] : []),
    ].join(' '),
    xLabel: 'mean score',
    yLabel: 'discrimination',
    xDomain: [0, 1],
    yDomain: [-1, 1],
    points: drawn.map(({ item, x, y, flag }) => ({ name: item, x, y, label: named.has(item) ? item : '', series: SERIES[flag] })),
    lines: [
      {
        name: '',
        series: SERIES.suspect,
        ends: [
          { x: 0, y: 0 },
          { x: 1, y: 0 },
        ],
      },
    ],
    legend: (['suspect', 'easy', 'unscored', 'healthy'] as const).flatMap((name) =>
      name === 'healthy' || drawn.some(({ flag }) => flag === name)
        ? [{ name: name === 'healthy' ? 'no flag' : name, series: SERIES[name] }]
        : [],
    ),
    digits: 2,
  })
}
