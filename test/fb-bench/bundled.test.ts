import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FbItem } from '../../suites/fb-bench/items.ts'
import { SCENARIOS, TASKS } from '../../suites/fb-bench/names.ts'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { hasShared, sharedFolder } from '../shared.ts'

const SUBTASKS = {
  Mathematics: ['Algebra', 'Combinatorial Probability', 'Geometry', 'Equations and Inequalities', 'Arithmetic'],
  Reasoning: ['IQ Questions', 'Common Sense Reasoning'],
  Coding: ['Code Generation', 'Code Knowledge', 'Code Debugging'],
  'Text Extraction': ['Information Extraction', 'Summary', 'Title Extraction'],
  'Text Error Correction': ['Text Checking', 'Grammar Checking', 'Typo Detection'],
  'Text Creation': ['Generation', 'Rewriting'],
  'Text Translation': ['Chinese to English', 'English to Chinese'],
  'Knowledge Q&A': ['Experience Advice', 'Reasoning Analysis', 'Concept Explanation', 'Objective Facts'],
}
const DEFICIENCIES = ['Logical Error', 'Not Following Instructions', 'Factual Error', 'Incomplete Answer', 'Unprofessional Answer']
const FEEDBACK = {
  ec: ['Pointing Out Errors', 'Simple Questioning', 'Clarifying Intent', 'Detailed Explanation', 'Hinting Guidance', 'Raising Objections'],
  rm: ['Simple Questioning', 'Misinformation', 'Credibility Support', 'Unreasonable Requests'],
}
const HAN = /\p{Script=Han}/u

const items = readBundledItems()
const correction = items.filter(({ scenario }) => scenario === 'ec')
const maintenance = items.filter(({ scenario }) => scenario === 'rm')

/** Ids of the items for which something does not hold. */
function except(among: readonly FbItem[], holds: (item: FbItem) => boolean): string[] {
  return among.filter((item) => !holds(item)).map(({ id }) => id)
}

/** Which criteria a text meets. */
function met(item: FbItem, text: string): boolean[] {
  return item.checklist.map(({ check }) => check?.(text) === true)
}

function weightOf(item: FbItem, text: string): number {
  const marks = met(item, text)
  return item.checklist.reduce((sum, { weight }, index) => sum + (marks[index] ? (weight ?? 1) : 0), 0)
}

const distinct = (labels: readonly string[]) => [...new Set(labels)].sort()

describe('the bundled items', () => {
  test('are at least 96, with ids of their own', () => {
    expect(items.length).toBeGreaterThanOrEqual(96)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
    expect(new Set(items.map(({ query }) => query)).size).toBe(items.length)
  })

  test.each(SCENARIOS.flatMap((scenario) => TASKS.map((task) => ({ scenario, task }))))(
    'have six of $scenario in $task',
    ({ scenario, task }) => {
      expect(items.filter((item) => item.scenario === scenario && item.task === task).length).toBeGreaterThanOrEqual(6)
    },
  )

  test('are in Chinese at least 16 times, query and reference alike', () => {
    const chinese = items.filter(({ language }) => language === 'zh')
    expect(chinese.length).toBeGreaterThanOrEqual(16)
    expect(except(chinese, ({ query, reference = '' }) => HAN.test(query) && HAN.test(reference))).toEqual([])
  })

  test('have all 24 subtasks, each within its task', () => {
    const present = distinct(items.map(({ task, subtask }) => `${task}/${subtask}`))
    expect(present).toEqual(distinct(Object.entries(SUBTASKS).flatMap(([task, names]) => names.map((name) => `${task}/${name}`))))
    expect(present).toHaveLength(24)
  })

  test('use all labels of the benchmark and no others', () => {
    expect(distinct(items.flatMap(({ deficiency }) => deficiency))).toEqual(distinct(DEFICIENCIES))
    expect(distinct(correction.flatMap(({ feedbackTypes }) => feedbackTypes))).toEqual(distinct(FEEDBACK.ec))
    expect(distinct(maintenance.flatMap(({ feedbackTypes }) => feedbackTypes))).toEqual(distinct(FEEDBACK.rm))
  })

  test('name no label twice, and a deficiency just where the first answer has one', () => {
    expect(
      except(
        items,
        ({ deficiency, feedbackTypes }) => new Set([...deficiency, ...feedbackTypes]).size === deficiency.length + feedbackTypes.length,
      ),
    ).toEqual([])
    expect(except(items, ({ scenario, deficiency }) => deficiency.length > 0 === (scenario === 'ec'))).toEqual([])
  })

  test('have no criterion twice', () =>
    expect(except(items, ({ checklist }) => new Set(checklist.map(({ text }) => text)).size === checklist.length)).toEqual([]))

  test('have a reference that meets every criterion', () =>
    expect(except(items, (item) => met(item, item.reference ?? '').every(Boolean))).toEqual([]))

  test('have no criterion that an empty answer meets, or an answer that speaks of nothing but itself', () => {
    const silent = ['', 'Thank you, you are right. I have corrected my answer.', '谢谢指正,我已经改正了。']
    expect(except(items, ({ checklist }) => checklist.every(({ check }) => silent.every((text) => check?.(text) === false)))).toEqual([])
  })
})

describe('error correction', () => {
  test('has weights that sum to 1', () => {
    expect(
      except(correction, ({ checklist }) => Math.abs(checklist.reduce((sum, { weight }) => sum + (weight ?? Number.NaN), 0) - 1) <= 1e-9),
    ).toEqual([])
  })

  test('has first answers worth at most 0.2', () =>
    expect(except(correction, (item) => weightOf(item, item.firstResponse) <= 0.2 + 1e-9)).toEqual([]))
})

describe('response maintenance', () => {
  test('has no weights', () => expect(except(maintenance, ({ checklist }) => checklist.every(({ weight }) => weight === null))).toEqual([]))

  test('has first answers that are right: they meet the first criterion, and all where no other asks for a reply to the feedback', () => {
    // Hard items may ask for the flaw in the user's arguments, which the first answer cannot know.
    const isHard = ({ id }: FbItem) => /-h\d+$/.test(id)
    expect(except(maintenance, (item) => met(item, item.firstResponse)[0] === true)).toEqual([])
    expect(except(maintenance, (item) => isHard(item) || met(item, item.firstResponse).every(Boolean))).toEqual([])
  })

  test('has concessions that meet none', () =>
    expect(except(maintenance, (item) => item.concession !== undefined && !met(item, item.concession).some(Boolean))).toEqual([]))

  test('has concessions of which the program can tell', () =>
    expect(except(maintenance, (item) => item.checklist.every(({ check }) => check?.(item.concession ?? '') === false))).toEqual([]))
})

describe.skipIf(!hasShared)('beside the official dataset (skipped without the shared folder)', () => {
  const read = () => JSON.parse(readFileSync(join(sharedFolder, 'data', 'fb-bench', 'dataset.json'), 'utf8')) as Record<string, unknown>[]
  const textsOf = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
  }
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

  test('no query is taken from it', () => {
    const queries = new Set(read().map(({ user_query }) => plain(String(user_query))))
    expect(queries.size).toBe(591)
    expect(except(items, ({ query }) => !queries.has(plain(query)))).toEqual([])
  })

  test('no line over 60 characters is taken from it', () => {
    const official = plain(read().flatMap(textsOf).join(' '))
    const lines = (item: FbItem) => textsOf(item).flatMap((text) => text.split('\n').map(plain))
    expect(except(items, (item) => lines(item).every((line) => line.length <= 60 || !official.includes(line)))).toEqual([])
  })
})
