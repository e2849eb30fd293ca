import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bundledSource } from '../../../suites/lifbench/bundled/bundledSource.ts'
import { officialSource } from '../../../suites/lifbench/data/official.ts'
import type { MultiDocContext, OneDocContext } from '../../../suites/lifbench/data/source.ts'
import { buildItems, type LifbenchItem } from '../../../suites/lifbench/items.ts'
import { lengthOf, OFFICIAL_LENGTHS } from '../../../suites/lifbench/lengths.ts'
import { scoreAnswer } from '../../../suites/lifbench/scoring/score.ts'
import type { TaskParams } from '../../../suites/lifbench/scoring/types.ts'
import { TASKS } from '../../../suites/lifbench/tasks.ts'
import { hasShared, isLong, sharedFolder } from '../../shared.ts'

interface ReplayedRow {
  readonly task: string
  readonly length: number
  readonly ins_id: number
  readonly param_id: number
  readonly param: object
}

interface GoldenRow {
  readonly task: string
  readonly context: string
  readonly param: {
    readonly rule_key: string
    readonly info_keys: string
    readonly gold: readonly string[]
    readonly dup_infos: TaskParams['MF']['dup_infos']
  }
}

describe.skipIf(!hasShared)('the official release (skipped without the shared folder)', () => {
  const folder = join(sharedFolder, 'data', 'lifbench')
  const names = Object.keys(OFFICIAL_LENGTHS)
  let loaded: { source: ReturnType<typeof officialSource>; items: LifbenchItem[] } | undefined
  const official = () => {
    if (loaded) return loaded
    const source = officialSource(folder, bundledSource(0, 'o200k_base'))
    loaded = { source, items: buildItems(source, { lengths: names.map(lengthOf), tasks: TASKS, seed: 0 }) }
    return loaded
  }
  const parse = (...path: string[]) => JSON.parse(readFileSync(join(sharedFolder, ...path), 'utf8'))

  test('loads, and says that its lists are bundled', () =>
    expect(official().source).toMatchObject({ name: 'official; list elements bundled', missing: {} }))

  test('makes 2,802 items', () => {
    expect(official().items).toHaveLength(2802)
    expect(new Set(official().items.map(({ id }) => id)).size).toBe(2802)
  })

  // Groups with two members or more among the documents used (docs/suites/lifbench.md, R6).
  test.each([
    ['4k', 10, 1],
    ['8k', 20, 1],
    ['16k', 45, 3],
    ['32k', 98, 4],
    ['64k', 215, 5],
    ['128k', 433, 5],
  ])('has at %s %i documents and %i groups of duplicates', (name, count, groups) => {
    const { documents, duplicates, text } = official().source.context('multidoc', lengthOf(name), 0) as MultiDocContext
    expect(documents).toHaveLength(count)
    expect(text.match(/^\*{20} doc-\d+ \*{20}$/gm)).toHaveLength(count)
    expect(duplicates).toHaveLength(groups)
    for (const group of duplicates) expect(new Set(group.map((index) => documents[index]?.text)).size).toBe(1)
  })

  test.each(names)('has at %s 23 key sentences, 3 of them fake, which stand in the text', (name) => {
    const { sentences, text } = official().source.context('onedoc', lengthOf(name), 0) as OneDocContext
    expect(sentences).toHaveLength(23)
    expect(sentences.filter(({ genuine }) => !genuine)).toHaveLength(3)
    expect(sentences.filter((sentence) => !text.includes(sentence.text))).toEqual([])
  })

  test('asks of every OR and OE item what the release asked', () => {
    const byId = new Map(official().items.map((item) => [item.id, item.param]))
    const rows: ReplayedRow[] = parse('data', 'lifbench', 'replayed_params.json')
    expect(rows).toHaveLength(300)
    for (const { task, length, ins_id, param_id, param } of rows) expect(byId.get(`${task}/${length}/${ins_id}/${param_id}`)).toEqual(param)
  })

  test('has the right labels and groups that the official code has', () => {
    const golden: GoldenRow[] = readFileSync(join(sharedFolder, 'golden', 'lifbench.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"context": "multidoc-'))
      .map((line) => JSON.parse(line))
    expect(golden.length).toBeGreaterThan(100)
    const { source, items } = official()
    for (const { task, context, param } of golden) {
      const isMB = task === 'multidoc-batch_label'
      const set = isMB
        ? source.labelSets.findIndex(({ rule_key }) => rule_key === param.rule_key)
        : source.fieldSets.findIndex(({ info_keys }) => info_keys === param.info_keys)
      const item = items.find(({ id }) => id === `${task}/${context.replace('multidoc-', '')}/0/${set}`)
      expect(item?.param).toMatchObject(isMB ? { gold: param.gold } : { dup_infos: param.dup_infos })
    }
  })

  test.each(isLong ? names : ['4k', '8k', '16k'])('has a reference answer of exactly full marks for every item of %s', (name) => {
    const wrong = official()
      .items.filter(({ length }) => length.name === name)
      .map((item) => {
        const { id, task, param, context, promptTail } = item
        const answer = item.reference()
        return { id, answer, ...scoreAnswer(answer, { task, param, facts: context.facts(), promptTail }) }
      })
      .filter(({ total }) => total !== 1)
    expect(wrong).toEqual([])
  })
})
