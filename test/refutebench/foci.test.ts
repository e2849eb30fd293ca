import { describe, expect, test } from 'vitest'
import { drawFoci, drawStyle } from '../../suites/refutebench/demands.ts'
import { drawFor } from '../../suites/refutebench/holdDialogue.ts'
import { FOCI, PROTOCOLS, type Protocol, refutebenchOptions } from '../../suites/refutebench/names.ts'
import type { RefuteItem } from '../../suites/refutebench/openSeeds.ts'

const IDS = Array.from({ length: 1500 }, (_, index) => `seed-${index}`)
const drawAll = (mode: 'independent' | 'balanced', runSeed = 0) => IDS.map((id) => drawFoci(mode, runSeed, id, 3))
const options = (given: Record<string, unknown> = {}) => refutebenchOptions.parse(given)

/** Four standard deviations of how often something of this probability happens. */
const room = (draws: number, probability: number) => 4 * Math.sqrt(draws * probability * (1 - probability))

function item(protocol: Protocol, id = 'seed-1'): RefuteItem {
  const seed = { id, task: 'writing' as const, query: 'Write.', reference: 'A big old tree.', swaps: [['big', 'large']] as const }
  return { id: `${protocol}/writing/${id}`, protocol, seed, irrelevant: [], again: seed }
}

describe('the foci of a dialogue', () => {
  test('depend on the run, the seed and the turn alone, so that all models get the same', () => {
    expect(drawAll('independent')).toEqual(drawAll('independent'))
    expect(drawFoci('independent', 0, 'seed-5', 3)).toEqual(drawAll('independent')[5])
  })

  test('of fewer turns are the beginning of those of more', () => {
    for (const mode of ['independent', 'balanced'] as const) {
      for (const id of IDS.slice(0, 50)) {
        expect(drawFoci(mode, 0, id, 1)).toEqual(drawFoci(mode, 0, id, 3).slice(0, 1))
      }
    }
  })

  test('are others in a run of another seed', () => {
    expect(drawAll('independent', 1)).not.toEqual(drawAll('independent', 0))
    expect(drawAll('balanced', 1)).not.toEqual(drawAll('balanced', 0))
  })
})

describe('foci drawn by themselves', () => {
  const drawn = drawAll('independent')

  test.each(FOCI)('are %s about a third of the time, in every turn', (focus) => {
    for (const turn of [0, 1, 2]) {
      const count = drawn.filter((foci) => foci[turn] === focus).length
      expect(Math.abs(count - 500), `turn ${turn}`).toBeLessThan(room(1500, 1 / 3))
    }
  })

  test('repeat, as draws with replacement do', () => {
    const distinct = (count: number) => drawn.filter((foci) => new Set(foci).size === count).length
    // Of 27 triples 3 have one focus and 6 have all three.
    expect(Math.abs(distinct(1) - 1500 / 9)).toBeLessThan(room(1500, 1 / 9))
    expect(Math.abs(distinct(3) - (1500 * 2) / 9)).toBeLessThan(room(1500, 2 / 9))
  })
})

describe('balanced foci', () => {
  const drawn = drawAll('balanced')

  test('are all three, once each', () => {
    for (const foci of drawn) expect([...foci].sort()).toEqual([...FOCI].sort())
  })

  test('come in every order about equally often', () => {
    const orders = new Map<string, number>()
    for (const foci of drawn) orders.set(foci.join(), (orders.get(foci.join()) ?? 0) + 1)
    expect(orders.size).toBe(6)
    for (const [order, count] of orders) expect(Math.abs(count - 250), order).toBeLessThan(room(1500, 1 / 6))
  })

  test('go round where there are more turns', () => {
    const foci = drawFoci('balanced', 0, 'seed-1', 6)
    expect(foci.slice(3)).toEqual(foci.slice(0, 3))
  })
})

describe('the style of a refuter', () => {
  test('is that of the paper for every item', () => {
    const styles = IDS.slice(0, 50).map((id) => drawStyle(options(), 0, id))
    for (const style of styles) expect(style).toEqual({ clarity: 'vague', abstraction: 'abstract', emotion: 'emotional' })
  })

  test('is the one asked for', () => {
    expect(drawStyle(options({ clarity: 'clear', abstraction: 'concrete', emotion: 'calm' }), 0, 'seed-1')).toEqual({
      clarity: 'clear',
      abstraction: 'concrete',
      emotion: 'calm',
    })
  })

  test('is drawn where it is mixed, each part by itself, the same in every run of one seed', () => {
    const mixed = options({ clarity: 'mixed', abstraction: 'mixed', emotion: 'mixed' })
    const styles = IDS.map((id) => Object.values(drawStyle(mixed, 0, id)).join())
    const counts = new Map<string, number>()
    for (const style of styles) counts.set(style, (counts.get(style) ?? 0) + 1)
    expect(counts.size).toBe(8)
    for (const [style, count] of counts) expect(Math.abs(count - 1500 / 8), style).toBeLessThan(room(1500, 1 / 8))
    expect(IDS.map((id) => Object.values(drawStyle(mixed, 0, id)).join())).toEqual(styles)
    expect(IDS.map((id) => Object.values(drawStyle(mixed, 1, id)).join())).not.toEqual(styles)
  })

  test('stays as it is where only another part is mixed', () => {
    const styles = IDS.slice(0, 60).map((id) => drawStyle(options({ emotion: 'mixed' }), 0, id))
    expect(new Set(styles.map(({ emotion }) => emotion)).size).toBe(2)
    expect(new Set(styles.map(({ clarity, abstraction }) => `${clarity} ${abstraction}`))).toEqual(new Set(['vague abstract']))
  })
})

describe('what is drawn for an item', () => {
  test('are three objections of a transient and one of a persistent dialogue', () => {
    const counts = PROTOCOLS.map((protocol) => {
      const { foci, demands } = drawFor(item(protocol), options(), 0)
      return [protocol, foci.length, demands.length]
    })
    expect(counts).toEqual([
      ['transient', 3, 3],
      ['persistent', 1, 1],
    ])
  })

  test('does not depend on what else is run', () => {
    const drawn = (given: Record<string, unknown>) => JSON.stringify(drawFor(item('transient'), options(given), 0))
    for (const given of [{ tasks: 'writing' }, { protocols: 'transient' }, { curves: false }, { validity: true }, { seeds: 7 }]) {
      expect(drawn(given)).toBe(drawn({}))
    }
  })

  test('swaps no wording of the seed where another seed is asked for later', () => {
    const ids = IDS.slice(0, 40).filter((id) => drawFoci('independent', 0, id, 1)[0] !== 'style')
    const texts = (requery: string) => ids.map((id) => drawFor(item('persistent', id), options({ requery }), 0).demands[0]?.text ?? '')
    expect(ids.length).toBeGreaterThan(10)
    for (const text of texts('verbatim')) expect(text).toContain('“large”')
    for (const text of texts('generalization')) expect(text).not.toContain('“large”')
  })
})
