import { type Command, InvalidArgumentError } from 'commander'

const fromOne = numberOption({ whole: true, from: 1 })

/** Each has one meaning and one parser, whatever the command. */
const OPTIONS = {
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
  failOn: [
    '--fail-on <verdict>',
    'exit 1 where a metric is worse, or with change where it moved either way; over time with the run of the alarm',
    failOn,
  ],
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
} as const satisfies Readonly<Record<string, OptionParts>>

type OptionParts = readonly [flags: string, says: string, parse?: (text: string) => unknown]

/** What an option says: what its parser makes of the text, else texts, a text, or that it is there. */
type Said<Option extends OptionParts> = Option extends readonly [string, string, (text: string) => infer Value]
  ? Value
  : Option[0] extends `${string}...>`
    ? readonly string[]
    : Option[0] extends `${string}>`
      ? string
      : boolean

/** What the options say that several commands take. */
export type CommandFlags = { readonly [Name in FlagName]?: Said<(typeof OPTIONS)[Name]> }

/** One of them. */
type FlagName = keyof typeof OPTIONS

function failOn(text: string): 'worse' | 'change' {
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
    const [flags, says, parse]: OptionParts = OPTIONS[name]
    if (parse) command.option(flags, own ?? says, parse, byDefault)
    else command.option(flags, own ?? says, byDefault as string | undefined)
  }
  return command
}

/**
 * Which numbers an option of the command line takes: whole ones, a share below 1 as well (for instance 0.2), the least and the most (`from`,
 * `to`), and bounds that it does not take themselves (`above`, `below`).
 */
type NumberRange = Readonly<Partial<Record<'whole' | 'share', boolean> & Record<'from' | 'to' | 'above' | 'below', number>>>

/** Reads the number that an option of the command line takes; commander tells what it throws. */
export function numberOption({ whole, share, from, to, above, below }: NumberRange): (text: string) => number {
  const bounds = [
    ...(from === undefined ? [] : [to === undefined ? `of at least ${from}` : `from ${from} to ${to}`]),
    ...(above === undefined ? [] : [`above ${above}`]),
    ...(below === undefined ? [] : [`and below ${below}`]),
    ...(share ? ['or a share below 1, for instance 0.2'] : []),
  ]
  return (text) => {
    const isShare = share && /^0?\.\d+$/.test(text) && Number(text) > 0
    const value = isShare || (whole ? /^\d{1,15}$/ : /^\d*\.?\d+(?:e-?\d+)?$/i).test(text) ? Number(text) : Number.NaN
    const fits =
      isShare ||
      (value >= (from ?? -Infinity) &&
        value <= (to ?? Number.MAX_VALUE) &&
        !(value <= (above ?? -Infinity)) &&
        !(value >= (below ?? Infinity)))
    if (!fits) throw new InvalidArgumentError(['expected a', ...(whole ? ['whole'] : []), 'number', ...bounds].join(' ').concat('.'))
    return value
  }
}
