import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { llmbarSuite } from '../../../../suites/llmbar/suite.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { madeDocument } from '../../../../test/madeDocument.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import type { ItemRecord } from '../../../core/format/records.ts'

// Made up: three models and four items. By hand, the rests of `key` are 3, 2, 0.5 and its scores 0, 0, 1.
const SCORES: Readonly<Record<string, readonly number[]>> = { strong: [1, 1, 1, 0], fair: [1, 1, 0, 0], tiny: [0.5, 0, 0, 1] }
const ITEMS = ['a', 'b', 'c', 'key']

interface Made {
  readonly suite?: string
  readonly sha256?: string
  readonly items?: readonly string[]
  readonly simulated?: boolean
}

/** A run folder of one of the models. */
function makeRun(
  root: string,
  model: string,
  { suite = 'support', sha256 = 'ab'.repeat(32), items = ITEMS, simulated = false }: Made = {},
): string {
  const folder = join(root, 'reports', 'runs', `run-${model}`)
  mkdirSync(folder, { recursive: true })
  const document = madeDocument({
    run: {
      id: `${model}-id`,
      roles: { candidate: { model, simulated } },
      data: { [suite]: { source: 'bundled', sha256, items: ITEMS.length } },
    },
    suites: { [suite]: Object.values(madeDocument().suites)[0] as never },
  })
  writeFileSync(join(folder, 'scores.json'), JSON.stringify(document))
  writeFileSync(join(folder, 'items.jsonl'), items.map((item) => `${JSON.stringify(recordOf(suite, item, model))}\n`).join(''))
  return `run-${model}`
}

function recordOf(suite: string, item: string, model: string): ItemRecord {
  const total = SCORES[model]?.[ITEMS.indexOf(item)] ?? 0
  return { suite, item, task: 'math', trial: 0, status: total === 1 ? 'passed' : 'failed', tags: {}, scores: { total } }
}

const MODELS = Object.keys(SCORES)
const filter = (root: string, ...args: string[]) => holdfastHere(['data', 'filter', ...args], root)

describe('holdfast data filter', () => {
  test('reads runs by name, and prints what it found as a table and as JSON', async () => {
    const root = temporaryFolder()
    const runs = MODELS.map((model) => makeRun(root, model))
    const { code, stdout } = await filter(root, ...runs)
    expect(code).toBe(0)
    expect(stdout).toMatch(/ key +math +0\.33 +-0\.92 +1 of 3 {2}suspect, easy, dropped\n/)
    const printed = JSON.parse((await filter(root, ...runs, '--json')).stdout)
    expect(printed).toMatchObject({ suite: 'support', data: { source: 'bundled' }, flagged: { suspect: 1, easy: 1 }, kept: 3, unlike: [] })
    expect(printed.models).toContainEqual({ run: 'run-tiny', model: 'tiny', simulated: false, mean: 0.375, scored: 4, weak: true })
    // 0, 0, 1 with 3, 2, 0.5: -4/3 / √(2/3 · 19/6).
    expect(printed.items[3]).toMatchObject({ item: 'key', discrimination: expect.closeTo(-4 / 3 / Math.sqrt((2 / 3) * (19 / 6)), 12) })
  })

  test('reads files of records, and takes the name of the file for the model', async () => {
    const root = temporaryFolder()
    const runs = MODELS.map((model) => {
      const path = join(root, `${model}.jsonl`)
      writeFileSync(path, readFileSync(join(root, 'reports', 'runs', makeRun(root, model), 'items.jsonl')))
      return `${model}.jsonl`
    })
    const { models, items, suite, data } = JSON.parse((await filter(root, ...runs, '--json')).stdout)
    expect(models.map((entry: { model: string }) => entry.model)).toEqual(['strong', 'fair', 'tiny'])
    expect(items.map((entry: { discrimination: number }) => entry.discrimination < 0)).toEqual([false, false, false, true])
    expect({ suite, data }).toEqual({ suite: 'support', data: null })
  })

  test('takes it for the score of an item that has no total whether it passed, as where figures are only recorded', async () => {
    const root = temporaryFolder()
    const runs = MODELS.map((model) => makeRun(root, model))
    for (const run of runs) {
      const items = join(root, 'reports', 'runs', run, 'items.jsonl')
      writeFileSync(items, readFileSync(items, 'utf8').replaceAll(/"total":[\d.]+/g, ''))
    }
    const { models, flagged } = JSON.parse((await filter(root, ...runs, '--json')).stdout)
    // Of `tiny` the half mark was no pass.
    expect(models.map(({ mean, scored }: { mean: number; scored: number }) => [mean, scored])).toEqual([
      [0.75, 4],
      [0.5, 4],
      [0.25, 4],
    ])
    expect(flagged.unscored).toBe(0)
  })

  test('says when simulated models answered', async () => {
    const root = temporaryFolder()
    const runs = MODELS.map((model) => makeRun(root, model, { simulated: model === 'tiny' }))
    expect((await filter(root, ...runs)).stdout).toMatch(/^ SIMULATED/)
  })

  test('tells and counts items that are missing in some runs', async () => {
    const root = temporaryFolder()
    const runs = MODELS.map((model) => makeRun(root, model, model === 'fair' ? { items: ['a', 'b', 'c'] } : {}))
    expect((await filter(root, ...runs)).stdout.replaceAll(/\s+/g, ' ')).toContain(
      '1 item is missing in some runs. Models are ranked by the 3 that every model has a score for.',
    )
  })

  test('takes the models that are named as weak', async () => {
    const root = temporaryFolder()
    const runs = MODELS.map((model) => makeRun(root, model))
    const { items } = JSON.parse((await filter(root, ...runs, '--json', '--weak', 'fair, run-strong')).stdout)
    expect(items.filter((entry: { flags: string[] }) => entry.flags.includes('easy')).map(({ item }: { item: string }) => item)).toEqual([
      'a',
      'b',
    ])
  })

  test('writes a page with a picture', async () => {
    const root = temporaryFolder()
    const runs = MODELS.map((model) => makeRun(root, model))
    expect(await filter(root, ...runs, '--page')).toMatchObject({ code: 0, stdout: 'reports/filter.html\n' })
    const page = readFileSync(join(root, 'reports', 'filter.html'), 'utf8')
    expect(page).toMatch(/^<!doctype html>[\s\S]*<title>key: 0\.33, -0\.92<\/title>[\s\S]*2 of \d+ items have a suspect key|<title>key: /)
  })
})

describe('it is an error, and says what to do,', () => {
  const said = async (root: string, ...args: string[]) => {
    const { code, stdout, stderr } = await filter(root, ...args)
    expect(stdout).toBe('')
    return `${code} ${stderr.replaceAll(root, '<root>').trim()}`
  }
  const made = (own: Readonly<Record<string, Made>> = {}) => {
    const root = temporaryFolder()
    return [root, ...MODELS.map((model) => makeRun(root, model, own[model]))] as [string, ...string[]]
  }

  test('with fewer than three runs', async () => {
    const [root, one, two] = made()
    expect(await said(root, one as string, two as string)).toMatchInlineSnapshot(
      `"2 Failed to filter: 2 runs. Name 3 or more of different models."`,
    )
  })

  test('with one run twice', async () => {
    const [root, one, two] = made()
    const file = `reports/runs/${two}/items.jsonl`
    for (const [first, again] of [
      [one as string, `reports/runs/${one}`],
      [two as string, file],
      [file, `./${file}`],
    ] as const)
      expect(await said(root, 'run-tiny', first, again)).toBe(`2 Failed to filter: ${first} and ${again} are one run. Name each run once.`)
  })

  test('with runs of different suites', async () =>
    expect(await said(...made({ fair: { suite: 'other' } }))).toMatchInlineSnapshot(
      `"1 Failed to filter: the runs are of different suites (run-strong of support; run-fair of other; run-tiny of support). Name runs of one suite."`,
    ))
  test('with runs of other data', async () =>
    expect(await said(...made({ tiny: { sha256: 'cd'.repeat(32) } }))).toMatchInlineSnapshot(
      `"1 Failed to filter: run-strong and run-tiny are of other data of support (sha256 abababababab and cdcdcdcdcdcd). Name runs of the same items."`,
    ))

  test('with a run without a score', async () => {
    const [root, ...runs] = made()
    writeFileSync(
      join(root, 'reports', 'runs', 'run-tiny', 'items.jsonl'),
      JSON.stringify({ ...recordOf('support', 'a', 'tiny'), status: 'error' }),
    )
    expect(await said(root, ...runs)).toMatchInlineSnapshot(
      `"1 Failed to filter run-tiny: no item of support has a score in it. Leave it out, or name another run."`,
    )
  })

  test('to keep more items than there are', async () =>
    expect(await said(...made(), '--count', '9')).toMatchInlineSnapshot(
      `"1 Failed to keep 9 items: of 4 there are 4 that every model has a score for and that are not dropped. Keep at most so many, or drop less with --drop."`,
    ))
  test.each(['0', '-1', '1.5', 'x', ''])('to keep %j', async (keep) => expect(await said(...made(), '--count', keep)).toMatch(/^2 /))
  test('to drop what is no flag', async () => expect(await said(...made(), '--drop', 'hard')).toMatch(/^2 /))
})

describe('the file of items', () => {
  const run = (items?: string) =>
    runSuite(llmbarSuite, { ...(items && { items }), limit: 3, seed: 1 }, { HOLDFAST_MODEL: 'sim:oracle', HOLDFAST_JUDGE: 'sim:judge' })

  test('of a filter is what a run takes', async () => {
    const root = temporaryFolder()
    const whole = await run()
    const { data } = whole.concluded.document.run
    for (const [at, model] of MODELS.entries()) {
      const folder = join(root, 'reports', 'runs', model)
      mkdirSync(folder, { recursive: true })
      const document = madeDocument({
        run: { id: model, roles: { judge: { model, simulated: true } }, data },
        suites: whole.concluded.document.suites,
      })
      writeFileSync(join(folder, 'scores.json'), JSON.stringify(document))
      const records = whole.records.map((record, place) => ({ ...record, scores: { total: place % 4 > at ? 1 : 0 } }))
      writeFileSync(join(folder, 'items.jsonl'), records.map((record) => `${JSON.stringify(record)}\n`).join(''))
    }
    const { code, stderr } = await filter(root, ...MODELS, '--count', '5', '--out', 'kept.json')
    expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining('HOLDFAST_ITEMS=kept.json') })
    const path = join(root, 'kept.json')
    const kept = JSON.parse(readFileSync(path, 'utf8'))
    expect(kept).toEqual({ schema: 'holdfast.items/1', suite: 'llmbar', sha256: data.llmbar?.sha256, items: expect.any(Array) })
    expect(kept.items).toHaveLength(5)
    const chosen = await run(path)
    expect(chosen.records.map(({ item }) => item).sort()).toEqual([...kept.items].sort())
    expect(chosen.concluded.document.run).toMatchObject({
      items: { suite: 'llmbar', items: 5, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(whole.concluded.document.run.items).toBeUndefined()
  })

  test('that is none is refused before anything runs', async () => {
    const path = join(temporaryFolder(), 'kept.json')
    await expect(run(path)).rejects.toThrow(`Failed to read HOLDFAST_ITEMS: no file ${path}. Name a file of items`)
    writeFileSync(path, '{"schema":"holdfast.items/1","suite":"llmbar","items":[]}')
    await expect(run(path)).rejects.toThrow(`Failed to read ${path}, field items`)
    writeFileSync(path, '{"schema":"holdfast.items/1","suite":"llmbar","items":["nobody"]}')
    await expect(run(path)).rejects.toThrow(`Failed to take the items of ${path}: llmbar has no item "nobody".`)
  })
})
