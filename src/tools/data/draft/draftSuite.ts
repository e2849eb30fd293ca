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
  type Neighbour,
  note,
  type PaidCommand,
  paidTable,
  printResult,
  readSources,
  runPaidCommand,
  screenWidth,
  singleLine,
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
  const embedded = recipe.pool && config.dataRoles.embedder ? pool : undefined
  const planned = [
    ...commandPlanLines(planDrafts(recipe, tasks, embedded), config),
    ...(recipe.pool && !embedded ? [' neighbours are found by common words: there is no embedder'] : []),
  ]
  if (flags.plan) return printResult(undefined, planned)
  note(...planned)
  const folder = resolve(root, flags.work ?? join('reports', 'data', 'draft', `${suite}-${recipe.kind}`))
  const review = flags.out === undefined ? join(folder, REVIEW) : resolve(root, flags.out)
  const options = { name: 'data draft', config, folder, roles: { ...DRAFT_CALLS, ...(embedded && { embedder: {} }) } }
  await runPaidCommand(options, async (command, progress) => {
    const drafted = await draftItems(recipe, tasks, command, nearestInstruction(pool, embedded && command))
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
const SAME: Readonly<Record<Neighbour['by'], number>> = { vectors: 0.97, words: 0.9 }

/** Words that say nothing of what an instruction is about. */
const COMMON = new Set(
  'a an and are as at be by for from how i in is it me my of on or please that the this to what with write you your'.split(' '),
)

/**
 * Makes a search for the instruction of a pool that is nearest to another one, and not nearly the same. By vectors where there is an
 * embedder; else by the words that both have, the rare ones counting more.
 *
 * @param command asks the embedder; undefined where there is none.
 */
export function nearestInstruction(
  pool: readonly string[],
  command: Pick<PaidCommand, 'embed'> | undefined,
): (instruction: string) => Promise<Neighbour> {
  const texts = [...new Set(pool.map((text) => text.trim()).filter(Boolean))]
  let embedded: Promise<readonly (readonly number[])[]> | undefined
  const similaritiesTo = async (instruction: string) => {
    if (!command) return wordSimilarities(instruction, texts)
    embedded ??= command.embed('pool', texts)
    const [[own = []], all] = await Promise.all([command.embed('pool', [instruction]), embedded])
    return all.map((vector) => cosine(new Map(own.entries()), new Map(vector.entries())))
  }
  const by = command ? 'vectors' : 'words'
  return async (instruction) => {
    const similarities = await similaritiesTo(instruction)
    const [nearest] = texts
      .map((text, index): Neighbour => ({ text, similarity: Math.min(1, similarities[index] ?? 0), by }))
      .filter(({ text, similarity }) => text !== instruction.trim() && similarity < SAME[by])
      .sort((one, other) => other.similarity - one.similarity)
    if (nearest) return nearest
    throw dataError('Failed to find a neighbour: the pool has no instruction that differs from this one. Give a larger pool with --pool.')
  }
}

/** Cosines of counts of words, each weighed by how few of the texts have it. */
function wordSimilarities(instruction: string, texts: readonly string[]): number[] {
  const counts = [instruction, ...texts].map(wordCounts)
  const having = new Map<string, number>()
  for (const count of counts) for (const word of count.keys()) having.set(word, (having.get(word) ?? 0) + 1)
  const weighed = counts.map(
    (count) => new Map([...count].map(([word, times]) => [word, times * Math.log(1 + counts.length / (having.get(word) ?? 1))])),
  )
  const [own = new Map<string, number>(), ...others] = weighed
  return others.map((other) => cosine(own, other))
}

function cosine<Dimension>(one: ReadonlyMap<Dimension, number>, other: ReadonlyMap<Dimension, number>): number {
  const product = [...one].reduce((sum, [dimension, value]) => sum + value * (other.get(dimension) ?? 0), 0)
  const lengths = Math.hypot(...one.values()) * Math.hypot(...other.values())
  return lengths === 0 ? 0 : product / lengths
}

function wordCounts(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}]+/gu) ?? []) {
    if (!COMMON.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}
