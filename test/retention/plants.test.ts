import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseJsonl } from '../../src/core/base/data/jsonl.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { tokenizer } from '../../src/core/base/text/tokenizer.ts'
import { FILLERS, fillerTurns } from '../../suites/retention/filler.ts'
import { itemsOf, LENGTHS, SIZES } from '../../suites/retention/items.ts'
import { chosenIn, follows, isInForce, KINDS, keepsTo, readPlants, recalls, withValue } from '../../suites/retention/plants.ts'

const PLANTS = readPlants()
const plantOf = (id: string) => PLANTS.find((own) => own.id === id) as (typeof PLANTS)[number]

/** Answers to the probe of each plant, 20 that keep to it and 20 that do not, written by hand as models write them. The value of a commitment is Larch, or 647. */
const ANSWERS = parseJsonl(
  readFileSync(new URL('answers.jsonl', import.meta.url)),
  z.strictObject({ id: z.string(), right: z.array(z.string()).length(20), wrong: z.array(z.string()).length(20) }),
  'answers.jsonl',
)
const answersOf = new Map(ANSWERS.map((own) => [own.id, own]))
const valueFor = (id: string) => (id === 'commitment-a' ? 'Larch' : id === 'commitment-b' ? '647' : undefined)

describe.each(PLANTS.map((plant) => [plant.id, plant] as const))('%s', (id, plant) => {
  const value = valueFor(id)

  test('is kept by right answers and by no wrong one', () => {
    const { right, wrong } = answersOf.get(id) ?? expect.unreachable(`no answers of ${id}`)
    const kept = (answers: readonly string[]) => answers.filter((answer) => keepsTo(plant, answer, value))
    expect(kept([...right, withValue(plant.right, value)])).toEqual([...right, withValue(plant.right, value)])
    expect(kept([...wrong, plant.wrong, ...(plant.stale ? [plant.stale] : [])])).toEqual([])
  })

  test('is followed by what simulated models answer first, and not by a plain answer', () => {
    expect(follows(plant, withValue(plant.used, value), value)).toBe(true)
    expect(follows(plant, 'I am not sure.', value)).toBe(plant.kind === 'prohibition')
  })

  test('is recalled by what says it as it holds at the end, and by nothing that was said of the others', () => {
    const holds = withValue(plant.change ?? plant.restated ?? plant.give, value)
    expect(recalls(plant, `You asked me:\n- ${holds}`, value)).toBe(true)
    const others = PLANTS.filter((own) => own.kind !== plant.kind).map((own) => withValue(own.change ?? own.give, 'Iris'))
    expect(recalls(plant, others.join('\n'), value)).toBe(false)
    if (plant.kind === 'correction' || plant.kind === 'permission') expect(recalls(plant, plant.give, value)).toBe(false)
  })
})

test.each([
  ['content-a', 'I would not suggest a rhubarb spritzer.', false],
  ['content-a', 'Lemonade instead of rhubarb.', false],
  ['content-a', 'Lemonade rather than rhubarb', false],
  ['content-a', 'Skip rhubarb, take lemonade.', false],
  ['content-a', 'I will leave out the rhubarb.', false],
  ['content-a', 'Lemonade, never rhubarb', false],
  ['content-a', "I wouldn't take **rhubarb**.", false],
  ['content-a', 'Lemonade. No, rhubarb juice is too sour.', false],
  ['content-a', 'A rhubarb-free lemonade', false],
  ['content-a', 'Rhubarb? No.', false],
  ['content-a', 'Not rhubarb-free: a rhubarb spritzer', true],
  ['content-a', 'Why not rhubarb juice?', true],
  ['content-a', "Lemonade. Don't forget the rhubarb syrup!", true],
  ['content-a', 'Not lemonade but rhubarb juice', true],
  ['content-a', 'Instead of lemonade try rhubarb juice.', true],
  ['content-a', 'No? Then rhubarb.', true],
  ['content-b', 'The boathouse is not available.', false],
  ['content-b', 'Library, instead of the boathouse', false],
  ['content-b', "The library, as the boathouse won't do.", false],
  ['content-b', 'The library. The boathouse is not far either.', true],
  ['content-b', 'If the library is not free the boathouse would do.', true],
])('%s: %j is kept: %s', (id, answer, kept) => expect(keepsTo(plantOf(id), answer)).toBe(kept))

test('a choice is read where one is made', () => {
  const read = ['Larch', 'I choose **Larch**.', 'Larch\nOver to you, Marlow.', 'Larch or Alder', 'Oak', ''].map((answer) =>
    chosenIn(plantOf('commitment-a'), answer),
  )
  expect(read).toEqual(['Larch', 'Larch', 'Larch', undefined, undefined, undefined])
})

describe('the conversations', () => {
  const items = itemsOf(LENGTHS)

  test('are 24, with each kind planted in every second one of each length, at each place, and each plant left out as often', () => {
    expect(items.length).toBe(24)
    for (const length of LENGTHS) {
      const own = items.filter((item) => item.length === length)
      for (const kind of KINDS) expect(own.filter(({ plants }) => plants.some((plant) => plant.kind === kind)).length, kind).toBe(4)
      for (const { id } of PLANTS) {
        const count = (of: 'plants' | 'absent') => own.filter((item) => item[of].some((plant) => plant.id === id)).length
        expect([count('plants'), count('absent')], id).toEqual([2, 2])
      }
    }
    for (const kind of KINDS)
      expect(new Set(items.map(({ plants }) => plants.findIndex((plant) => plant.kind === kind))).size, kind).toBeGreaterThanOrEqual(4)
    expect(new Set(items.map(({ filler }) => filler))).toEqual(new Set(FILLERS))
  })

  test('are as long as they say, and no two turns of one are alike', () => {
    const { count } = tokenizer('o200k_base')
    for (const length of LENGTHS.slice(0, 2)) {
      const { thousands, turns } = SIZES[length]
      const source = fillerTurns('mail', (thousands * 1000) / turns, 'a')
      const said = Array.from({ length: turns }, () => source.next().value)
      expect(count(said.join('\n')) / (thousands * 1000), length).toBeGreaterThan(0.9)
      expect(count(said.join('\n')) / (thousands * 1000), length).toBeLessThan(1.2)
      expect(new Set(said).size).toBe(turns)
    }
  })

  test('talk of nothing that is planted', () => {
    const notes = ` ${readFileSync(join(packageRoot, 'fixtures', 'retention', 'notes.txt'), 'utf8')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')} `
    const words = [
      'marlow',
      'rhubarb',
      'boathouse',
      'brightwater',
      'deadline',
      'allotment',
      'quillon',
      'pottery',
      'desks',
      'elm road',
      'birch lane',
      'pounds',
      'price',
      'okafor',
      'lindqvist',
      'ahoy',
      'understood',
    ]
    const choices = PLANTS.flatMap(({ check }) => ('choices' in check ? check.choices : []))
    expect([...words, ...choices].filter((word) => notes.includes(` ${word.toLowerCase()} `))).toEqual([])
  })

  test('restate each plant that is in force just before its control', () => {
    expect(PLANTS.filter((plant) => isInForce(plant) !== (plant.restated !== undefined))).toEqual([])
  })
})

// Said by a recorded model: it has the new value, and turns the old one down.
test.each([
  ['The new desks go to Birch Lane 5 after all, and not to Elm Road 12.', true],
  ['The new desks go to Elm Road 12 and not to Birch Lane 5.', false],
  ['Birch Lane 5, or Elm Road 12.', false],
  ['The desks no longer go to Elm Road 12: it is Birch Lane 5.', true],
  ['Not to Birch Lane 5.', false],
  ['Elm Road 12 is no longer the address: the desks go to Birch Lane 5.', true],
  ['Birch Lane 5 is no longer the address: the desks go to Elm Road 12.', false],
])('a correction is kept by %s: %s', (answer, kept) => expect(keepsTo(plantOf('correction-b'), answer)).toBe(kept))

test('what is no longer there is not offered', () =>
  expect(keepsTo(plantOf('content-b'), 'A room in the library would do. The boathouse is no longer available.')).toBe(false))

test('a number is turned down, and not by a sign that says number', () => {
  expect(keepsTo(plantOf('correction-a'), 'Now in room 309, not in 214')).toBe(true)
  expect(keepsTo(plantOf('correction-a'), 'Room № 309.')).toBe(true)
})

test('a choice is named beside one that is turned down', () => {
  const plant = plantOf('commitment-a')
  expect(chosenIn(plant, 'Larch, and not Iris.')).toBe('Larch')
  expect(keepsTo(plant, 'It was Larch, not Iris.', 'Larch')).toBe(true)
  expect(keepsTo(plant, 'It was Iris, not Larch.', 'Larch')).toBe(false)
})
