import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jsonHash } from '../../src/core/base/jsonHash.ts'
import { packageRoot } from '../../src/core/base/packageRoot.ts'
import { readScores } from '../../src/core/format/runFolder.ts'
import type { ScoresDocument } from '../../src/core/format/scoresDocument.ts'
import { run } from '../run.ts'
import { startEndpoint } from './endpoint.ts'
import { runIn, temporaryFolder, unwrapped } from './fixtureRun.ts'

const SUITE = 'fb-bench'
const ABOUT = { title: 'Hashed 0.1B', file: 'hashed.gguf', licence: 'MIT', server: 'a local server', machine: 'this one' }

/** What a checkout has that its suites and scripts run by, with these modules. */
function checkout(): string {
  const root = temporaryFolder()
  for (const name of ['dist', 'fixtures', 'matchers', 'package.json', 'scripts', 'src', 'suites', 'vitest.config.ts'])
    cpSync(join(packageRoot, name), join(root, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules'))
  return root
}

/** A project that has the package of a checkout as npm packs it. */
async function projectWith(packed: string): Promise<string> {
  const root = temporaryFolder()
  mkdirSync(join(root, 'node_modules'))
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', root], { cwd: packed })
  await run('sh', ['-c', 'tar xzf *.tgz && mv package node_modules/holdfast'], { cwd: root })
  symlinkSync(join(packageRoot, 'node_modules'), join(root, 'node_modules', 'holdfast', 'node_modules'))
  for (const name of ['vitest', 'vite']) symlinkSync(join(packageRoot, 'node_modules', name), join(root, 'node_modules', name))
  const config = `import { holdfast } from 'holdfast/plugin'\nexport default { plugins: [holdfast()], test: { include: ['*.eval.ts'] } }`
  const files = { 'package.json': '{"type":"module"}', 'vitest.config.ts': config, 'a.eval.ts': `import 'holdfast/suites/${SUITE}'` }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
  return root
}

test('a run on a real model is kept, and answers from the checkout and from the packed package with equal figures and no server', async () => {
  const endpoint = await startEndpoint(({ body }) => {
    const hash = Number.parseInt(jsonHash(body.messages).slice(0, 6), 16)
    const met = hash % 3 === 0
    return {
      content: hash % 2 ? `Yes, ${hash}.` : JSON.stringify({ criteria: [1, 2, 3].map((number) => ({ number, reason: 'So.', met })) }),
    }
  })
  const root = checkout()
  writeFileSync(join(root, 'about.json'), JSON.stringify({ hashed: ABOUT }))
  const env = { REAL_MODELS: `hashed=${endpoint.url}`, REAL_ABOUT: 'about.json', HOLDFAST_LIMIT: '7' }
  const real = (...args: string[]) => run(process.execPath, ['scripts/real.mjs', ...args], { cwd: root, env })

  const first = await real(SUITE)
  expect(first.code, first.stdout + first.stderr).toBe(0)
  const folder = join(root, 'reports', 'runs', 'real', 'hashed', SUITE)
  const figures = readScores(join(folder, 'scores.json'))?.suites[SUITE]
  expect(figures?.items).toBeGreaterThan(5)
  const { length: asked } = endpoint.asked

  const kept = await real('--keep', SUITE)
  expect(kept).toMatchObject({ code: 0, stderr: '' })
  expect(kept.stdout).toContain(`kept hashed ${SUITE}: ${figures?.items} items\n`)
  expect(kept.stdout).toContain(`| hashed | ${SUITE} | `)
  const again = await real(SUITE)
  expect([again.code, endpoint.asked.length], 'a finished run is not asked again').toEqual([0, asked])
  await endpoint.die()

  const model = { HOLDFAST_MODEL: 'replay:recorded/hashed' }
  const replays = [await runIn(root, { args: [`suites/${SUITE}/`], env: model }), await runIn(await projectWith(root), { env: model })]
  for (const { code, text, folder: own } of replays) {
    expect(code, text).toBe(0)
    expect(unwrapped(text)).toMatch(/candidate +recorded answers of hashed, \d{4}-\d\d-\d\d/)
    expect(readScores(own.scores)?.suites[SUITE]).toEqual(figures)
    expect(readScores(own.scores)?.usage.candidate?.askedOtherwise).toBeUndefined()
  }
  const judged = await run(
    process.execPath,
    ['dist/src/cli/main.js', 'judge', 'again', replays[0]?.folder.path ?? '', '--judge', 'sim:judge', '--json'],
    {
      cwd: root,
    },
  )
  const { run: rejudged, suites } = JSON.parse(judged.stdout) as ScoresDocument
  expect(rejudged.roles.judge?.model).toBe('sim:judge')
  expect(suites[SUITE]).toMatchObject({ items: figures?.items, error: 0 })
  expect(readFileSync(join(root, 'fixtures', 'recorded', 'hashed', 'recording.json'), 'utf8')).toContain('"title": "Hashed 0.1B"')
})
