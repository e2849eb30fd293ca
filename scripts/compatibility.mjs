// Runs a small project under every supported pair of Vitest and Node, installed by npm and by pnpm, with several reporters, and
// writes what came of it to docs/compatibility.md, above its first section: `npm run compatibility`. Minutes; needs the npm registry
// and dist/.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const REPORTERS = ['default', 'dot', 'json', 'junit', 'github-actions']
const VITEST = ['4.1', '5']
const NODE = [20, 22, 24]
const MANAGERS = {
  npm: (packages) => ['npm', ['install', '--save-dev', '--prefer-offline', '--no-audit', '--no-fund', ...packages]],
  pnpm: (packages) => ['npx', ['--yes', 'pnpm@10.34.8', 'add', '--save-dev', '--prefer-offline', ...packages]],
}

const FILES = {
  'package.json': JSON.stringify({ name: 'compatibility', private: true, type: 'module' }),
  'vitest.config.ts': `import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [holdfast()], test: { include: ['*.{test,eval}.ts'] } })
`,
  'capitals.eval.ts': `import { benchmark, criterion, rubric } from 'holdfast'

const items = [{ id: 'france', answer: 'Paris' }, { id: 'japan', answer: 'Tokyo' }]
benchmark('capitals', { items, reference: ({ answer }) => answer }, async ({ id, answer }, { candidate, expect }) => {
  const said = await candidate.ask(\`What is the capital of \${id}?\`)
  await expect(said).toPassRubric(rubric([criterion('names it', { check: (text) => text.includes(answer) })]))
})
`,
  'bank.test.ts': `import { test } from 'holdfast'
import { expect } from 'vitest'

test('uses the word it was told to use', async ({ dialogue }) => {
  await dialogue.ask('Translate into German: "We sat on the bank."', { reference: 'Wir saßen auf der Bank.' })
  await dialogue.refute('Say "Ufer". It is a riverbank.', { check: /Ufer/, reference: 'Wir saßen am Ufer.' })
  await expect(dialogue).toSatisfyRefutation()
})
`,
  'sum.test.ts': `import { expect, test } from 'vitest'

test('adds', () => expect(1 + 1).toBe(2))
`,
}

const work = mkdtempSync(join(tmpdir(), 'holdfast-compatibility-'))
try {
  const tarball = pack()
  const rows = []
  for (const major of NODE) {
    const bin = installNode(major)
    for (const vitest of VITEST) for (const manager of Object.keys(MANAGERS)) rows.push(runRow({ major, bin, vitest, manager, tarball }))
  }
  const path = join(root, 'docs', 'compatibility.md')
  const [, ...sections] = readFileSync(path, 'utf8').split(/^(?=## )/m)
  writeFileSync(path, page(rows) + sections.map((section) => `\n${section.trimEnd()}\n`).join(''))
  if (rows.some(({ cells }) => cells.some((cell) => cell.startsWith('red')))) process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}

function pack() {
  const out = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', work], { cwd: root, encoding: 'utf8' })
  return join(work, JSON.parse(out)[0].filename)
}

/** The folder of a Node's program, from npm. */
function installNode(major) {
  const folder = join(work, `node-${major}`)
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  execFileSync('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', `node@${major}`], { cwd: folder, stdio: 'ignore' })
  return join(folder, 'node_modules', 'node', 'bin')
}

/** Installs a project and runs it with each reporter. */
function runRow({ major, bin, vitest, manager, tarball }) {
  const versions = { node: execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim().slice(1) }
  if (vitest === '5' && major < 22) return { ...versions, vitest, manager, cells: REPORTERS.map(() => 'impossible') }
  const folder = join(work, `${manager}-${vitest}-${major}`)
  mkdirSync(folder)
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  const [command, args] = MANAGERS[manager]([`vitest@${vitest}`, tarball])
  const installed = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  if (installed.status !== 0) return { ...versions, vitest, manager, cells: REPORTERS.map(() => 'red: not installed') }
  const found = JSON.parse(readFileSync(join(folder, 'node_modules', 'vitest', 'package.json'), 'utf8')).version
  const cells = REPORTERS.map((reporter) => runCell(folder, bin, reporter))
  rmSync(folder, { recursive: true, force: true })
  process.stdout.write(`Node ${versions.node}, Vitest ${found}, ${manager}: ${cells.join(', ')}\n`)
  return { ...versions, vitest: found, manager, cells }
}

/** Green where the run exits 0 with both items scored, and red where a model that knows nothing breaks the gate. */
function runCell(folder, bin, reporter) {
  for (const { model, exit, passed } of [
    { model: 'sim:oracle', exit: 0, passed: 2 },
    { model: 'sim:null', exit: 1, passed: 0 },
  ]) {
    const env = {
      ...Object.fromEntries(
        Object.entries(process.env).filter(([name]) => !/^(HOLDFAST_|VITEST|GITHUB_|CI$|AI_AGENT$|NODE_ENV$)/.test(name)),
      ),
      PATH: [bin, process.env.PATH].join(delimiter),
      HOLDFAST_MODEL: model,
      HOLDFAST_OUT: `${reporter}-${exit}`,
      HOLDFAST_GATES: JSON.stringify({ allowSimulated: true, capitals: { score: { min: 0.5 } } }),
      ...(reporter === 'github-actions' && { GITHUB_ACTIONS: 'true' }),
    }
    const vitest = join(folder, 'node_modules', 'vitest', 'vitest.mjs')
    // The gate alone is to break the second run: the dialogue would fail too.
    const files = exit === 0 ? [] : ['capitals.eval', 'sum.test']
    const args = [vitest, 'run', ...files, `--reporter=${reporter}`]
    const once = () => spawnSync(join(bin, 'node'), args, { cwd: folder, env, encoding: 'utf8' })
    let { status } = once()
    // Ended by a signal from outside, which says nothing of the cell.
    if (status === null || status === 75) {
      rmSync(join(folder, env.HOLDFAST_OUT), { recursive: true, force: true })
      status = once().status
    }
    const scores = join(folder, `${reporter}-${exit}`, 'scores.json')
    if (!existsSync(scores)) return `red: exit ${status}, no scores`
    const { suites, exitCode } = JSON.parse(readFileSync(scores, 'utf8'))
    if (status !== exit || exitCode !== exit || suites.capitals.passed !== passed) return `red: exit ${status} with ${model}`
  }
  return 'green'
}

function page(rows) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const head = ['Vitest', 'Node', 'installed by', ...REPORTERS.map((name) => `\`${name}\``)]
  const lines = [head, head.map(() => '---'), ...rows.map(({ vitest, node, manager, cells }) => [vitest, node, manager, ...cells])]
  return `<!-- Written by npm run compatibility, but for the sections. -->

# Compatibility

Holdfast ${version}, installed from its packed tarball on ${process.platform} ${process.arch}. Each cell is a project of one benchmark, one dialogue test and one ordinary test. It was run twice with the reporter named above. The first run has a model that knows every answer. The second has a model that knows nothing, and is without the dialogue test. A cell is green if the first run exits 0 and the second breaks a gate, with exit 1. Vitest 5 needs Node 22.

${lines.map((cells) => `|${cells.join('|')}|`).join('\n')}
`
}
