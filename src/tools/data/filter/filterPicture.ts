import { type Markup, scatter } from '../../../kit.ts'
import type { Filtered, FilteredItem } from './filterItems.ts'
import { suspectsOf } from './itemHealth.ts'

/** Points that are drawn at most: more would be a cloud, and a file that no viewer opens. */
const MOST_POINTS = 3000
/** Suspects whose names are written. */
const NAMED = 3

const SERIES = { healthy: 0, suspect: 1, easy: 2, unscored: 3 } as const

/** Every item by its mean score and its discrimination: suspects lie below zero, and items that are too easy at the right. */
export function filterPicture({ items, models }: Pick<Filtered, 'items' | 'models'>): Markup {
  const suspects = suspectsOf(items)
  const others = items.filter(({ flags }) => !flags.includes('suspect')) as readonly FilteredItem[]
  // Suspects last: they are drawn over the others.
  const placed = [...others, ...[...suspects].reverse()].filter(isPlaced)
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
        ? [`${flat} of ${items.length} items have no discrimination, since all models score alike on them, and are not drawn.`]
        : []),
      ...(drawn.length < placed.length ? [`${drawn.length} of the other ${placed.length} are drawn.`] : []),
    ].join(' '),
    xLabel: 'mean score',
    yLabel: 'discrimination',
    xDomain: [0, 1],
    yDomain: [-1, 1],
    points: drawn.map(({ item, mean, discrimination, flags }) => ({
      name: item,
      x: mean,
      y: discrimination,
      label: named.has(item) ? item : '',
      series: SERIES[flags[0] ?? 'healthy'],
    })),
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
      name === 'healthy' || drawn.some(({ flags }) => (flags[0] ?? 'healthy') === name)
        ? [{ name: name === 'healthy' ? 'no flag' : name, series: SERIES[name] }]
        : [],
    ),
    digits: 2,
  })
}

type Placed<Item> = Item & { readonly mean: number; readonly discrimination: number }

function isPlaced<Item extends Pick<FilteredItem, 'mean' | 'discrimination'>>(item: Item): item is Placed<Item> {
  return item.mean !== null && item.discrimination !== null
}
