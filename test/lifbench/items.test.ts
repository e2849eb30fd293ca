import { describe, expect, test } from 'vitest'
import { bundledSource } from '../../suites/lifbench/bundled/bundledSource.ts'
import { buildItems, type LifbenchItem } from '../../suites/lifbench/items.ts'
import { lengthOf, OFFICIAL_LENGTHS } from '../../suites/lifbench/lengths.ts'
import { TASKS } from '../../suites/lifbench/tasks.ts'
import { isLong } from '../shared.ts'

/** Items over six lengths as the released code and data make them; the paper's 2,766 leaves 36 of LOI out (docs/suites/lifbench.md, R3). */
const OFFICIAL_COUNTS = { LSI: 180, LMI: 150, LOI: 432, LOE: 432, LBI: 396, LBE: 432, MB: 150, MF: 150, OR: 150, OQ: 180, OE: 150 }

const names = isLong ? Object.keys(OFFICIAL_LENGTHS) : ['4k', '8k']
const source = bundledSource(0, 'o200k_base')
const items = buildItems(source, { lengths: names.map(lengthOf), tasks: TASKS, seed: 0 })

const idsOf = (some: readonly LifbenchItem[]) => some.map(({ id }) => id)

describe('the bundled items', () => {
  test(`are ${isLong ? '2,802 over all six lengths' : '467 a length, a sixth of 2,802'}`, () =>
    expect(items).toHaveLength((2802 / 6) * names.length))

  test.each(Object.entries(OFFICIAL_COUNTS))('of %s are as many as the official ones (%i over six lengths)', (id, count) => {
    for (const name of names)
      expect(
        items.filter((item) => item.task.id === id && item.length.name === name),
        name,
      ).toHaveLength(count / 6)
  })

  test('have ids <task>/<length>/<expression>/<variable> of their own, with the length as in the official files', () => {
    expect(new Set(idsOf(items)).size).toBe(items.length)
    for (const { id, task, length, expression, variable } of items) {
      expect(id).toMatch(/^(onedoc|list|multidoc)-[a-z_]+\/(3|6|13|28|60|120)\/\d+\/\d$/)
      expect(id).toBe(`${task.official}/${OFFICIAL_LENGTHS[length.name]}/${expression}/${variable}`)
    }
  })

  test.each(TASKS.map((task) => [task.id, task] as const))(
    'of %s use at least five expressions, half of them for each direction',
    (_id, task) => {
      const ofTask = items.filter((item) => item.task === task)
      const templates = new Set(ofTask.map(({ template }) => template.text))
      expect(templates.size).toBe(new Set(ofTask.map(({ expression }) => expression)).size)
      expect(templates.size).toBeGreaterThanOrEqual(5)
      const biases = new Set(ofTask.map(({ template }) => template.bias))
      expect(biases).toEqual(/^L[OB]/.test(task.id) ? new Set([1, -1]) : new Set([undefined]))
    },
  )

  test('use at least three contexts for every task and length', () => {
    for (const task of TASKS) {
      for (const name of names) {
        const contexts = new Set(items.filter((item) => item.task === task && item.length.name === name).map(({ context }) => context.key))
        expect(contexts.size, `${task.id} ${name}`).toBeGreaterThanOrEqual(3)
      }
    }
  })

  test('keep those of one context together, lengths ascending', () => {
    const runs = items.filter(({ context }, at) => context.key !== items[at - 1]?.context.key).map(({ context }) => context.key)
    expect(runs).toHaveLength(new Set(runs).size)
    const budgets = items.map(({ length }) => length.budget)
    expect(budgets).toEqual([...budgets].sort((one, other) => one - other))
  })

  test('leave no placeholder in a prompt', () => {
    for (const { context, promptTail } of items) {
      expect(context.promptHead).not.toContain('{input}')
      expect(promptTail).not.toMatch(
        /\{(instruction|num|sep|type|evidence|options|ordid|id|id_arr|element|candidates|rules|info_\w+|example)\b/,
      )
    }
  })

  test('ask what they are scored on', () => {
    for (const { task, param, promptTail } of items) {
      const asked = param as Record<string, unknown>
      if (task.id === 'LSI' || task.id === 'LOI' || task.id === 'LBI') expect(promptTail).toContain(String(asked.ordid ?? asked.id))
      if (task.id === 'LOE' || task.id === 'LBE') expect(promptTail).toContain(String(asked.element))
      if (task.id === 'LMI') expect(promptTail).toContain(`[${(asked.id_arr as number[]).join(', ')}]`)
      if (task.id === 'OQ') expect(promptTail).toContain(String(asked.evidence))
      if (task.id === 'OR') expect(promptTail).toContain(String(asked.sep))
      if (task.id === 'OE') expect(promptTail).toContain(String(asked.type))
    }
  })
})

describe('buildItems', () => {
  const build = (seed: number, tasks = TASKS) => buildItems(bundledSource(seed, 'o200k_base'), { lengths: [lengthOf('4k')], tasks, seed })
  const content = (some: readonly LifbenchItem[]) =>
    some.map(({ id, context, promptTail, param }) => [id, context.promptHead, promptTail, param])

  test('makes the same items from the same seed and others from another', () => {
    const [five, six] = [build(5), build(6)]
    expect(content(build(5))).toEqual(content(five))
    expect(content(six)).not.toEqual(content(five))
    expect(idsOf(six)).toEqual(idsOf(five))
  })

  test('makes the same items of a task whatever other tasks run', () => {
    const alone = build(
      0,
      TASKS.filter(({ id }) => id === 'LOI'),
    )
    expect(content(alone)).toEqual(content(build(0).filter(({ task }) => task.id === 'LOI')))
  })
})
