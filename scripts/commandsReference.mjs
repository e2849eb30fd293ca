// The reference of the commands, docs/commands.md, from the commands themselves: `npm run docs`.
import { writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const HEAD = `<!-- Written by npm run docs from the commands: change those, or the notes in scripts/commandsReference.mjs. -->

# Commands

\`npx holdfast --help\` lists six commands, and \`npx holdfast more\` the others. Each answers to \`--help\`. Benchmarks are run by Vitest: \`npx vitest run suites/lifbench\`.

- \`<run>\` is a run folder, its name under \`reports/runs\`, or \`latest\`. Commands that compare runs also take a baseline, an \`items.jsonl\` or a [log of Inspect](guides/exchange.md).
- The tables have the options of the six commands. For the others \`--help\` says what an option does.
- Exit codes: 0 done; 1 the data are wrong or the answer is no; 2 wrong use; 75 the same command goes on ([all](formats.md#4-command-line)).
`

/** An example of each command, and what its help does not say. */
const NOTES = {
  plan: ['plan lifbench', 'With gates: how often each is [red by chance](guides/gate-in-ci.md#how-often-a-gate-is-red-by-chance).'],
  init: ['init demo'],
  show: ['show latest --below'],
  compare: ['compare main latest --fail-on worse', '[Baselines](guides/gate-in-ci.md#the-baseline) are made by `--keep`.'],
  judge: ['judge'],
  'judge again': ['judge again latest --judge openai:gpt-5'],
  'judge label': ['judge label latest --by doubt', '[How](guides/judge.md#2-draw-what-people-label).'],
  'judge measure': ['judge measure reports/labels/*.jsonl --run latest'],
  'judge certify': ['judge certify openai:gpt-5', '[Sets of your own](../suites/llmbar/README.md#certificates-of-other-sets).'],
  'data show': ['data show llmbar'],
  'data pull': ['data pull llmbar --data data'],
  'data verify': ['data verify --data data'],
  'data draft': ['data draft kieval', '[How](guides/data.md#have-items-drafted).'],
  'data accept': ['data accept review.md --out data/kieval/own.jsonl'],
  'data import-chat': [
    "data import-chat support.json --turn 5 --criterion 'gives the price in euros'",
    '[How](guides/smallest-case.md#from-a-conversation-to-a-test).',
  ],
  'data filter': ['data filter run-a run-b run-c --count 0.5 --out kept.json'],
  merge: ['merge part-1 part-2 --out reports/runs/merged'],
  score: ['score lifbench outputs.jsonl'],
  comment: ['comment merged 12', 'It reads `GITHUB_REPOSITORY` and `GITHUB_TOKEN`.'],
  export: [
    'export latest --out items.csv',
    'Parquet needs the package hyparquet-writer. Items without a score have no row and are counted.',
  ],
  shrink: ['shrink latest <item>'],
  'canary learn': ['canary learn latest'],
  'canary check': ['canary check', '[Why](guides/watch-releases.md#canaries-a-changed-model-by-a-few-calls).'],
  'batch next': ['batch next latest results.jsonl', '[How](batch.md).'],
  'batch cancel': ['batch cancel latest'],
  cache: ['cache'],
  'cache clear': ['cache clear'],
}

/** How many commands make an option a common one, which is explained once. */
const COMMON = 3

/** The text of docs/commands.md, from the tree of commands. */
export function commandsReference(program) {
  const six = program.commands.filter((command) => !command._hidden && command.name() !== 'more')
  const others = program.commands.filter((command) => command._hidden)
  const tree = (commands) => commands.flatMap((command) => [command, ...command.commands])
  const rows = tree(program.commands).flatMap((command) => command.options.map(rowOf))
  const common = [...new Set(rows)].filter((row) => rows.filter((other) => other === row).length >= COMMON).sort()
  const all = (commands, isWhole) => tree(commands).flatMap((command) => section(command, common, isWhole))
  return [
    HEAD,
    'Options of several commands:',
    '',
    ...table(common),
    '## The six',
    '',
    ...all(six, true),
    '## Behind more',
    '',
    ...all(others, false),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}

/** What a text holds is text: nothing of it is markup. */
const plain = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function rowOf({ flags, description, defaultValue }) {
  const byDefault = defaultValue === undefined || defaultValue === true ? '' : ` (default: ${defaultValue})`
  return `|\`${flags}\`|${plain(description + byDefault)}|`
}

const table = (rows) => (rows.length > 0 ? ['|option|says|', '|---|---|', ...rows, ''] : [])

/** A command with its example and its options: those that are not common in a table, or of a command behind more by their names. */
function section(command, common, isWhole) {
  const name = [command.parent?.parent && command.parent.name(), command.name()].filter(Boolean).join(' ')
  // A command that only holds others is told by them.
  if (command.commands.length > 0 && !command._actionHandler) return []
  const [example, note] = NOTES[name] ?? []
  if (!example) throw new Error(`Failed to write docs/commands.md: ${name} has no example in scripts/commandsReference.mjs.`)
  const rows = command.options.map(rowOf)
  const also = command.options.filter((option) => !isWhole || common.includes(rowOf(option))).map(({ long }) => `\`${long}\``)
  return [
    `### ${name}`,
    '',
    [plain(command.description()), note].filter(Boolean).join(' '),
    '',
    '```sh',
    `npx holdfast ${example}`,
    '```',
    '',
    ...table(isWhole ? rows.filter((row) => !common.includes(row)) : []),
    ...(also.length > 0 ? [`${isWhole ? 'Also' : 'Options:'} ${also.join(', ')}.`, ''] : []),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  register('./typescriptHooks.mjs', import.meta.url)
  await import('../src/registered.ts')
  const { makeProgram } = await import('../src/cli/program.ts')
  writeFileSync(`${root}docs/commands.md`, commandsReference(await makeProgram()))
}
