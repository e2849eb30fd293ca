// What the READMEs of examples/ say that their commands print. `npm run docs` runs the commands and writes it;
// `node scripts/exampleOutputs.mjs --check [example…]` fails where a README says something else.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const EXAMPLES = join(ROOT, 'examples')

/** A block of commands, or a marker with the block of output that it is about. */
const PART = /^```sh\n([\s\S]*?)^```$|^<!-- prints, and exits (\d+); from "(.+?)" to "(.+?)" -->\n\n```\n([\s\S]*?)^```$/gm

/** The README with the output that `run` gives for each of its commands, which must end with the code the README names. */
export function withOutputs(readme, run) {
  let last
  return readme.replace(PART, (whole, command, code, from, to, before) => {
    if (command !== undefined) {
      last = command.trim()
      return whole
    }
    const ended = run(last)
    if (ended.code !== Number(code)) throw new Error(`${last} ended with ${ended.code}, not ${code}:\n${ended.output}`)
    return `${whole.slice(0, whole.length - before.length - '```'.length)}${excerpt(ended.output, from, to)}\n\`\`\``
  })
}

/** Lines of an output from the first that has one text to the next that has the other, without empty ones around. */
export function excerpt(output, from, to) {
  const lines = output.split('\n').map((line) => line.trimEnd())
  const start = lines.findIndex((line) => line.includes(from))
  const end = lines.findIndex((line, at) => at >= start && line.includes(to))
  if (start === -1 || end === -1) throw new Error(`no lines from "${from}" to "${to}" in:\n${output}`)
  return lines.slice(start, end + 1).join('\n')
}

/** A copy of an example with the checkout's packages among its modules. */
function linked(example) {
  const root = mkdtempSync(join(tmpdir(), `holdfast-${example}-`))
  cpSync(join(EXAMPLES, example), root, { recursive: true, filter: (path) => !/node_modules|reports\/runs/.test(path) })
  mkdirSync(join(root, 'node_modules'))
  for (const name of ['vitest', 'vite', 'zod']) symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name))
  symlinkSync(ROOT, join(root, 'node_modules', 'holdfast'))
  return root
}

/** Runs `[NAME=value…] npx vitest run` in a folder, once for each text. */
function runnerIn(root) {
  const ended = new Map()
  return (command) => {
    if (!ended.has(command)) ended.set(command, runIn(root, command))
    return ended.get(command)
  }
}

function runIn(root, command) {
  const [, variables] = /^((?:\w+=\S+ )*)npx vitest run$/.exec(command) ?? []
  if (variables === undefined) throw new Error(`what is printed follows a block of one npx vitest run, and not: ${command}`)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:HOLDFAST_|VITEST|GITHUB_|FORCE_COLOR$)/.test(name)))
  const own = Object.fromEntries(
    variables
      .trim()
      .split(' ')
      .filter(Boolean)
      .map((part) => part.split('=')),
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), 'run'], {
    cwd: root,
    env: { ...env, NO_COLOR: '1', COLUMNS: '80', CI: 'true', HOLDFAST_CACHE: 'off', ...own },
    encoding: 'utf8',
  })
  return { code: status, output: stripVTControlCharacters(stdout + stderr).replaceAll(root, '.') }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ options: { check: { type: 'boolean' }, in: { type: 'string' } }, allowPositionals: true })
  const examples =
    positionals.length > 0
      ? positionals
      : readdirSync(EXAMPLES, { withFileTypes: true })
          .filter((entry) => entry.isDirectory())
          .map(({ name }) => name)
  for (const example of examples) {
    const root = values.in ?? linked(example)
    try {
      const path = join(EXAMPLES, example, 'README.md')
      const before = readFileSync(path, 'utf8')
      const after = withOutputs(before, runnerIn(root))
      if (!values.check) writeFileSync(path, after)
      else if (before !== after) {
        process.stderr.write(`${path} says something else than is printed. Run npm run docs. It would say:\n${after}`)
        process.exitCode = 1
      }
    } finally {
      if (values.in === undefined) rmSync(root, { recursive: true, force: true })
    }
  }
}
