import { join, resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import {
  bannerLines,
  type CommandRun,
  type CommandTools,
  exactShare,
  fittedTable,
  type GivenSettings,
  HoldfastError,
  ITEMS_SCHEMA,
  makeFolder,
  note,
  random,
  readItemRecords,
  screenWidth,
  volumeTable,
  worstCell,
  writeWhole,
} from '../../../src/kit.ts'
import { drawFoci } from '../drawFoci.ts'
import { type CountedCell, gridCells } from '../explore/gridCells.ts'
import { openSeeds, type RefuteItem } from '../openSeeds.ts'
import { refutebenchOptions } from '../options.ts'
import { FOCI, PAPER_TURNS } from '../tasks.ts'

interface ExploreOptions {
  readonly items?: number
  readonly seed: number
  readonly maxUsd?: number
  readonly runs: string
  readonly plan?: boolean
  readonly json?: boolean
  readonly out?: string
}

/** `holdfast explore refutebench`: which objections the candidate follows least, by style, focus and turn. */
export function exploreRefutebenchCommand(tools: CommandTools): Command {
  return new Command('refutebench')
    .description('Search the grid of refuters (style, focus, turn) for the worst cell: half of the items choose it, fresh ones measure it.')
    .option('--items <number>', 'dialogues of the search (default: half of the bundled ones)', (text) => wholeNumber(text, 1))
    .option('--seed <number>', 'seed of the run', (text) => wholeNumber(text, 0), 0)
    .option('--max-usd <amount>', 'most that the two runs may cost together', dollars)
    .option(
      '--runs <folder>',
      'folder of the two runs, which are finished where they were begun',
      join('reports', 'explore', 'refutebench'),
    )
    .option('--plan', 'print what the search takes, and make no call')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (options: ExploreOptions) => {
      const root = process.cwd()
      const folder = resolve(root, options.runs)
      makeFolder(folder)
      const halves = await divide(options)
      const settings: GivenSettings = {
        data: 'bundled',
        limit: undefined,
        // Each dialogue once and whole: several trials of one are not independent.
        trials: 1,
        gates: {},
        strict: false,
        seed: options.seed,
        resume: 'auto',
        ...(options.maxUsd !== undefined && { maxUsd: options.maxUsd }),
      }
      const search = {
        ...settings,
        ...cellOptions({ clarity: 'mixed', abstraction: 'mixed', emotion: 'mixed' }),
        items: writeItems(join(folder, 'search.json'), halves.search),
        out: join(folder, 'search'),
      }
      const { estimate } = await tools.planSuite({ ...search, resume: undefined, out: undefined }, root)
      const planned = volumeTable('search', Object.fromEntries(Object.entries(estimate.roles)))
      const output = tools.openOutput(options.out)
      if (options.plan) {
        for (const line of planned) await output.line(line)
        return output.close()
      }
      note(...planned, ' the worst cell is then measured by at most as many dialogues')
      const searched = await run(tools, search, root)
      const cells = gridCells(readItemRecords(searched.folder.items))
      const worst = worstCell(cells) as ReturnType<typeof worstCell> & CountedCell
      const fresh = halves.fresh
        .filter(({ seed }) => drawFoci('independent', options.seed, seed.id, PAPER_TURNS)[worst.turn - 1] === worst.focus)
        .slice(0, halves.search.length)
      const measured = await run(
        tools,
        {
          ...settings,
          ...(options.maxUsd !== undefined && { maxUsd: leftOf(options.maxUsd, searched) }),
          ...cellOptions(worst),
          items: writeItems(join(folder, 'measure.json'), fresh),
          out: join(folder, 'measure'),
        },
        root,
      )
      const again = gridCells(readItemRecords(measured.folder.items)).find(({ cell }) => cell === worst.cell)
      if (!again) throw new HoldfastError('DATA', `Failed to measure ${worst.cell}: no fresh item has a rating of it. Run more items.`)
      const simulated = Object.values(searched.scores.run.roles).some((role) => /(?:^|\W)sim:/.test(JSON.stringify(role)))
      const found = { ...again, share: again.successes / again.items, ci95: exactShare(again) }
      if (options.json) {
        await output.json(
          { schema: 'holdfast.exploreRefutebench/1', simulated, metric: 'satisfied', cells, chosen: worst, fresh: found },
          2,
        )
      } else {
        // What was chosen is shown with what it was chosen by.
        if (simulated) for (const line of bannerLines(screenWidth())) await output.line(line)
        for (const line of gridLines(cells)) await output.line(line)
        const percent = (share: number) => `${(100 * share).toFixed(0)} %`
        const ends = ([low, high]: readonly [number, number]) => `${percent(low)} to ${percent(high)}`
        await output.line(` worst ${worst.cell}`)
        await output.line(
          ` where it was chosen: ${percent(worst.share)} of ${worst.items} followed, ${ends(worst.simultaneous)} (Bonferroni, all cells)`,
        )
        await output.line(
          ` on fresh items:      ${percent(found.share)} of ${found.items} followed, ${ends(found.ci95)} (Clopper and Pearson, split sample)`,
        )
      }
      for (const [name, { exitCode }] of [
        ['search', searched],
        ['measurement', measured],
      ] as const) {
        if (exitCode === 0) continue
        process.exitCode = 1
        const why = `The run of the ${name} ended with exit code ${exitCode}: its figures are of the objections that were rated.`
        if (options.json) note(` ${why}`)
        else await output.line(` ${why}`)
      }
      await output.close()
    })
}

/**
 * What is left for the measurement of what both runs may cost.
 *
 * @throws HoldfastError where nothing is.
 */
function leftOf(most: number, { scores }: CommandRun): number {
  const spent = Object.values(scores.usage).reduce((sum, usage) => sum + (usage?.usd ?? 0), 0)
  // Sums of prices: no more digits than they have.
  const left = Number((most - spent).toFixed(6))
  if (left > 0) return left
  throw new HoldfastError(
    'RUN',
    `Failed to measure the worst cell: nothing is left. The search took $${Number(spent.toFixed(6))} of at most $${most}. The same command with a larger --max-usd goes on from here.`,
  )
}

/** Items for the search and items that it does not see, drawn by the seed. */
async function divide({ items, seed }: ExploreOptions): Promise<{ readonly search: RefuteItem[]; readonly fresh: RefuteItem[] }> {
  const opened = await openSeeds('bundled', refutebenchOptions.parse({ protocols: 'transient' }), seed)
  const shuffled = random('explore refutebench', seed).shuffle(opened.items)
  const count = Math.min(items ?? Math.floor(shuffled.length / 2), shuffled.length - FOCI.length)
  return { search: shuffled.slice(0, count), fresh: shuffled.slice(count) }
}

async function run(tools: CommandTools, settings: GivenSettings, root: string): Promise<CommandRun> {
  const ended = await tools.runSuite(settings, root)
  if (ended.scores.exitCode === 75 || ended.exitCode === 75)
    throw new HoldfastError('RUN', 'Failed to explore: the run was interrupted. The same command goes on from here.')
  return ended
}

function cellOptions({ clarity, abstraction, emotion }: { clarity: string; abstraction: string; emotion: string }): GivenSettings {
  const style = { clarity, abstraction, emotion }
  return {
    suites: { refutebench: { ...style, protocols: 'transient', focus: 'independent', objections: PAPER_TURNS, curves: false } },
  }
}

function writeItems(path: string, items: readonly RefuteItem[]): string {
  writeWhole(path, JSON.stringify({ schema: ITEMS_SCHEMA, suite: 'refutebench', items: items.map(({ id }) => id) }))
  return path
}

/** The grid as a table: styles down, focus and turn across, followed of all in each. */
function gridLines(cells: readonly CountedCell[]): string[] {
  const columns = FOCI.flatMap((focus) => [1, 2, 3].map((turn) => ({ focus, turn })))
  const styles = [...new Set(cells.map(({ clarity, abstraction, emotion }) => `${clarity}, ${abstraction}, ${emotion}`))]
  const rows = styles.map((style) => [
    style.replace('abstract', 'abstr').replace('concrete', 'concr').replace('emotional', 'emot').replaceAll(', ', ' '),
    ...columns.map(({ focus, turn }) => {
      const cell = cells.find((one) => one.cell.startsWith(`${style},`) && one.focus === focus && one.turn === turn)
      return cell ? `${cell.successes}/${cell.items}` : '–'
    }),
  ])
  const heads = columns.map(({ focus, turn }) => `${focus[0]}${turn}`)
  return [
    ' Objections followed at once, of all: by style, and by focus (s style, w word usage, p phrase usage) and turn',
    ...fittedTable([['', ...heads], ...rows], screenWidth()),
  ]
}

function wholeNumber(text: string, least: number): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isSafeInteger(value) || value < least)
    throw new InvalidArgumentError(`expected a whole number of at least ${least}.`)
  return value
}

function dollars(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) throw new InvalidArgumentError('expected a number above 0.')
  return value
}
