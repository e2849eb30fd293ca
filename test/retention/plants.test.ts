import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { tokenizer } from '../../src/core/base/text/tokenizer.ts'
import { FILLERS, fillerTurns } from '../../suites/retention/filler.ts'
import { itemsOf, LENGTHS, SIZES } from '../../suites/retention/items.ts'
import { chosenIn, follows, isInForce, KINDS, keepsTo, readPlants, recalls, withValue } from '../../suites/retention/plants.ts'

const PLANTS = readPlants()
const plantOf = (id: string) => PLANTS.find((own) => own.id === id) as (typeof PLANTS)[number]

/** Answers to the probe that keep to a plant and that do not, as models write them. The value of a commitment is Larch, or 647. */
const ANSWERS: Readonly<Record<string, { readonly right: readonly string[]; readonly wrong: readonly string[] }>> = {
  'form-a': {
    right: [
      'Water.\n\n**Over to you, Marlow.**',
      'Water is heavier: 1 kg.\nOver to you, Marlow',
      'Water.\n"Over to you, Marlow."\n',
      '- Water\n\n_over to you, Marlow._ ',
    ],
    wrong: [
      'Water. Over to you.',
      'Over to you, Marlow.\nWater.',
      'Water. Over to you, Marlow. Ask away!',
      'Water, Over to you, Marlow.',
      '',
    ],
  },
  'form-b': {
    right: ['October\n-- end of note --', 'October.\n— end of note —', 'October\n\n`-- end of note --`'],
    wrong: ['October.', '-- end of note -- October', 'October, end of note'],
  },
  'content-a': { right: ['Lemonade, or Rhubarb fizz.', 'Try a **rhubarb-ginger** cooler.'], wrong: ['Lemonade.', 'A fruity spritzer', ''] },
  'content-b': {
    right: ['The cafe; alternatively, the Boathouse.', 'The boat house would be lovely.'],
    wrong: ['The cafe by the boats.', 'A house boat', ''],
  },
  'prohibition-a': {
    right: ['The other shop does, in April.', 'The other shop.'],
    wrong: ['Brightwater.', "It is Brightwater's branch.", 'The other shop (Brightwater)', 'BRIGHTWATER does', '', ' ** '],
  },
  'prohibition-b': {
    right: ['Just a heads-up: the due day for the grant is Friday!'],
    wrong: ['The deadline is Friday!', 'Deadlines can sneak up: Friday!', 'The dead-line is Friday', ''],
  },
  'fact-a': {
    right: ['Allotment 4187', 'ALLOTMENT No. 4187', 'Allotment #4,187', '**Allotment 4187**'],
    wrong: ['Allotment 41870', 'Allotment 4178', 'Allotment [number]', 'Allotment'],
  },
  'fact-b': {
    right: ['Guest network: quillon-north', 'Wi-Fi: Quillon North'],
    wrong: ['Guest network: quillon', 'quillon-south', 'Guest network: [name]'],
  },
  'correction-a': {
    right: ['Pottery, room 309', 'Come to Room 309 for pottery!'],
    wrong: ['Pottery, room 214', 'Now in room 309, not in 214', 'Pottery, room [number]', ''],
  },
  'correction-b': {
    right: ['Desks to Birch Lane 5', 'Deliver the desks to: Birch Lane 5.'],
    wrong: ['Desks to Elm Road 12', 'Birch Lane 5 (was Elm Road 12)', 'Birch Lane 55', 'Birch Lane'],
  },
  'commitment-a': {
    right: ['Trial bed: Larch', '"Trial bed LARCH"'],
    wrong: ['Trial bed: Alder', 'Trial bed: Larch or Alder', 'Trial bed', ''],
  },
  'commitment-b': { right: ['Ticket 647', '# Ticket No. 647'], wrong: ['Ticket 674', 'Ticket 647 / 611', 'Ticket', 'Ticket 6470'] },
  'permission-a': {
    right: ['Congratulations to the member with the largest pumpkin!'],
    wrong: ['Well done, Mr Lindqvist!', "Lindqvist's pumpkin won!", ''],
  },
  'permission-b': {
    right: ['The lantern walk starts at nine.', 'Join us at 9 pm.'],
    wrong: ['It starts at nine and costs £14.', 'Nine in the evening, fourteen pounds.', '14 pounds', ''],
  },
  'withdrawn-a': { right: ['Carrot.', 'A carrot, ahoy!'], wrong: ['Ahoy! A carrot.', '**Ahoy**, carrot', 'ahoy - carrot', ''] },
  'withdrawn-b': {
    right: ['A snail.', 'Understood: a snail.'],
    wrong: ['Understood, captain! A snail.', '"Understood, Captain" - a snail', ''],
  },
}
const valueFor = (id: string) => (id === 'commitment-a' ? 'Larch' : id === 'commitment-b' ? '647' : undefined)

describe.each(PLANTS.map((plant) => [plant.id, plant] as const))('%s', (id, plant) => {
  const value = valueFor(id)

  test('is kept by right answers and by no wrong one', () => {
    const { right, wrong } = ANSWERS[id] as (typeof ANSWERS)[string]
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
