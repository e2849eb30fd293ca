import { basename } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import {
  assertOtherRuns,
  type Block,
  type ChosenItems,
  type CommandFlags,
  type ComparedRun,
  commandProgress,
  dataError,
  html,
  ITEMS_SCHEMA,
  isScored,
  isSimulated,
  measuredRole,
  note,
  numberOption,
  openRuns,
  printForms,
  redacted,
  sharedSuites,
  unlikeRuns,
  usageError,
  withOptions,
  writeWhole,
} from '../../../kit.ts'
import { filterBlocks, filterPicture } from './filterBlocks.ts'
import { type FilterInput, type FilterOptions, filterItems } from './filterItems.ts'
import { ITEM_FLAGS, type ItemFlag, itemRows, LEAST_MODELS } from './itemHealth.ts'

type FilterFlags = CommandFlags & Pick<FilterOptions, 'weak' | 'drop'>

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
    const { suite, data } = input
    const items = filtered.items.flatMap(({ item, kept }) => (kept ? [item] : []))
    if (items.length === 0) throw dataError('Failed to write the items: none is kept. Drop less with --drop.')
    const chosen: ChosenItems = { schema: ITEMS_SCHEMA, suite, ...(data && { sha256: data.sha256 }), items }
    writeWhole(out, `${JSON.stringify(redacted(chosen), null, 2)}\n`)
    note(`items: ${out}; run them with HOLDFAST_ITEMS=${out}`)
  }
  const simulated = input.runs.some(({ document }) => isSimulated(document))
  const blocks: Block[] = [
    ...(simulated ? [{ kind: 'simulated' } as const] : []),
    { kind: 'html', html: html`<div class="pictures">${filterPicture(filtered)}</div>` },
    ...filterBlocks(filtered, flags.all ?? false, input.unlike),
  ]
  const json = { suite: input.suite, data: input.data ?? null, ...filtered, unlike: input.unlike }
  await printForms({ json, blocks }, flags, 'reports/filter.html')
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

/**
 * Reads the records of several runs of one suite.
 *
 * @param names of runs, baselines, files of records or logs.
 * @param asked the suite, where the runs have several.
 * @throws HoldfastError for fewer than three runs, runs of different suites or of other data, and a run without a score.
 */
async function readFilterInput(names: readonly string[], root: string, asked?: string) {
  if (names.length < LEAST_MODELS)
    throw usageError(
      `Failed to filter: ${names.length === 1 ? 'one run' : `${names.length} runs`}. Name ${LEAST_MODELS} or more of different models.`,
    )
  const runs = await openRuns(names, root)
  assertOtherRuns(runs, 'filter')
  const suite = asked ?? sharedSuite(runs)
  const records = runs.map((run) => run.records.filter((record) => record.suite === suite))
  const empty = records.findIndex((own) => !own.some(isScored))
  if (empty >= 0)
    throw dataError(`Failed to filter ${names[empty]}: no item of ${suite} has a score in it. Leave it out, or name another run.`)
  // What else differs between the runs: their figures are compared all the same.
  const unlike = unlikeRuns(runs, suite).map(({ name, from, why }) => `${from} and ${name}: ${why}`)
  return { suite, data: sharedData(runs, suite), runs, unlike, rows: itemRows(records), models: modelsOf(runs) }
}

/** The models by their runs. Two runs of one model are told apart by the names of the runs. */
function modelsOf(runs: readonly ComparedRun[]): FilterInput['models'] {
  const models = runs.map(({ name, document }) => ({
    run: name,
    model: (document && measuredRole(document.run)?.model) ?? basename(name, '.jsonl'),
    simulated: isSimulated(document),
  }))
  return models.map((own) => {
    const isShared = models.some((other) => other !== own && other.model === own.model)
    return isShared ? { ...own, model: `${own.model} (${own.run})` } : own
  })
}

/** The one suite that all runs have. */
function sharedSuite(runs: readonly ComparedRun[]): string {
  const [first, ...others] = sharedSuites(runs)
  if (first === undefined) {
    const listed = runs.map(({ name, records }) => `${name} of ${[...new Set(records.map(({ suite }) => suite))].join(', ') || 'none'}`)
    throw dataError(`Failed to filter: the runs are of different suites (${listed.join('; ')}). Name runs of one suite.`)
  }
  if (others.length === 0) return first
  throw usageError(`Failed to filter: the runs have several suites in common (${[first, ...others].join(', ')}). Name one with --suite.`)
}

/** The data that all runs are of, as far as they tell. */
function sharedData(runs: readonly ComparedRun[], suite: string) {
  const told = runs.flatMap(({ name, document }) => {
    const data = document?.run.data[suite]
    return data ? [{ name, source: data.source, sha256: data.sha256 }] : []
  })
  const [first] = told
  const other = told.find(({ sha256 }) => sha256 !== first?.sha256)
  if (first && other)
    throw dataError(
      `Failed to filter: ${first.name} and ${other.name} are of other data of ${suite} (sha256 ${first.sha256.slice(0, 12)} and ${other.sha256.slice(0, 12)}). Name runs of the same items.`,
    )
  return first && { source: first.source, sha256: first.sha256 }
}
