import { type Command, InvalidArgumentError } from 'commander'
import { numberOption } from './numberOption.ts'

/** What the options say that several commands take. */
export interface CommandFlags {
  readonly json?: boolean
  readonly markdown?: boolean
  readonly page?: boolean
  readonly out?: string
  readonly all?: boolean
  readonly plan?: boolean
  readonly work?: string
  readonly suite?: string
  readonly metric?: string
  readonly change?: number
  readonly failOn?: 'worse' | 'change'
  readonly last?: number
  readonly rate?: number
  readonly per?: number
  readonly count?: number
  readonly repeats?: number
  readonly from?: string
  readonly name?: string
  readonly days?: number
  readonly data?: string
  readonly kind?: readonly string[]
  readonly seed?: number
  readonly model?: string | undefined
  readonly judge?: string | undefined
  readonly author?: string
  readonly embedder?: string
  readonly maxUsd?: number
  readonly limit?: number
  readonly set?: readonly string[]
}

/** One of them. */
type FlagName = keyof CommandFlags

const fromOne = numberOption({ whole: true, from: 1 })

/** Each has one meaning and one parser, whatever the command. */
const OPTIONS: { readonly [Name in FlagName]: readonly [flags: string, says: string, parse?: (text: string) => unknown] } = {
  json: ['--json', 'print JSON'],
  markdown: ['--markdown', 'print markdown, for a pull request'],
  page: ['--page', 'write a page and open it, or print its path without a desktop'],
  out: ['--out <file>', 'write to this file; its ending says the form: .json, .md, .html, .csv'],
  all: ['--all', 'show everything'],
  plan: ['--plan', 'print what it takes, and make no call'],
  work: ['--work <folder>', 'folder of its calls: what is answered there is not asked again'],
  suite: ['--suite <name>', 'only this suite'],
  metric: ['--metric <key>', 'only this metric'],
  change: ['--change <size>', 'say how many items or runs it takes to see this change', numberOption({ above: 0 })],
  failOn: ['--fail-on <verdict>', 'exit 1 where a metric is worse, or with change where it moved either way', failOn],
  last: ['--last <count>', 'runs to list', fromOne],
  rate: ['--rate <share>', 'share of false alarms, where nothing changed', numberOption({ above: 0, below: 1 })],
  per: ['--per <count>', 'runs or checks that this share holds over: 52 are a year of weekly ones', fromOne],
  count: ['--count <number>', 'how many', numberOption({ whole: true, from: 1, to: 10_000 })],
  repeats: ['--repeats <number>', 'times each', fromOne],
  from: ['--from <file>', 'what to start from'],
  name: ['--name <name>', 'what it is called'],
  days: ['--days <number>', 'days that the certificate is good for', numberOption({ whole: true, from: 1, to: 3650 })],
  data: ['--data <folder>', 'folder of official data, or bundled (default: HOLDFAST_DATA)'],
  kind: ['--kind <names...>', 'kinds of questions or items'],
  seed: ['--seed <number>', 'another seed, another draw', numberOption({ whole: true, from: 0 })],
  model: ['--model <model>', 'model URI, or a name of the configuration'],
  judge: ['--judge <model>', 'who judges'],
  author: ['--author <model>', 'who writes (default: HOLDFAST_AUTHOR, else sim:oracle)'],
  embedder: ['--embedder <model>', 'who makes vectors (default: HOLDFAST_EMBEDDER)'],
  limit: ['--limit <items>', 'items of each task', fromOne],
  set: ['--set <settings...>', 'settings as <key>=<value>, for instance lifbench.lengths=8k'],
  maxUsd: ['--max-usd <dollars>', 'US dollars at most', numberOption({ above: 0 })],
}

function failOn(text: string): string {
  if (text === 'worse' || text === 'change') return text
  throw new InvalidArgumentError('expected worse or change.')
}

/** Adds options that other commands have as well. @param names each alone, or with what it says here and its default. */
export function withOptions(
  command: Command,
  ...names: readonly (FlagName | readonly [name: FlagName, says?: string | undefined, byDefault?: unknown])[]
): Command {
  for (const entry of names) {
    const [name, own, byDefault] = typeof entry === 'string' ? [entry] : entry
    const [flags, says, parse] = OPTIONS[name]
    if (parse) command.option(flags, own ?? says, parse, byDefault)
    else command.option(flags, own ?? says, byDefault as string | undefined)
  }
  return command
}
