// What the READMEs of examples/ say that their commands print. `npm run docs` runs the commands and writes it;
// `node scripts/exampleOutputs.mjs --check [example…]` fails where a README says something else.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyExample, EXAMPLES, runVitest } from './exampleProject.mjs'

/** A block of commands, or a marker with the block of output that it is about. */
const PART = /^```sh\n([\s\S]*?)^```$|^<!-- prints, and exits (\d+); from "(.+?)" to "(.+?)" -->\n\n```\n([\s\S]*?)^```$/gm

/** The README with what `run` gives for each of its commands, which must end with the code that the README names. */
function withOutputs(readme, run) {
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

/** Lines of an output from the first that has one text to the next that has the other. */
function excerpt(output, from, to) {
  const lines = output.split('\n').map((line) => line.trimEnd())
  const start = lines.findIndex((line) => line.includes(from))
  const end = lines.findIndex((line, at) => at >= start && line.includes(to))
  if (start === -1 || end === -1) throw new Error(`no lines from "${from}" to "${to}" in:\n${output}`)
  return lines.slice(start, end + 1).join('\n')
}

/** Runs `[NAME=value…] npx vitest run` in a folder, once for each text. */
function runnerIn(root) {
  const ended = new Map()
  return (command) => {
    const [, variables] = /^((?:\w+=\S+ )*)npx vitest run$/.exec(command) ?? []
    if (variables === undefined) throw new Error(`what is printed follows a block of one npx vitest run, and not: ${command}`)
    const words = variables.split(' ').filter((word) => word !== '')
    if (!ended.has(command)) ended.set(command, runVitest(root, Object.fromEntries(words.map((word) => word.split('=')))))
    return ended.get(command)
  }
}

const { values, positionals } = parseArgs({
  options: { check: { type: 'boolean' }, in: { type: 'string' } },
  allowPositionals: true,
})
const all = readdirSync(EXAMPLES, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
for (const example of positionals.length > 0 ? positionals : all) {
  const path = join(EXAMPLES, example, 'README.md')
  const before = readFileSync(path, 'utf8')
  const root = values.in ?? copyExample(example)
  try {
    const after = withOutputs(before, runnerIn(root))
    if (!values.check) writeFileSync(path, after)
    else if (before !== after) {
      process.stderr.write(`${path} does not say what is printed. Run npm run docs. It would say:\n${after}`)
      process.exitCode = 1
    }
  } finally {
    if (values.in === undefined) rmSync(root, { recursive: true, force: true })
  }
}
