import { describe, expect, test } from 'vitest'
import { complyWith, type Demand, drawDemands, isVersionOf } from '../../suites/refutebench/demands.ts'
import { FOCI, type Focus, TASKS } from '../../suites/refutebench/names.ts'
import { readBundledSeeds, readOfficialSentences, type Seed } from '../../suites/refutebench/seeds.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const SEEDS: readonly Seed[] = TASKS.flatMap((task) => readBundledSeeds(task).seeds)
const TRIPLES: readonly Focus[][] = FOCI.flatMap((one) => FOCI.flatMap((two) => FOCI.map((three) => [one, two, three])))
const RUN_SEEDS = [0, 1]

/** All subsets of a list. */
function subsetsOf<T>(entries: readonly T[]): T[][] {
  return Array.from({ length: 2 ** entries.length }, (_, bits) =>
    entries.filter((_entry, index) => Math.floor(bits / 2 ** index) % 2 === 1),
  )
}

/** Which subsets of demands, complied with in a reference, meet other checks than their own. */
function wrongSubsets(reference: string, demands: readonly Demand[]): string[] {
  return subsetsOf(demands).flatMap((followed) => {
    const answer = complyWith(reference, followed)
    const met = demands.filter(({ check }) => check(answer))
    const same = met.length === followed.length && met.every((demand) => followed.includes(demand))
    return same ? [] : [`followed ${followed.map(({ text }) => text).join(' ')}, met ${met.map(({ text }) => text).join(' ')}: ${answer}`]
  })
}

/** What a demand quotes. */
const quoted = (text: string) => [...text.matchAll(/“([^”]*)”/g)].map(([, words]) => words)

/** Every seed with every triple of foci. */
function* drawn(portable = false): Generator<{ seed: Seed; demands: Demand[]; where: string }> {
  for (const runSeed of RUN_SEEDS) {
    for (const seed of SEEDS) {
      for (const foci of TRIPLES) {
        yield { seed, demands: drawDemands(seed, foci, runSeed, portable), where: `${seed.id}, ${foci.join(' + ')}, run ${runSeed}` }
      }
    }
  }
}

test('there are 284 seeds and 27 triples of foci to draw for', () => {
  expect(SEEDS).toHaveLength(132 + 76 + 76)
  expect(new Set(TRIPLES.map((foci) => foci.join())).size).toBe(27)
})

describe('the demands on every seed, for every triple of foci', () => {
  test('are three, and none is met by the reference', () => {
    const off: string[] = []
    for (const { seed, demands, where } of drawn()) {
      if (demands.length !== 3 || demands.some(({ check }) => check(seed.reference))) off.push(where)
    }
    expect(off).toEqual([])
  })

  test('of which any are followed are met, and no others', () => {
    const off: string[] = []
    for (const { seed, demands, where } of drawn()) off.push(...wrongSubsets(seed.reference, demands).map((why) => `${where}: ${why}`))
    expect(off).toEqual([])
  })

  test('are no two alike, and say the same as a rule for later requests', () => {
    const off: string[] = []
    for (const { demands, where } of drawn()) {
      const rules = demands.every(({ standing }) => standing.includes('In all requests of this kind from now on'))
      const same = demands.every(({ text, standing }) => quoted(text).length > 0 && quoted(text).join('|') === quoted(standing).join('|'))
      if (new Set(demands.map(({ text }) => text)).size !== 3 || !rules || !same) off.push(where)
    }
    expect(off).toEqual([])
  })

  test('quote last what an answer that follows them has, and the reference has not', () => {
    const off: string[] = []
    for (const { seed, demands, where } of drawn()) {
      for (const demand of demands) {
        const words = quoted(demand.text).at(-1) ?? ''
        if (seed.reference.includes(words) || !complyWith(seed.reference, [demand]).includes(words)) off.push(`${where}: ${demand.text}`)
      }
    }
    expect(off).toEqual([])
  })

  test('are followed in any order', () => {
    const off: string[] = []
    for (const { seed, demands, where } of drawn()) {
      if (!demands.every(({ check }) => check(complyWith(seed.reference, [...demands].reverse())))) off.push(where)
    }
    expect(off).toEqual([])
  })
})

test('demands for another seed of the task too are met in its answer where they are followed, and not otherwise', () => {
  const off: string[] = []
  for (const { seed, demands, where } of drawn(true)) {
    const own = SEEDS.filter(({ task }) => task === seed.task)
    const next = own[(own.indexOf(seed) + 1) % own.length] as Seed
    for (const { id, reference } of [seed, next]) off.push(...wrongSubsets(reference, demands).map((why) => `${where} on ${id}: ${why}`))
  }
  expect(off).toEqual([])
})

describe('the focus', () => {
  const seed = (task: Seed['task'], reference: string, swaps: Seed['swaps']): Seed => ({ id: 'one', task, query: '?', reference, swaps })
  const english = seed('writing', 'The big dog will give up the old bone.', [
    ['big', 'large'],
    ['give up', 'part with'],
    ['old', 'ancient'],
  ])
  const chinese = seed('mt', '大狗要放弃旧骨头。', [
    ['大狗', '巨犬'],
    ['要放弃', '就要舍弃掉'],
    ['旧', '老'],
  ])
  const wanted = (of: Seed, ...foci: Focus[]) => drawDemands(of, foci, 0).map(({ text }) => quoted(text))

  test('on words takes words, and on phrases takes phrases', () => {
    expect(wanted(english, 'phrase usage', 'word usage', 'word usage')).toEqual([
      ['give up', 'part with'],
      ['big', 'large'],
      ['old', 'ancient'],
    ])
    expect(wanted(chinese, 'word usage', 'phrase usage', 'word usage')).toEqual([
      ['大狗', '巨犬'],
      ['要放弃', '就要舍弃掉'],
      ['旧', '老'],
    ])
  })

  test('on phrases takes words where there are no phrases left', () =>
    expect(wanted(english, 'phrase usage', 'phrase usage')).toEqual([
      ['give up', 'part with'],
      ['big', 'large'],
    ]))

  test('on style swaps nothing', () => {
    const wordings = english.swaps.flat()
    const quotes = wanted(english, 'style', 'style', 'style').flat()
    expect(quotes).toHaveLength(3)
    expect(quotes.filter((words) => wordings.includes(words ?? ''))).toEqual([])
  })

  test('on style opens, adds to or closes the answer, once each', () => {
    const texts = drawDemands(english, ['style', 'style', 'style'], 0).map(({ text }) => text)
    for (const way of [/begin with the words/, /work in the sentence/, /end with the question/]) {
      expect(texts.filter((text) => way.test(text))).toHaveLength(1)
    }
  })

  test('of the first objection gives the same demand however many follow', () => {
    for (const focus of FOCI) expect(wanted(english, focus)[0]).toEqual(wanted(english, focus, 'style', 'word usage')[0])
  })

  test('never runs out of demands within six objections, also without a wording to swap', () => {
    for (const { id, task, query, reference } of SEEDS) {
      const six = Array.from({ length: 6 }, (): Focus => 'style')
      const demands = drawDemands({ id, task, query, reference, swaps: [] }, six, 0)
      expect(
        demands.every(({ check }) => check(complyWith(reference, demands))),
        id,
      ).toBe(true)
      expect(new Set(demands.map(({ text }) => text)).size, id).toBe(6)
    }
  })
})

describe('an answer follows a demand', () => {
  const seed: Seed = { id: 'one', task: 'writing', query: '?', reference: 'A big dog.', swaps: [['big', 'large']] }

  test('for another wording only where the old one is gone', () => {
    const [swap] = drawDemands(seed, ['word usage'], 0) as Demand[] as [Demand]
    expect(['A large dog.', 'A big dog, a large one.', 'A dog.', 'No.', ''].map(swap.check)).toEqual([true, false, false, false, false])
  })

  test('for its beginning or end only there, white space aside', () => {
    const demands = drawDemands(seed, ['style', 'style', 'style'], 0)
    const wanted = (way: RegExp) => {
      const demand = demands.find(({ text }) => way.test(text)) ?? expect.unreachable('all ways of style are drawn')
      return { words: quoted(demand.text)[0] ?? '', check: demand.check }
    }
    const [open, insert, close] = [wanted(/begin with/), wanted(/work in/), wanted(/end with/)]
    const places = (words: string) => [`${words} A dog.`, `A dog. ${words} A cat.`, `A dog. ${words}`, `\n${words}\n`, 'A dog.', '']
    expect(places(open.words).map(open.check)).toEqual([true, false, false, true, false, false])
    expect(places(insert.words).map(insert.check)).toEqual([true, true, true, true, false, false])
    expect(places(close.words).map(close.check)).toEqual([false, false, true, true, false, false])
  })
})

describe('the draw', () => {
  const texts = (runSeed: number) => SEEDS.map((seed) => drawDemands(seed, ['style', 'style', 'style'], runSeed).map(({ text }) => text))

  test('is the same in every run of one seed', () => expect(texts(7)).toEqual(texts(7)))

  test('is another with another seed of the run', () => expect(texts(7)).not.toEqual(texts(8)))

  test('leaves the seed as it was', () => {
    const [seed] = SEEDS as [Seed]
    const before = JSON.stringify(seed)
    drawDemands(seed, ['word usage', 'word usage', 'word usage'], 0)
    expect(JSON.stringify(seed)).toBe(before)
  })
})

describe('an answer is a version of the reference', () => {
  const [seed] = SEEDS as [Seed]
  const demands = drawDemands(seed, ['word usage', 'style', 'phrase usage'], 0)

  test('with any of the demands followed', () => {
    for (const followed of subsetsOf(demands)) expect(isVersionOf(seed.reference, demands, complyWith(seed.reference, followed))).toBe(true)
  })

  test('not cut short, added to, empty or of another seed', () => {
    const half = seed.reference.slice(0, Math.floor(seed.reference.length / 2))
    for (const answer of [half, `${seed.reference} 此外无他。`, '', SEEDS[1]?.reference ?? '']) {
      expect(isVersionOf(seed.reference, demands, answer), answer).toBe(false)
    }
  })

  test('not with a demand of nobody', () => {
    const followed = complyWith(seed.reference, demands)
    expect(isVersionOf(seed.reference, demands.slice(0, 2), followed)).toBe(false)
  })
})

test('a replacement with a dollar sign is taken word for word', () => {
  const priced: Seed = { id: 'p', task: 'writing', query: '?', reference: 'It costs ten dollars.', swaps: [['ten dollars', '$& 10 $1']] }
  expect(complyWith(priced.reference, drawDemands(priced, ['phrase usage'], 0))).toBe('It costs $& 10 $1.')
})

describe.skipIf(!hasShared)('official sentences (skipped without the shared folder)', () => {
  test('have demands that their stand-ins can follow one by one', async () => {
    const seeds = (await readOfficialSentences(`${sharedFolder}/data`, 50, 0)) ?? []
    expect(seeds).toHaveLength(50)
    const off = seeds.flatMap((seed) => TRIPLES.flatMap((foci) => wrongSubsets(seed.reference, drawDemands(seed, foci, 0))))
    expect(off).toEqual([])
  })
})
