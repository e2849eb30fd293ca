import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/e2e/fixtureRun.ts'
import { serveFaulty } from '../../../../test/faultyServer.ts'
import { runHoldfast } from '../../../../test/run.ts'
import { hasShared, sharedFolder } from '../../../../test/shared.ts'
import { publishedFiles } from '../test/publishedData.ts'

/** Commands talk to this machine without a proxy. */
const data = (args: readonly string[], cwd = temporaryFolder(), env: Record<string, string> = {}) =>
  runHoldfast(['data', ...args], { cwd, env: { NO_PROXY: '127.0.0.1', ...env } })

/** A row of a table on stdout, its cells. */
const row = (stdout: string, name: string) =>
  stdout
    .split('\n')
    .find((line) => line.startsWith(` ${name} `))
    ?.trim()
    .split(/ {2,}/)

/** What became of the files of a suite that was pulled, by the first word: how many of them. */
const became = (stderr: string, suite: string) => {
  const words = [...stderr.matchAll(new RegExp(`\\] ${suite}/\\S+ {2}(\\w+)`, 'g'))].map(([, word = '']) => word)
  return Object.fromEntries(words.map((word) => [word, words.filter((other) => other === word).length]))
}

describe('holdfast data show', () => {
  test('shows sources, and says plainly where there is no licence', async () => {
    const { code, stdout, stderr } = await data([])
    expect([code, stderr]).toEqual([0, ''])
    expect(row(stdout, 'llmbar')).toEqual(['llmbar', '13', '1,935,068', 'granted', 'princeton-nlp/LLMBar@900616b'])
    expect(row(stdout, 'fb-bench')?.[3]).toBe('NONE')
    expect(stdout).toContain('not to be pulled: replayed_params.json')
  })

  test('prints every file as JSON', async () => {
    const all = JSON.parse((await data(['show', '--json'])).stdout)
    expect(all.find(({ suite }: { suite: string }) => suite === 'fb-bench').files[0]).toMatchObject({
      path: 'dataset.json',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      upstream: [{ url: expect.stringContaining('https://raw.githubusercontent.com/PKU-Baichuan-MLSystemLab/FB-Bench/dacc09b') }],
    })
  })
})

describe('bad usage exits 2 and says why', () => {
  test.for([
    { args: ['pul'], reason: 'pul' },
    { args: ['pull', '--quick'], reason: "unknown option '--quick'" },
    { args: ['pull', 'llmba'], reason: 'Did you mean llmbar?' },
    { args: ['pull', 'llmbar', '--from', 'ftp://example.org'], reason: 'only http and https' },
    { args: ['show', 'kieva'], reason: 'Did you mean kieval?' },
  ])('$args', async ({ args, reason }) => {
    const { code, stdout, stderr } = await data(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(reason)
    expect(stderr).not.toMatch(/^ +at .+:\d+:\d+/m)
  })

  test('an empty HOLDFAST_DATA', async () => {
    const { code, stderr } = await data(['verify'], undefined, { HOLDFAST_DATA: '' })
    expect([code, stderr]).toEqual([2, expect.stringContaining('Failed to read HOLDFAST_DATA: it is empty')])
  })

  test.for(['show', 'pull', 'verify'])('%s has a help', async (name) => {
    expect(await data([name, '--help'])).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining(`Usage: holdfast data ${name}`),
    })
  })
})

test('a mirror without the files: each is named, and the exit code is 1', async () => {
  const { url } = await serveFaulty({})
  const folder = temporaryFolder()
  const { code, stderr } = await data(['pull', 'fb-bench', '--from', url, '--data', folder])
  expect(code).toBe(1)
  expect(stderr).toContain('licence: NONE: nobody has granted a right to redistribute.')
  expect(stderr).toMatch(
    /FAILED: Failed to find PKU-Baichuan-MLSystemLab\/FB-Bench\/\S+fb_bench_dataset_v3\.json at http:\S+: no such file\./,
  )
  expect(existsSync(join(folder, 'fb-bench'))).toBe(false)
})

test('verify of a folder that holds nothing fails', async () => {
  const { code, stderr } = await data(['verify'])
  expect([code, stderr]).toEqual([1, expect.stringContaining('it holds no official data. Pull some, or name its folder with --data.')])
})

test('stats prints the card of bundled data', async () => {
  const { code, stdout } = await data(['show', 'llmbar'])
  expect(code).toBe(0)
  expect(stdout).toMatch(/^ suite {7}llmbar\n data {8}bundled, version 2, sha256 \w{12}\n licence {5}that of this package$/m)
  expect(stdout).toMatch(/^ tokens of {6}texts {2}least {2}median {2}90 % {2}most +total$/m)
})

describe.skipIf(!hasShared)('with the official files', () => {
  test('everything that is published is pulled, converted and verified, and suites read it', async () => {
    const { url } = await serveFaulty(await publishedFiles())
    const cwd = temporaryFolder()
    const { code, stdout, stderr } = await data(['pull', '--from', url], cwd)
    expect([code, stderr]).toEqual([0, expect.stringContaining('[49/49] refutebench1/qa/single/qa.memory.NC-3.jsonl.gz  pulled, 201 kB\n')])
    const pulled = Object.entries({ lifbench: 3, kieval: 2, refutebench: 2, pressure: 3 })
    for (const [suite, count] of pulled)
      expect(became(stderr, suite), suite).toEqual({ pulled: count, ...(suite === 'lifbench' && { not: 1 }) })
    const folder = join(cwd, '.holdfast', 'data')
    expect(stdout).toContain(`HOLDFAST_DATA=${folder}`)
    expect(readdirSync(folder).sort()).toEqual(['fb-bench', 'kieval', 'lifbench', 'llmbar', 'pressure', 'refutebench', 'refutebench1'])

    const verified = await data(['verify'], cwd)
    expect([verified.code, verified.stderr]).toEqual([0, ''])
    expect(verified.stdout.match(/^ ok {7}refutebench1\/\S+$/gm)).toHaveLength(24)
    expect(verified.stdout).toContain('absent   lifbench/replayed_params.json: ')

    const card = JSON.parse((await data(['show', 'kieval', '--json'], cwd, { HOLDFAST_DATA: folder })).stdout)
    expect(card).toMatchObject({ items: 240, source: 'official: arc-challenge-sample', licence: expect.stringMatching(/^NONE/) })
  })

  test('after a connection that is cut another one is tried', async () => {
    const path = 'princeton-nlp/LLMBar/900616bff90b6c6c8e1681f7d079250637c55992/Dataset/LLMBar/Natural/dataset.json'
    const { url, requests } = await serveFaulty(await publishedFiles(), { [path]: [{ kind: 'cut', after: 40_000 }] })
    const { code, stderr } = await data(['pull', 'llmbar', '--from', url])
    expect([code, stderr]).toEqual([0, expect.stringMatching(/Natural\/dataset\.json: .*; trying again\n/)])
    expect(requests.filter((request) => request.path === path)).toHaveLength(2)
  })

  test('a file changed by hand is found by verify, kept by pull, and replaced with --force', async () => {
    const folder = temporaryFolder()
    const { url, requests } = await serveFaulty(await publishedFiles())
    const pull = (...flags: string[]) => data(['pull', 'llmbar', '--from', url, '--data', folder, ...flags])
    await pull()
    const natural = join(folder, 'llmbar', 'datasets', 'Natural.json')
    const official = readFileSync(natural)
    writeFileSync(natural, `${official} `)

    const verified = await data(['verify', '--data', folder])
    expect([verified.code, verified.stdout.match(/^ ok {7}llmbar\//gm)?.length]).toEqual([1, 12])
    expect(verified.stdout).toMatch(/^ changed {2}llmbar\/datasets\/Natural\.json: 91,270 bytes, expected 91,269; SHA-256 /m)

    requests.length = 0
    const refused = await pull()
    expect([refused.code, refused.stdout, requests]).toEqual([1, '', []])
    expect(refused.stderr).toContain('a file there differs from the official data: llmbar/datasets/Natural.json (91,270 bytes')
    expect(String(readFileSync(natural))).toBe(`${official} `)

    const forced = await pull('--force')
    expect([forced.code, became(forced.stderr, 'llmbar')]).toEqual([0, { pulled: 1, already: 12 }])
    expect(readFileSync(natural)).toEqual(official)
  })

  test('a folder in the layout of adapters is a source too', async () => {
    const folder = temporaryFolder()
    const { code, stderr } = await data(['pull', 'lifbench', '--from', join(sharedFolder, 'data'), '--data', folder])
    expect([code, became(stderr, 'lifbench')]).toEqual([0, { pulled: 4 }])
  })

  test('verify names what is missing of a named suite', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'llmbar'))
    const { code, stdout, stderr } = await data(['verify', 'llmbar', '--data', folder])
    expect([code, stdout.match(/^ missing {2}llmbar\//gm)?.length]).toEqual([1, 13])
    expect(stderr).toBe(`Failed to verify ${folder}: 13 files differ. Pull again.\n`)
  })
})
