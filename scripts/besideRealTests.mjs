// Runs the tests of real packages alone, with the plugin, and with a benchmark beside them, and prints whether each test ends the
// same, whether reporters print the same, and what it costs: `npm run compatibility:packages [rounds]`. An hour; needs the npm
// registry, GNU time and dist/.
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const checkout = fileURLToPath(new URL('..', import.meta.url))
const VITEST = '4.1.12'
const rounds = Number(process.argv[2] ?? 4)

/**
 * Packages that ship tests, and a folder of these: all of them take minutes a run. Files that need what only their repository has stay
 * in: they fail each time.
 */
const PACKAGES = [
  { name: 'zod', version: '4.6.7', include: 'src/v4/classic/**/*.test.ts', more: [] },
  { name: '@google/gemini-cli-core', version: '0.61.0', include: 'dist/src/utils/**/*.test.js', more: ['msw@2.3.4'] },
]

const BENCHMARK = `import { benchmark, criterion, rubric } from 'holdfast'

benchmark('own', { items: [{ id: 'one' }, { id: 'two' }], reference: ({ id }) => id }, async ({ id }, { candidate, expect }) => {
  const said = await candidate.ask(\`Say \${id}.\`)
  await expect(said).toPassRubric(rubric([criterion('says it', { check: (text) => text === id })]))
})
`
const HOLDFAST = "import { holdfast } from 'holdfast/plugin'\n"
const VARIANTS = {
  alone: { head: '', plugins: '', files: [] },
  plugin: { head: HOLDFAST, plugins: 'holdfast()', files: [] },
  benchmark: { head: HOLDFAST, plugins: 'holdfast()', files: ['own.eval.js'] },
}
/** One file after the other, as what runs at the same time is told of as it ends. */
const IN_ORDER = ['--maxWorkers=1', '--no-file-parallelism']
const REPORTERS = ['verbose', 'dot', 'tap-flat', 'json', 'junit']

const work = mkdtempSync(join(tmpdir(), 'holdfast-beside-'))
try {
  const tarball = pack([checkout, '--ignore-scripts'])
  for (const entry of PACKAGES) {
    const root = install(entry, tarball)
    print(`${entry.name} ${entry.version}, Vitest ${VITEST}, Node ${process.versions.node}`)
    await compareOutput(root)
    await compareCost(root)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}

function print(line) {
  process.stdout.write(`${line}\n`)
}

function pack(args) {
  const out = execFileSync('npm', ['pack', '--json', '--pack-destination', work, ...args], { encoding: 'utf8' })
  return join(work, JSON.parse(out)[0].filename)
}

/** The package as a project of its own, with Vitest and Holdfast among its modules and a configuration for each variant. */
function install({ name, version, include, more }, tarball) {
  const root = join(work, name.replace('/', '-'))
  mkdirSync(root)
  execFileSync('tar', ['xzf', pack([`${name}@${version}`]), '--strip-components=1'], { cwd: root })
  const path = join(root, 'package.json')
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(path, 'utf8'))
  writeFileSync(path, JSON.stringify(manifest))
  const packages = [`vitest@${VITEST}`, tarball, ...more]
  execFileSync('npm', ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', ...packages], {
    cwd: root,
    stdio: 'ignore',
  })
  writeFileSync(join(root, 'own.eval.js'), BENCHMARK)
  for (const [variant, { head, plugins, files }] of Object.entries(VARIANTS)) {
    // No cache: it orders the files by how long they took. Marks of slow tests depend on the machine.
    const test = {
      include: [include, ...files],
      cache: false,
      silent: true,
      slowTestThreshold: 1e9,
    }
    writeFileSync(join(root, `${variant}.config.mjs`), `${head}export default { plugins: [${plugins}], test: ${JSON.stringify(test)} }\n`)
  }
  return root
}

/** Runs the tests once, with what the operating system says of the time. */
function run(root, variant, args) {
  const files = join(work, 'files')
  rmSync(files, { recursive: true, force: true })
  rmSync(join(root, 'reports'), { recursive: true, force: true })
  mkdirSync(files)
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(HOLDFAST_|VITEST|GITHUB_|CI$|AI_AGENT$|NODE_ENV$|NO_COLOR$|npm_)/.test(name)),
  )
  const time = join(work, 'time')
  const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', `--config=${variant}.config.mjs`, ...args]
  const child = spawn('/usr/bin/time', ['--quiet', '-f', '%e %U %S', '-o', time, process.execPath, ...vitest], {
    cwd: root,
    env: { ...env, TMPDIR: files },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = { stdout: '', stderr: '' }
  for (const name of Object.keys(printed)) {
    child[name].setEncoding('utf8').on('data', (text) => {
      printed[name] += text
    })
  }
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const [wall, user, system] = readFileSync(time, 'utf8').trim().split(' ').map(Number)
      resolve({ code, ...printed, wall, cpu: user + system })
    })
  })
}

/** A text without what differs from run to run: times, ports, files by their random names and numbers, and numbers of tests. */
function timeless(text) {
  return stripVTControlCharacters(text)
    .replace(/\d+(\.\d+)?m?s\b/g, '<time>')
    .replace(/Start at .*/g, 'Start at <time>')
    .replace(/"(startTime|endTime|duration)":[\d.]+/g, '"$1":0')
    .replace(/(time|timestamp)="[^"]*"/g, '$1=""')
    .replace(/\bport \d+/g, 'port <port>')
    .replace(/\bino: \d+/g, 'ino: <number>')
    .replace(/^((?:not )?ok) \d+/gm, '$1 <number>')
    .replace(/report written to .*/g, 'report written')
    .replace(/-\w{6}(?=[/\s'"&).])/g, '-<random>')
}

async function compareOutput(root) {
  for (const reporters of [[], REPORTERS]) {
    const texts = {}
    for (const variant of Object.keys(VARIANTS)) {
      const documents = ['json', 'junit'].map((name) => join(work, `${variant}.${name}`))
      const args = reporters.length === 0 ? [] : documents.map((path) => `--outputFile.${path.split('.').at(-1)}=${path}`)
      const { code, stdout, stderr } = await run(root, variant, [...IN_ORDER, ...reporters.map((name) => `--reporter=${name}`), ...args])
      texts[variant] = { code, stdout, stderr }
      if (args.length > 0) for (const path of documents) texts[variant][path.split('.').at(-1)] = readFileSync(path, 'utf8')
    }
    for (const [name, alone] of Object.entries(texts.alone)) {
      if (name === 'code') continue
      const [one, other, beside] = [alone, texts.plugin[name], texts.benchmark[name]].map(timeless)
      const lost = name === 'json' ? lostTests : lostLines
      const same = one === other ? 'equal' : `${lost(one, other).length} lines differ`
      const differ = lost(one, beside)
      const shown = differ.slice(0, 5).map((line) => `\n    ${line.slice(0, 150)}`)
      print(`  ${reporters.join('+') || 'none named'}, ${name}: ${one.length} characters, with the plugin ${same}`)
      print(`    beside a benchmark ${differ.length} lines differ${shown.join('')}`)
    }
    const codes = Object.values(texts).map(({ code }) => code)
    print(`  exit codes ${codes.join(', ')}`)
  }
}

/** Lines that one text has more often than the other. Vitest tells in no fixed order of tests that end within the same tenth of a second. */
function lostLines(one, other) {
  const left = new Map()
  for (const line of other.split('\n')) left.set(line, (left.get(line) ?? 0) + 1)
  return one.split('\n').filter((line) => {
    const count = left.get(line) ?? 0
    left.set(line, count - 1)
    return count <= 0
  })
}

/** Tests of a JSON report that end another way in the other, or are not in it. */
function lostTests(one, other) {
  const lines = (text) =>
    JSON.parse(text).testResults.flatMap(({ assertionResults, ...file }) =>
      [file, ...assertionResults].map((entry) => JSON.stringify(entry)),
    )
  const found = new Set(lines(other))
  return lines(one).filter((line) => !found.has(line))
}

async function compareCost(root) {
  const measured = Object.fromEntries(Object.keys(VARIANTS).map((variant) => [variant, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [variant, runs] of Object.entries(measured)) runs.push(await run(root, variant, ['--maxWorkers=4']))
  }
  for (const [variant, runs] of Object.entries(measured)) {
    const figures = ['cpu', 'wall'].map((name) => {
      const sorted = runs.map((finished) => finished[name]).sort((one, other) => one - other)
      const median = (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.ceil((sorted.length - 1) / 2)]) / 2
      return `${name} ${sorted[0].toFixed(1)} least, ${median.toFixed(1)} median`
    })
    print(`  four workers, ${rounds} rounds, ${variant}: ${figures.join('; ')} s`)
  }
}
