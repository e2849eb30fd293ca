// The reference of the commands, docs/commands.md, from the commands themselves: `npm run docs`.
import { writeFileSync } from 'node:fs'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

const HEAD = `<!-- Written by npm run docs from the commands: change those, or the notes in scripts/commandsReference.mjs. -->

# Commands

\`npx holdfast --help\` lists six commands, and \`npx holdfast more\` the others. Each answers to \`--help\`.

- \`<run>\` is a run folder, its name under \`reports/runs\`, or \`latest\`. Commands that compare runs also take the name of a baseline, an \`items.jsonl\` or a [log of Inspect](guides/exchange.md).
- A command prints a table or a sentence. \`--json\`, \`--markdown\` and \`--page\` choose another form. \`--out\` writes it to a file, and its ending says the form too. \`.csv\` has the tables; \`export\` writes items as \`.csv\` or \`.parquet\`.
- It exits 0 when it did what it was asked, 1 when the data are wrong or the answer is no, 2 for wrong use, and 75 where the same command goes on ([contracts](formats.md#4-command-line)).

Benchmarks are run by Vitest: \`npx vitest run suites/lifbench\`. The filter is a part of a path, so \`suites/refutebench\` takes both versions of RefuteBench and \`suites/refutebench/\` one.
`

/** An example of each command, and what its help does not say. */
const NOTES = {
  plan: [
    'plan lifbench',
    'With gates it says how often each gate is [red by chance](guides/gate-in-ci.md#how-often-a-gate-is-red-by-chance).',
  ],
  init: ['init demo'],
  show: ['show latest --below'],
  compare: [
    'compare main latest --fail-on worse',
    'A [baseline](guides/gate-in-ci.md#the-baseline) keeps the answers where a judge judged them.',
  ],
  judge: ['judge'],
  'judge again': ['judge again latest --judge openai:gpt-5'],
  'judge label': ['judge label latest --by doubt', 'The key beside the pages says what raters must not see: [how](guides/judge.md).'],
  'judge measure': ['judge measure reports/labels/*.jsonl'],
  'judge certify': [
    'judge certify openai:gpt-5 --strategy Swap',
    'Sets of your own: [certificates](../suites/llmbar/README.md#certificates-of-other-sets).',
  ],
  'data show': ['data show llmbar'],
  'data pull': ['data pull llmbar --data data'],
  'data verify': ['data verify --data data'],
  'data draft': ['data draft kieval', 'Expressions for LIFBench: [how](guides/data.md#new-expressions-of-an-instruction).'],
  'data accept': ['data accept review.md --out data/kieval/own.jsonl'],
  'data import-chat': [
    "data import-chat support.json --turn 5 --criterion 'gives the price in euros'",
    'What it reads and writes: [a conversation as a test](guides/smallest-case.md#from-a-conversation-to-a-test).',
  ],
  'data filter': ['data filter run-a run-b run-c --count 0.5 --out kept.json'],
  merge: ['merge part-1 part-2 --out merged'],
  score: ['score lifbench outputs.jsonl'],
  comment: ['comment merged 12', 'It reads `GITHUB_REPOSITORY` and `GITHUB_TOKEN`: [how](guides/gate-in-ci.md).'],
  export: [
    'export latest --out items.csv',
    'Parquet needs the package hyparquet-writer. Items without a score have no row and are counted.',
  ],
  shrink: ['shrink latest <item>'],
  'canary learn': ['canary learn latest'],
  'canary check': ['canary check', 'Why: [watch releases](guides/watch-releases.md).'],
  'batch next': ['batch next latest results.jsonl', '[How](batch.md).'],
  'batch cancel': ['batch cancel latest'],
  cache: ['cache'],
  'cache clear': ['cache clear'],
}

const CHECKOUT = `## In a checkout

| command | does |
| --- | --- |
| \`npm test\` | Runs unit tests and whole suites. |
| \`npm run test:e2e\` | Runs tests with real processes, servers and browsers. |
| \`npm run test:long\` | Runs all tests with full sizes and more seeds. |
| \`npm run check\` | Checks types, lint, format, which room imports which, and unused code. |
| \`npm run docs\` | Writes this page, the reference of the matchers, and every block of output on these pages. |
| \`npm run site\` | Writes the documentation as a static site into \`site/\`. |
| \`npm run bench\`, \`npm run bench:stats\` | Measure speed, and what the intervals keep. |

More of them are in [CONTRIBUTING.md](../CONTRIBUTING.md).
`

/** The text of docs/commands.md, from the tree of commands. */
export function commandsReference(program) {
  const six = program.commands.filter((command) => !command._hidden && command.name() !== 'more')
  const others = program.commands.filter((command) => command._hidden)
  const all = (commands) => commands.flatMap((command) => [command, ...command.commands]).flatMap((command) => section(command))
  return [HEAD, '## The six', '', ...all(six), '## Behind more', '', ...all(others), CHECKOUT].join('\n')
}

/** What a text holds is text: nothing of it is markup. */
const plain = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

function section(command) {
  const name = [command.parent?.parent && command.parent.name(), command.name()].filter(Boolean).join(' ')
  // A command that only holds others is told by them.
  if (command.commands.length > 0 && !command._actionHandler) return []
  const [example, note] = NOTES[name] ?? []
  if (!example) throw new Error(`Failed to write docs/commands.md: ${name} has no example in scripts/commandsReference.mjs.`)
  const rows = command.options.map(({ flags, description, defaultValue }) => {
    const byDefault = defaultValue === undefined || defaultValue === true ? '' : ` (default: ${defaultValue})`
    return `| \`${flags}\` | ${plain(description + byDefault)} |`
  })
  const more = note === undefined ? [] : [note, '']
  return [
    `### ${name}`,
    '',
    plain(command.description()),
    '',
    ...more,
    '```sh',
    `npx holdfast ${example}`,
    '```',
    '',
    ...(rows.length > 0 ? ['| option | says |', '| --- | --- |', ...rows, ''] : []),
  ]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  register('./typescriptHooks.mjs', import.meta.url)
  await import('../src/registered.ts')
  const { makeProgram } = await import('../src/cli/program.ts')
  writeFileSync(`${root}docs/commands.md`, commandsReference(await makeProgram()))
}
