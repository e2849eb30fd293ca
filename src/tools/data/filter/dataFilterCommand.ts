import { Command, InvalidArgumentError } from 'commander'
import {
  betterOption,
  type ChosenItems,
  clientFile,
  commandProgress,
  HoldfastError,
  ITEMS_SCHEMA,
  note,
  numberOption,
  printResult,
  redacted,
  type ScoreWays,
  screenWidth,
  simulatedBanner,
  svgFile,
  writeWhole,
} from '../../../kit.ts'
import { type Filtered, filterItems } from './filterItems.ts'
import { filterLines } from './filterLines.ts'
import { filterPicture } from './filterPicture.ts'
import { ITEM_FLAGS, type ItemFlag } from './itemHealth.ts'
import { type OpenedInput, readFilterInput } from './readFilterInput.ts'

interface FilterFlags {
  readonly suite?: string
  readonly better: ScoreWays
  readonly weak?: readonly string[]
  readonly drop?: readonly ItemFlag[]
  readonly keep?: number
  readonly seed: number
  readonly all?: boolean
  readonly json?: boolean
  readonly picture?: string
  readonly out?: string
}

/** `holdfast data filter <runs…>`: which items of a suite tell models apart, and which have a suspect key? */
export function dataFilterCommand(): Command {
  return new Command('filter')
    .description(
      'Tell how each item of a suite does over runs of several models: difficulty, discrimination, suspect keys. Choose the items to keep.',
    )
    .argument('<runs...>', 'three or more run folders, names under reports/runs, baselines, items.jsonl files, or logs of Inspect')
    .addOption(betterOption())
    .option('--suite <name>', 'suite to filter, where the runs have several')
    .option('--weak <names>', 'models that count as weak, commas between them (default: the lower half by mean)', namesOf)
    .option(
      '--drop <flags>',
      `flags of the items to drop: ${ITEM_FLAGS.join(', ')}, or none (default: easy,unscored; with --keep none)`,
      flagsOf,
    )
    .option('--keep <n or share>', 'keep so many items, or a share such as 0.5, that rank the models as all items do', keepOf)
    .option('--seed <n>', 'seed of the random divisions of the models', numberOption({ whole: true, from: 0 }), 0)
    .option('--all', 'list every item, not only those with a flag')
    .option('--json', 'print JSON, with every item')
    .option('--picture <file>', 'write a picture of the items, as SVG')
    .option('--out <file>', 'write the ids of the items to keep, for HOLDFAST_ITEMS')
    .action(filter)
}

async function filter(names: readonly string[], flags: FilterFlags): Promise<void> {
  const progress = commandProgress()
  progress.step('reading the runs')
  const input = await readFilterInput(names, process.cwd(), flags.better, flags.suite)
  progress.step('comparing the items')
  const filtered = filterItems(input, flags)
  progress.end()
  // Made first: where they cannot be, nothing is written.
  const chosen = flags.out === undefined ? undefined : chosenOf(input, filtered)
  if (flags.picture !== undefined) writeWhole(flags.picture, svgFile(filterPicture(filtered), clientFile('picture.css')))
  if (flags.out !== undefined) writeWhole(flags.out, `${JSON.stringify(redacted(chosen), null, 2)}\n`)
  const width = screenWidth()
  const lines = () => [
    ...simulatedBanner(input.runs, width),
    ...filterLines(filtered, { width, all: flags.all ?? false, unlike: input.unlike }),
  ]
  await printResult(undefined, flags.json ? { json: documentOf(input, filtered) } : lines())
  if (flags.picture !== undefined) note(`picture: ${flags.picture}`)
  if (flags.out !== undefined) note(`items: ${flags.out}; run them with HOLDFAST_ITEMS=${flags.out}`)
}

function documentOf({ suite, data, unlike }: OpenedInput, filtered: Filtered): object {
  return { suite, data: data ?? null, ...filtered, unlike }
}

function chosenOf({ suite, data }: OpenedInput, { items }: Filtered): ChosenItems {
  const ids = items.flatMap(({ item, kept }) => (kept ? [item] : []))
  if (ids.length === 0) throw new HoldfastError('DATA', 'Failed to write the items: none is kept. Drop less with --drop.')
  return { schema: ITEMS_SCHEMA, suite, ...(data && { sha256: data.sha256 }), items: ids }
}

function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** @throws InvalidArgumentError for what is no flag. */
function flagsOf(text: string): ItemFlag[] {
  if (text === 'none') return []
  return namesOf(text).map((name) => {
    const flag = ITEM_FLAGS.find((known) => known === name)
    if (flag === undefined) throw new InvalidArgumentError(`expected ${ITEM_FLAGS.join(', ')}, or none.`)
    return flag
  })
}

/** @throws InvalidArgumentError for what is neither a number of items nor a share of them. */
function keepOf(text: string): number {
  const value = Number(text)
  const fits = text.trim() !== '' && value > 0 && (value < 1 || Number.isSafeInteger(value))
  if (!fits) throw new InvalidArgumentError('expected a whole number of items, or a share between 0 and 1, for instance 0.5.')
  return value
}
