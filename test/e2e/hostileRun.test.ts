import { createWriteStream, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { LARGEST_TEXT } from '../../src/core/base/data/utf8.ts'
import { isLong } from '../shared.ts'
import { unwrapped } from './fixtureRun.ts'
import {
  ACTIVE,
  ACTIVE_ON_SCREEN,
  expectRefused,
  expectUnharmed,
  type Json,
  linkFiles,
  projectWithRun,
  writeActiveText,
} from './hostileProject.ts'

const READERS: readonly (readonly string[])[] = [
  ['show', 'theirs'],
  ['show', 'theirs', 'item-1', '--calls'],
  ['compare', 'own', 'theirs', '--page'],
  ['compare', 'own', 'theirs', '--flipped', '--all'],
  ['merge', 'reports/runs/theirs', '--suite', 'yes', '--json', '--out', 'merged'],
  ['compare', 'theirs', '--keep', 'main'],
  ['judge', 'again', 'theirs', '--judge', 'sim:judge'],
  ...(isLong
    ? [
        ['show', 'theirs', '--below'],
        ['show', 'theirs', 'item-1'],
        ['show', 'theirs', `item-${ACTIVE}`],
        ['show', 'theirs', '--page'],
        ['compare', 'own', 'theirs', '--json'],
        ['compare', 'own', 'theirs', '--markdown'],
        ['compare', 'own', 'theirs', 'own'],
        ['merge', 'reports/runs/theirs', '--suite', 'yes', '--json'],
        ['compare', 'theirs', '--view', 'contamination'],
        ['compare', 'theirs', '--view', 'evaluators'],
        ['compare', 'theirs', '--view', 'refutations'],
        ['compare', 'theirs', 'own', '--view', 'leak-test'],
      ]
    : []),
]

describe.concurrent('a run folder made to attack whoever looks at it', () => {
  test('with active text in every name and text, and hashes that are paths: all that takes a run shows text', async () => {
    const project = await projectWithRun()
    const { root, folder, holdfast, vitest } = project
    await vitest({ HOLDFAST_OUT: 'reports/runs/own' })
    writeActiveText(project)
    for (const args of READERS) expectUnharmed(root, args.join(' '), await holdfast(args))
    expectUnharmed(root, 'plan', await holdfast(['plan', 'yes']))
    expectUnharmed(root, 'resume', await vitest({ HOLDFAST_RESUME: folder }))
    expectUnharmed(root, 'replay', await vitest({ MODEL: `replay:${folder}` }))
    for (const name of ['report.md', 'index.html', 'compare.html']) {
      expect(readFileSync(join(folder, name), 'utf8'), name).not.toMatch(ACTIVE_ON_SCREEN)
    }
  })

  test('with links in the place of its files: none is followed', async () => {
    const project = await projectWithRun()
    const { root, folder, holdfast, vitest } = project
    linkFiles(project)
    for (const args of [
      ['show', 'theirs'],
      ['show', 'theirs', '--page'],
      ['merge', folder, '--suite', 'yes', '--json'],
      ['compare', 'theirs', '--keep', 'main'],
      ['judge', 'again', 'theirs', '--judge', 'sim:judge'],
    ]) {
      expectRefused(root, args.join(' '), await holdfast(args))
    }
    const resumed = await vitest({ HOLDFAST_RESUME: folder })
    expectUnharmed(root, 'resume', resumed)
    expect(resumed.code).toBe(1)
    expect(readFileSync(join(root, 'mine', 'run-job.js'), 'utf8')).toBe('mine')
  })

  test('with test files that are options, or lie elsewhere: judge again runs none of them', async () => {
    const { root, change, holdfast } = await projectWithRun()
    const evil = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(join(root, 'owned'))}, process.env.OPENAI_API_KEY ?? '')\nexport default {}\n`
    const elsewhere = join(dirname(root), `evil-${process.pid}.eval.ts`)
    writeFileSync(join(root, 'evil.config.mjs'), evil)
    writeFileSync(elsewhere, evil)
    symlinkSync(elsewhere, join(root, 'linked.eval.ts'))
    try {
      for (const file of [
        '--config=evil.config.mjs',
        `../evil-${process.pid}.eval.ts`,
        'linked.eval.ts',
        ...(isLong ? ['-c', elsewhere, 'none.eval.ts', '.', ''] : []),
      ]) {
        change('run.json', (settings) => ({ ...settings, files: [file] }))
        const finished = await holdfast(['judge', 'again', 'theirs', '--judge', 'sim:judge'])
        expectUnharmed(root, file, finished)
        expect(finished.code, file).toBe(1)
        expect(unwrapped(finished.stderr), file).toContain(
          `run.json, field files, names ${JSON.stringify(file)}, which is no file of the project`,
        )
      }
    } finally {
      rmSync(elsewhere)
    }
  })

  test('with settings of its own making: no variable of the reader changes, and no data that the run was not made with is judged', async () => {
    const { root, change, holdfast } = await projectWithRun()
    change('run.json', (settings) => ({ ...settings, ran: ['fb-bench'], suites: { 'fb-bench': { 'max=1\nHOLDFAST_MAX_USD': '1000' } } }))
    const options = await holdfast(['judge', 'again', 'theirs', '--judge', 'sim:judge'])
    expectUnharmed(root, 'options', options)
    expect(options.code).not.toBe(0)
    change('run.json', (settings) => ({
      ...settings,
      ran: ['fb-bench'],
      suites: { 'fb-bench': {} },
      sha256: { 'fb-bench': '0'.repeat(64) },
    }))
    const data = await holdfast(['judge', 'again', 'theirs', '--judge', 'sim:judge'])
    expectUnharmed(root, 'data', data)
    expect(data.code).toBe(1)
    expect(data.stderr).toContain('Failed to judge again fb-bench: its data is not what the run was made with')
  })

  test('with names that every object has: one clear error', async () => {
    const { root, folder, change, holdfast } = await projectWithRun()
    const scores = readFileSync(join(folder, 'scores.json'), 'utf8')
    for (const name of isLong ? ['constructor', 'toString', '__proto__'] : ['constructor']) {
      for (const place of ['roles', 'suites']) {
        writeFileSync(join(folder, 'scores.json'), scores)
        change('scores.json', ({ run, suites, ...rest }: Json) => {
          const roles = Object.fromEntries([
            ...Object.entries(run?.roles ?? {}),
            ...(place === 'roles' ? [[name, { model: 'm', simulated: false }]] : []),
          ])
          const all = Object.fromEntries([...Object.entries(suites ?? {}), ...(place === 'suites' ? [[name, suites?.yes]] : [])])
          return { ...rest, run: { ...run, roles }, suites: all }
        })
        const finished = await holdfast(['show', 'theirs', '--page'])
        expectUnharmed(root, `${place} ${name}`, finished)
        if (finished.code !== 0) expect(finished.stderr, name).toMatch(/Failed to read .*scores\.json, field /)
      }
    }
  })

  test('with a small file that unpacks to a line of hundreds of megabytes: one clear error', async () => {
    const { root, holdfast } = await projectWithRun()
    const bomb = join(root, 'items.jsonl.gz')
    const block = 'a'.repeat(2 ** 20)
    await pipeline(Readable.from(Array.from({ length: LARGEST_TEXT / 2 ** 20 + 2 }, () => block)), createGzip(), createWriteStream(bomb))
    for (const args of [
      ['merge', bomb, '--suite', 'yes', '--json'],
      ['score', 'kieval', bomb],
    ]) {
      const finished = await holdfast(args)
      expectUnharmed(root, args.join(' '), finished)
      expect(finished.code).toBe(1)
      expect(finished.stderr).toContain(`Failed to read ${bomb}, line 1: it is longer than 256 MB.`)
    }
  })
})
