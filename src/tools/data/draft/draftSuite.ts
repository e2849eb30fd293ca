import { dirname, join, resolve } from 'node:path'
import {
  type CommandFlags,
  columns,
  commandConfig,
  commandPlanLines,
  counted,
  DRAFT_ROLES,
  type DraftRecipe,
  dataError,
  didYouMean,
  grouped,
  holdfastCommand,
  isDoubtful,
  labelled,
  loadSuites,
  makeFolder,
  note,
  type PaidCommand,
  paidTable,
  printResult,
  readSources,
  runPaidCommand,
  screenWidth,
  singleLine,
  sum,
  usageError,
  withModels,
} from '../../../kit.ts'
import type { Choice } from '../expand/expandTemplates.ts'
import { DRAFT_CALLS, type DraftedItems, type DraftTask, draftItems, draftTasks, planDrafts } from './draftItems.ts'
import { writeReview } from './reviewFile.ts'

const REVIEW = 'review.md'
/** Drafts that are made where nobody says how many. */
const MOST_UNASKED = 8
/** Reasons that are told; the others are counted. */
const TOLD = 5

/** Flags of `holdfast data draft` as they are given. */
export interface DraftFlags extends CommandFlags {
  readonly pool?: string
  readonly solver?: string
  readonly rewrites?: number
  readonly choose?: Choice
}

/** Has models write new items of a suite by its recipe for a kind, and puts them into a review file. */
export async function draftSuite(suite: string, flags: DraftFlags): Promise<void> {
  const root = process.cwd()
  const { kind = [], author, solver, judge, embedder } = flags
  if (kind.length > 1) throw usageError(`Failed to draft ${suite}: ${kind.length} kinds. Name one at a time.`)
  const recipe = await recipeOf(suite, kind[0])
  const config = await commandConfig(withModels({ author, solver, judge, embedder }), root)
  const { tasks, pool } = readTasks(recipe, flags)
  const planned = commandPlanLines(planDrafts(recipe, tasks, recipe.pool && pool), config)
  if (flags.plan) return printResult(undefined, planned)
  note(...planned)
  const folder = resolve(root, flags.work ?? join('reports', 'data', 'draft', `${suite}-${recipe.kind}`))
  const review = flags.out === undefined ? join(folder, REVIEW) : resolve(root, flags.out)
  const options = { name: 'data draft', config, folder, roles: { ...DRAFT_CALLS, ...(recipe.pool && { embedder: {} }) } }
  await runPaidCommand(options, async (command, progress) => {
    const drafted = await draftItems(recipe, tasks, command, nearestInstruction(pool, command))
    progress.end()
    const paid = command.paid()
    const told = flags.json ? { json: { ...drafted, paid } } : [...draftLines(drafted, screenWidth()), '', ...paidTable(paid)]
    await printResult(undefined, told)
    // What is whole goes into the review file before an error ends the command.
    addToReview(review, suite, recipe, drafted, command)
    if (drafted.stopped !== undefined) throw drafted.stopped
  })
}

function addToReview(review: string, suite: string, { kind, file }: DraftRecipe, { drafts }: DraftedItems, command: PaidCommand) {
  if (drafts.length === 0) {
    process.exitCode = 1
    return note(' no review file: there is no draft')
  }
  const [author, solver, judge] = DRAFT_ROLES.map((role) => command.modelOf(role)) as [string, string, string]
  const { simulated } = command
  makeFolder(dirname(review))
  const origin = { author, solver, judge, simulated, date: new Date().toISOString().slice(0, 10) }
  const added = writeReview(review, { suite, kind }, drafts, origin)
  note(
    ...(simulated ? [' SIMULATED: simulated models had a part in these items. They show the way, and measure nothing.'] : []),
    ...(author === solver && !simulated ? [' author and solver are the same model: name another one with --solver'] : []),
    ` ${counted(added, 'draft')} added to ${review}`,
    ` read each one, write yes or no behind its accept:, and run: ${holdfastCommand('data', 'accept', review, '--out', `data/${file}`)}`,
  )
}

/** What came of drafting, for a screen. Nothing of an item is shown here: it is in the review file. */
function draftLines({ drafts, broken, repeated }: DraftedItems, width: number): string[] {
  const count = (holds: (draft: DraftedItems['drafts'][number]) => boolean) => grouped(drafts.filter(holds).length)
  const failed = [...broken, ...repeated]
  return [
    ...columns([
      ['drafts', ''],
      ['fit the schema of the suite', grouped(drafts.length)],
      ['  the solver came to the key', count(({ solved }) => 'right' in solved && solved.right)],
      ['  the solver did not', count(({ solved }) => 'right' in solved && !solved.right)],
      ['  no usable reply of the solver', count(({ solved }) => 'failed' in solved)],
      ['  the judge has doubts', count(({ doubts }) => !('failed' in doubts) && isDoubtful(doubts))],
      ['  no usable reply of the judge', count(({ doubts }) => 'failed' in doubts)],
      ['broken, and left out', grouped(broken.length)],
      ['repeated, and left out', grouped(repeated.length)],
    ]),
    ...failed.slice(0, TOLD).flatMap(({ id, reason }) => labelled(id, singleLine(reason), width, 24)),
    ...(failed.length > TOLD ? [` and ${counted(failed.length - TOLD, 'draft')} more that came to nothing`] : []),
  ]
}

/** What is drafted from, and the instructions that neighbours are looked for in. */
function readTasks(recipe: DraftRecipe, { from, pool, count }: DraftFlags): { tasks: DraftTask[]; pool: string[] } {
  if (pool !== undefined && !recipe.pool) {
    throw usageError(`Failed to read --pool: drafts of the kind ${recipe.kind} have no neighbours. Leave it out.`)
  }
  const sources = from === undefined ? recipe.sources() : readSources(resolve(from), recipe.source)
  const given = pool === undefined ? [] : readSources(resolve(pool), 'instruction')
  const unnamed = pool === undefined ? [...sources.map(({ text }) => text), ...(recipe.pool?.() ?? [])] : []
  const texts = [...new Set([...unnamed, ...given.map(({ text }) => text)])]
  return { tasks: draftTasks(recipe.kind, sources, count ?? Math.min(sources.length, MOST_UNASKED)), pool: texts }
}

/**
 * The recipe of a suite for a kind of item.
 *
 * @throws HoldfastError (bad usage) for a suite or a kind that has none.
 */
export async function recipeOf(suite: string, kind: string | undefined): Promise<DraftRecipe> {
  const suites = await loadSuites()
  const recipes = suites.find(({ name }) => name === suite)?.files?.drafts
  if (!recipes) {
    const names = suites.filter(({ files }) => files?.drafts ?? files?.expressions).map(({ name }) => name)
    throw usageError(
      `Failed to draft ${JSON.stringify(suite)}: there is no recipe for it.${didYouMean(suite, names)} Suites with one: ${names.join(', ')}.`,
    )
  }
  const recipe = kind === undefined ? recipes[0] : recipes.find((own) => own.kind.toLowerCase() === kind.toLowerCase())
  if (recipe) return recipe
  throw usageError(
    `Failed to draft ${suite}: there is no kind ${JSON.stringify(kind)}. Kinds: ${recipes.map((own) => own.kind).join(', ')}.`,
  )
}

/** From this cosine on, two instructions ask nearly the same. */
const SAME = 0.97

/** Makes a search, by their vectors, for the instruction of a pool that is nearest to another one, and not nearly the same. */
export function nearestInstruction(pool: readonly string[], command: Pick<PaidCommand, 'embed'>): (instruction: string) => Promise<string> {
  const texts = [...new Set(pool.map((text) => text.trim()).filter(Boolean))]
  let embedded: ReturnType<PaidCommand['embed']> | undefined
  return async (instruction) => {
    embedded ??= command.embed('pool', texts)
    const [[own = []], vectors] = await Promise.all([command.embed('pool', [instruction]), embedded])
    const [nearest] = texts
      .map((text, index) => ({ text, similarity: cosine(own, vectors[index] ?? []) }))
      .filter(({ text, similarity }) => text !== instruction.trim() && similarity < SAME)
      .sort((one, other) => other.similarity - one.similarity)
    if (nearest) return nearest.text
    throw dataError('Failed to find a neighbour: the pool has no instruction that differs from this one. Give a larger pool with --pool.')
  }
}

function cosine(one: readonly number[], other: readonly number[]): number {
  const lengths = Math.hypot(...one) * Math.hypot(...other)
  return lengths === 0 ? 0 : sum(one.map((value, at) => value * (other[at] ?? 0))) / lengths
}
