import { Command, InvalidArgumentError } from 'commander'
import {
  type ChosenItems,
  type CommandFlags,
  commandProgress,
  HoldfastError,
  html,
  ITEMS_SCHEMA,
  isSimulated,
  note,
  numberOption,
  pageBlocks,
  pageDocument,
  printForms,
  redacted,
  withOptions,
  writeWhole,
} from '../../../kit.ts'
import { filterBlocks } from './filterBlocks.ts'
import { type Filtered, filterItems } from './filterItems.ts'
import { filterPicture } from './filterPicture.ts'
import { ITEM_FLAGS, type ItemFlag } from './itemHealth.ts'
import { type OpenedInput, readFilterInput } from './readFilterInput.ts'

interface FilterFlags extends CommandFlags {
  readonly weak?: readonly string[]
  readonly drop?: readonly ItemFlag[]
}

/** `holdfast data filter <runs…>`: which items of a suite tell models apart, and which have a suspect key? */
export function dataFilterCommand(): Command {
  return withOptions(
    new Command('filter')
      .description(
        'Tell how each item of a suite does over runs of several models: difficulty, discrimination, suspect keys. Choose the items to keep.',
      )
      .argument('<runs...>', 'three or more run folders, names under reports/runs, baselines, items.jsonl files, or logs of Inspect')
      .option('--weak <names>', 'weak models, with commas (default: the lower half by mean)', namesOf)
      .option(
        '--drop <flags>',
        `flags of the items to drop: ${ITEM_FLAGS.join(', ')}, or none (default: easy,unscored; with --count none)`,
        flagsOf,
      )
      .option(
        '--count <number>',
        'keep so many items, or this share, that rank the models as all do',
        numberOption({ whole: true, from: 1, share: true }),
      ),
    ['suite', 'only this suite'],
    ['seed', 'seed of the random divisions of the models', 0],
    ['all', 'list every item, not only those with a flag'],
    'json',
    'page',
    ['out', 'file for the ids of the items to keep, for HOLDFAST_ITEMS'],
  ).action(filter)
}

async function filter(names: readonly string[], { out, ...flags }: FilterFlags): Promise<void> {
  const progress = commandProgress()
  progress.step('reading the runs')
  const input = await readFilterInput(names, process.cwd(), flags.suite)
  progress.step('comparing the items')
  const filtered = filterItems(input, { seed: 0, ...flags, keep: flags.count })
  progress.end()
  if (out !== undefined) {
    writeWhole(out, `${JSON.stringify(redacted(chosenOf(input, filtered)), null, 2)}\n`)
    note(`items: ${out}; run them with HOLDFAST_ITEMS=${out}`)
  }
  const simulated = input.runs.some(({ document }) => isSimulated(document))
  const found = filterBlocks(filtered, flags.all ?? false, input.unlike)
  const blocks = [...(simulated ? [{ kind: 'simulated' } as const] : []), ...found]
  const summary = () => html`<section class="suite"><div class="pictures">${filterPicture(filtered)}</div>${pageBlocks(found)}</section>`
  const page = () => pageDocument({ heading: `items of ${input.suite}`, simulated, links: [], summary: summary() })
  await printForms(
    { json: { suite: input.suite, data: input.data ?? null, ...filtered, unlike: input.unlike }, blocks, page },
    flags,
    'reports/filter.html',
  )
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
