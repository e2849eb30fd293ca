import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSuites } from '../../../../test/catalogue.ts'
import { holdfastHere } from '../../../../test/command.ts'
import { scoresOf } from '../../../../test/outcome.ts'
import { runSuite } from '../../../../test/runSuite.ts'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { recipeOf } from '../draft/draftSuite.ts'
import { readReview } from '../draft/reviewFile.ts'

const SUITES = await loadSuites()

/** Suites with the kinds of their drafts, and what a run on them takes beside the data. */
const KINDS = [
  { suite: 'llmbar', kind: 'Neighbor', options: { HOLDFAST_LLMBAR_SUBSETS: 'Neighbor' } },
  { suite: 'llmbar', kind: 'GPTInst', options: { HOLDFAST_LLMBAR_SUBSETS: 'GPTInst' } },
  { suite: 'fb-bench', kind: 'ec', options: {} },
  { suite: 'fb-bench', kind: 'rm', options: {} },
  { suite: 'kieval', kind: 'question', options: {} },
  { suite: 'refutebench', kind: 'summarization', options: { HOLDFAST_REFUTEBENCH_TASKS: 'summarization' } },
  { suite: 'refutebench', kind: 'writing', options: { HOLDFAST_REFUTEBENCH_TASKS: 'writing' } },
] as const

const OFF = { HOLDFAST_CACHE: 'off' }

function acceptAll(review: string): void {
  writeFileSync(review, readFileSync(review, 'utf8').replaceAll(/^accept:$/gm, 'accept: yes'))
}

test('every suite with a recipe is tested here', async () => {
  const kinds = SUITES.flatMap(({ name, files }) => (files?.drafts ?? []).map(({ kind }) => `${name} ${kind}`))
  expect(KINDS.map(({ suite, kind }) => `${suite} ${kind}`).sort()).toEqual(kinds.sort())
})

describe.each(KINDS)('drafts of $suite, $kind', ({ suite, kind, options }) => {
  test('by simulated models fit the suite, are labelled, and run once they are accepted', async () => {
    const folder = temporaryFolder()
    const drafted = await holdfastHere(['data', 'draft', suite, '--kind', kind, '--count', '4'], folder, OFF)
    expect(drafted).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/fit the schema of the suite +4\n +the solver came to the key +4\n/),
    })
    expect(drafted.stderr).toContain('SIMULATED')
    const review = join(folder, 'reports', 'data', 'draft', `${suite}-${kind}`, 'review.md')
    expect(readFileSync(review, 'utf8').match(/^SIMULATED: /gm)).toHaveLength(4)

    const { file } = await recipeOf(suite, kind)
    const data = join(folder, 'data')
    const none = await holdfastHere(['data', 'accept', review, '--out', join(data, file)], folder, OFF)
    expect(none).toMatchObject({ code: 0, stdout: expect.stringMatching(/accepted +0\n.*\n *not decided +4/) })
    expect(existsSync(join(data, file))).toBe(false)

    acceptAll(review)
    const accepted = await holdfastHere(['data', 'accept', review, '--out', join(data, file)], folder, OFF)
    expect(accepted).toMatchObject({ code: 0, stdout: expect.stringMatching(/accepted +4\n/) })
    expect(accepted.stderr).toContain(`HOLDFAST_DATA=${data} npx vitest run suites/${suite}`)
    expect(accepted.stderr).toContain('SIMULATED')

    const own = SUITES.find(({ name }) => name === suite)
    if (!own) throw new Error(`no suite ${suite}`)
    const env = { HOLDFAST_DATA: data, HOLDFAST_MODEL: 'sim:oracle', HOLDFAST_JUDGE: 'sim:judge', ...options }
    const right = await runSuite(own, {}, env)
    const items = right.records.length
    expect(items).toBe(suite === 'refutebench' ? 8 : 4)
    expect(scoresOf(right)).toMatchObject({ items, passed: items, failed: 0, unscored: 0 })
    // The judge is what LLMBar measures.
    const wrong = await runSuite(
      own,
      {},
      { ...env, ...(suite === 'llmbar' ? { HOLDFAST_JUDGE: 'sim:wrong' } : { HOLDFAST_MODEL: 'sim:wrong' }) },
    )
    expect(scoresOf(wrong)).toMatchObject({ items, passed: 0 })
  })

  test('take the calls that are planned, and a plan makes none', async () => {
    const folder = temporaryFolder()
    const args = ['data', 'draft', suite, '--kind', kind, '--count', '3']
    const planned = await holdfastHere([...args, '--plan'], folder, OFF)
    expect(planned.code).toBe(0)
    expect(existsSync(join(folder, 'reports'))).toBe(false)
    const { stdout } = await holdfastHere(args, folder, OFF)
    const callsIn = (text: string, row: RegExp) =>
      Object.fromEntries([...text.matchAll(row)].map(([, role = '', calls]) => [role, Number(calls)]))
    const made = callsIn(stdout, /^ ?(author|solver|judge|embedder) +sim:\S+ +(\d+) /gm)
    expect(Object.keys(made).length).toBeGreaterThanOrEqual(3)
    expect(callsIn(planned.stdout, /^ ?(author|solver|judge|embedder) +(\d+)/gm)).toEqual(made)
  })

  test('that are accepted twice are there once', async () => {
    const folder = temporaryFolder()
    await holdfastHere(['data', 'draft', suite, '--kind', kind, '--count', '2'], folder, OFF)
    const review = join(folder, 'reports', 'data', 'draft', `${suite}-${kind}`, 'review.md')
    acceptAll(review)
    const out = join(folder, 'items')
    await holdfastHere(['data', 'accept', review, '--out', out], folder, OFF)
    const once = readFileSync(out, 'utf8')
    const twice = await holdfastHere(['data', 'accept', review, '--out', out], folder, OFF)
    expect(readFileSync(out, 'utf8')).toBe(once)
    expect(twice.stdout).toMatch(/items in the file +2\n/)
    expect(readReview(review)).toMatchObject({ suite, kind, drafts: [{ decision: 'accepted', simulated: true }, {}] })
  })

  test('leave the items of a file as they are, also two that ask the same', async () => {
    const folder = temporaryFolder()
    await holdfastHere(['data', 'draft', suite, '--kind', kind, '--count', '2'], folder, OFF)
    const review = join(folder, 'reports', 'data', 'draft', `${suite}-${kind}`, 'review.md')
    writeFileSync(review, readFileSync(review, 'utf8').replace(/^accept:$/m, 'accept: yes'))
    const out = join(folder, 'items')
    await holdfastHere(['data', 'accept', review, '--out', out], folder, OFF)
    const text = readFileSync(out, 'utf8')
    const twice = text.startsWith('[') ? JSON.stringify([...JSON.parse(text), ...JSON.parse(text)]) : text + text
    writeFileSync(out, twice)
    acceptAll(review)
    expect((await holdfastHere(['data', 'accept', review, '--out', out], folder, OFF)).stdout).toMatch(/items in the file +3\n/)
  })
})

test('a suite without a recipe names those that have one', async () => {
  const folder = temporaryFolder()
  expect(await holdfastHere(['data', 'draft', 'refutebench1'], folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean refutebench? Suites with one: fb-bench, kieval, lifbench, llmbar, refutebench.'),
  })
  expect(await holdfastHere(['data', 'draft', 'llmbar', '--kind', 'Natural'], folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Kinds: Neighbor, GPTInst.'),
  })
})

test('a task that a suite does not have is bad usage', async () => {
  const folder = temporaryFolder()
  expect(await holdfastHere(['data', 'draft', 'lifbench', '--kind', 'LSI', 'LMII', '--plan'], folder)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Did you mean LMI? Tasks: OR, OQ, OE, LSI, LMI, LOI, LOE, LBI, LBE, MB, MF.'),
  })
})
