import { describe, expect, test } from 'vitest'
import { terminalBlocks } from '../../../reports/blocks/terminalBlocks.ts'
import { displayWidth } from '../../../reports/layout.ts'
import { filterBlocks, filterPicture } from './filterBlocks.ts'
import { type FilterOptions, filterItems } from './filterItems.ts'

const NAMES = ['strong', 'good', 'fair', 'plain', 'small', 'tiny']
const models = NAMES.map((model) => ({ model, run: model, simulated: false }))
const row = (item: string, ...scores: (number | null | undefined)[]) => ({
  item,
  task: 'ec/Mathematics',
  scores,
  solved: scores.map((score) => score === 1),
})
// Made up: four items that tell the models apart, a wrong key, one that all solve, one that nobody solves, two with gaps.
const rows = [
  row('a', 1, 1, 1, 1, 1, 0),
  row('b', 1, 1, 1, 0.5, 0, 0),
  row('c', 1, 1, 0, 0, 0, 0),
  row('d', 1, 0, 0, 0, 0, 0),
  row('key', 0, 0, 0, 1, 1, 1),
  row('all', 1, 1, 1, 1, 1, 1),
  row('none', 0, 0, 0, 0, 0, 0),
  row('broken', null, null, 1, 1, 0, 0),
  row('gone', 1, 1, 0, 0, 0, undefined),
]
const filtered = (options: Partial<FilterOptions> = {}) => filterItems({ rows, models }, { seed: 0, ...options })
const text = (options: Partial<FilterOptions> = {}, all = false) =>
  terminalBlocks(filterBlocks(filtered(options), all, []), 80)
    .map((line) => `|${line}`)
    .join('\n')

describe('what the command prints', () => {
  test('is the models, the flagged items, and what became of all', () =>
    expect(text()).toMatchInlineSnapshot(`
      "| model    mean  items
      | strong  0.750      8
      | good    0.625      8
      | plain   0.500      9
      | fair    0.444      9  weak
      | small   0.333      9  weak
      | tiny    0.250      8  weak
      |
      | item    task            mean  discr.  solved by
      | key     ec/Mathematics  0.50   -0.84     3 of 6  suspect
      | none    ec/Mathematics  0.00       –     0 of 6  suspect
      | all     ec/Mathematics  1.00       –     6 of 6  easy, dropped
      | broken  ec/Mathematics  0.50    0.70     2 of 4  unscored, dropped
      |
      | 2 of 9 items have a suspect key: strong models do worse on it than weak ones (a
      |   negative item-rest correlation), or nobody solves it. Read these items before
      |   you trust or drop them.
      | With 6 models a correlation is mostly chance: an item that tells nobody apart
      |   is as often negative as positive.
      | 1 is solved by all 3 weak models. 1 is often unscored.
      | 1 item is missing in some runs. Models are ranked by the 7 that every model has
      |   a score for.
      | 7 kept, 2 dropped: those with the flag easy or unscored."
    `))
  test('has every item where that is asked', () =>
    expect(text({ keep: 3 }, true)).toMatchInlineSnapshot(`
      "| model    mean  items
      | strong  0.750      8
      | good    0.625      8
      | plain   0.500      9
      | fair    0.444      9  weak
      | small   0.333      9  weak
      | tiny    0.250      8  weak
      |
      | item    task            mean  discr.  solved by
      | a       ec/Mathematics  0.83    0.42     5 of 6  dropped
      | b       ec/Mathematics  0.58    0.69     3 of 6
      | c       ec/Mathematics  0.33    0.72     2 of 6  dropped
      | d       ec/Mathematics  0.17    0.53     1 of 6
      | key     ec/Mathematics  0.50   -0.84     3 of 6  suspect
      | all     ec/Mathematics  1.00       –     6 of 6  easy, dropped
      | none    ec/Mathematics  0.00       –     0 of 6  suspect, dropped
      | broken  ec/Mathematics  0.50    0.70     2 of 4  unscored, dropped
      | gone    ec/Mathematics  0.40    0.73     2 of 5  dropped
      |
      | 2 of 9 items have a suspect key: strong models do worse on it than weak ones (a
      |   negative item-rest correlation), or nobody solves it. Read these items before
      |   you trust or drop them.
      | With 6 models a correlation is mostly chance: an item that tells nobody apart
      |   is as often negative as positive.
      | 1 is solved by all 3 weak models. 1 is often unscored.
      | 1 item is missing in some runs. Models are ranked by the 7 that every model has
      |   a score for.
      | The ranking of these models by 3 of 9 items has a rank correlation of 0.686
      |   with their ranking by all items.
      | Where half of the models choose such a set, its rank correlation over the other
      |   half is 0.835. That of as many items drawn at random is 0.781 (means of 14
      |   divisions).
      | 3 kept, 6 dropped: those that were not chosen.
      | Items with a flag are among the kept: --drop suspect leaves them out."
    `))

  test('fits 80 columns with long names', () => {
    const long = {
      rows: rows.map((own) => ({
        ...own,
        item: `a-very-long-name-of-an-item/with-a-path/${own.item}`,
        task: `${own.task}/and/a/long/path`,
      })),
      models: models.map((model) => ({
        ...model,
        model: `organization/${model.model}-instruct-with-a-long-name-and-a-version-2411`,
        simulated: true,
      })),
    }
    const lines = terminalBlocks(filterBlocks(filterItems(long, { seed: 0 }), true, ['run-a and run-b: another judge (x, now y)']), 80)
    expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80)
    expect(lines.join('\n')).toContain('NOT ALIKE: run-a and run-b')
  })

  test('shows twenty flagged items, and says how many more there are', () => {
    const many = Array.from({ length: 24 }, (_, at) => row(`none-${at}`, 0, 0, 0, 0, 0, 0))
    const found = filterItems({ rows: [...many, ...rows.slice(0, 4)], models }, { seed: 0 })
    const lines = terminalBlocks(filterBlocks(found, false, []), 80)
    expect(lines.filter((line) => line.includes('none-'))).toHaveLength(20)
    expect(lines).toContain(' 4 more flagged items: --all lists every item.')
  })
})

describe('what is kept', () => {
  const kept = (options: Partial<FilterOptions> = {}) => filtered(options).items.flatMap((own) => (own.kept ? [own.item] : []))

  test('is what is neither easy nor often unscored, suspects among it', () =>
    expect(kept()).toEqual(['a', 'b', 'c', 'd', 'key', 'none', 'gone']))
  test('is everything where nothing is to be dropped', () => expect(kept({ drop: [] })).toHaveLength(9))
  test('is without suspects where they are to be dropped', () =>
    expect(kept({ drop: ['suspect'] })).toEqual(['a', 'b', 'c', 'd', 'all', 'broken', 'gone']))
  test('is the number that is asked, or the share', () => expect([kept({ keep: 3 }).length, kept({ keep: 0.5 }).length]).toEqual([3, 4]))

  test('is chosen of the items that every model has a score for', () => {
    const seven = kept({ keep: 7 })
    expect(seven).not.toContain('broken')
    expect(seven).not.toContain('gone')
  })

  test('more than there are is an error', () => {
    expect(() => filtered({ keep: 8 })).toThrowErrorMatchingInlineSnapshot(
      `[HoldfastError: Failed to keep 8 items: of 9 there are 7 that every model has a score for and that are not dropped. Keep at most so many, or drop less with --drop.]`,
    )
  })
})

describe('the picture', () => {
  test('has a point for every item with a discrimination, the suspects named and coloured', () => {
    const picture = filterPicture(filtered()).html
    const points = [...picture.matchAll(/<title>(\w+): /g)].map(([, name]) => name)
    expect(points.sort()).toEqual(['a', 'b', 'broken', 'c', 'd', 'gone', 'key'])
    expect(picture).toContain('2 of 9 items have no discrimination')
    expect(picture).toMatch(/class="s1"><circle class="mark"[^>]*><title>key: /)
    expect(picture).toContain('>key</text>')
    // No easy item is drawn, so that its colour is not explained.
    expect(picture).not.toContain('>easy</text>')
  })

  test('says that models were simulated', () => {
    const simulated = filterItems({ rows, models: models.map((model) => ({ ...model, simulated: true })) }, { seed: 0 })
    expect(filterPicture(simulated).html).toContain('SIMULATED')
    expect(filterPicture(filtered()).html).not.toContain('SIMULATED')
  })
})
