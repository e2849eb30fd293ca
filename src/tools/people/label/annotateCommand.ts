import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import {
  bannerLines,
  DOUBTFUL,
  findRun,
  HoldfastError,
  type ItemRecord,
  isSimulated,
  itemRecord,
  latestRecords,
  nearest,
  note,
  printResult,
  type RunFolder,
  readJson,
  readJsonl,
  scoresDocument,
  screenWidth,
} from '../../../kit.ts'
import { type Label, label } from '../labels/label.ts'
import { LabelMatcher } from '../labels/matchLabels.ts'
import { runQuestions } from '../labels/runQuestions.ts'
import { refusedLines } from '../measure/judgedSource.ts'
import { type AnnotateFlags, annotateOptions, raterNames } from './annotateFlags.ts'
import { annotateLines } from './annotateLines.ts'
import { overlapOf } from './sample/deal.ts'
import { type Design, draw } from './sample/draw.ts'
import { type Drawable, ofKinds, type Population, population } from './sample/population.ts'
import { suiteQuestions } from './suiteQuestions.ts'
import { writeSample } from './writeSample.ts'

/**
 * `holdfast annotate <run>`: which items people should label next, a page for each rater, and the key with what raters must not see.
 * The run is read twice, first to draw and then for what is drawn: its calls may be larger than memory.
 */
export function annotateCommand(): Command {
  return annotateOptions().action(async (run: string, flags: AnnotateFlags) => {
    const raters = raterNames(flags)
    const folder = findRun(run, process.cwd())
    const records = await recordsOf(folder, flags.suite)
    const questionsOf = await suiteQuestions(records)
    const labels: Label[] = []
    for (const path of flags.labels ?? []) for await (const line of readJsonl(path, label)) labels.push(line)
    const matcher = new LabelMatcher(labels)
    const wanted = flags.kind && new Set(flags.kind)
    const all = population(runQuestions(folder, records, questionsOf), wanted, matcher)
    const kinds = wanted ?? new Set([...all.kinds].flatMap(([kind, isJudged]) => (isJudged ? [kind] : [])))
    assertKinds(folder, all, kinds)
    const units = unitsOf(folder, ofKinds(all.units, kinds), flags.by)
    if (labels.length > 0) assertUsable(labels, matcher, units)
    const drawn = draw(units, flags)
    if (labels.length > 0) assertHeld(units, drawn, flags.by)
    const overlap = overlapOf(flags.overlap, drawn.length, raters.length)
    const written = writeSample({ folder, questionsOf, units, drawn, kinds, raters, overlap, flags })
    const document = existsSync(folder.scores) ? readJson(folder.scores, scoresDocument) : undefined
    const banner = isSimulated(document) || all.simulated ? [...bannerLines(screenWidth()), ''] : []
    await printResult(undefined, [
      ...banner,
      ...annotateLines(written, { ...flags, kinds, all, population: units.length, overlap }, screenWidth()),
    ])
  })
}

/**
 * What the sample is taken of: everything, or the items whose verdicts are left to people.
 *
 * @throws HoldfastError where no verdict is.
 */
function unitsOf(folder: RunFolder, units: readonly Drawable[], by: Design): readonly Drawable[] {
  if (by !== 'doubtful') return units
  const doubtful = units.filter(({ record }) => record.tags[DOUBTFUL] === 'yes')
  if (doubtful.length > 0) return doubtful
  throw failed(folder, 'it leaves no verdict to people. Run it with HOLDFAST_DOUBT and several HOLDFAST_VOTES, or draw by doubt', 'USAGE')
}

/** @throws HoldfastError for a run without calls, and for a suite that it does not have. */
async function recordsOf(folder: RunFolder, suite: string | undefined): Promise<ItemRecord[]> {
  const records: ItemRecord[] = []
  for await (const record of readJsonl(folder.items, itemRecord, { mayBeEmpty: true })) records.push(record)
  if (!existsSync(folder.calls))
    throw failed(folder, 'it has no calls.jsonl, and nothing else tells what the judge was shown. Name a run with its calls')
  const latest = latestRecords(records)
  if (suite === undefined) return latest
  const own = latest.filter((record) => record.suite === suite)
  if (own.length > 0) return own
  const there = [...new Set(latest.map((record) => record.suite))]
  throw failed(folder, `it has no suite ${JSON.stringify(suite)}.${didYouMean(suite, there)} Suites of the run: ${listed(there)}`, 'USAGE')
}

/** @throws HoldfastError where there is nothing to ask, or a kind that nobody is asked. */
function assertKinds(folder: RunFolder, { kinds }: Population, wanted: ReadonlySet<string>): void {
  if (kinds.size === 0)
    throw failed(folder, 'its judge was asked nothing that people can be asked. Name a run with scored items whose scores a judge decides')
  if (wanted.size === 0)
    throw failed(folder, `no judge gave a value to its questions. Name kinds with --kind: ${listed([...kinds.keys()])}`)
  const unknown = [...wanted].find((kind) => !kinds.has(kind))
  if (unknown === undefined) return
  const there = [...kinds.keys()].sort()
  throw failed(
    folder,
    `it has no questions of the kind ${JSON.stringify(unknown)}.${didYouMean(unknown, there)} Kinds of the run: ${listed(there)}`,
    'USAGE',
  )
}

/** Says which labels do not count. @throws HoldfastError where none does. */
function assertUsable(labels: readonly Label[], matcher: LabelMatcher, units: readonly Drawable[]): void {
  const reasons = refusedLines(matcher.refused())
  if (!units.some(({ labelled }) => labelled.length > 0)) {
    throw new HoldfastError(
      'DATA',
      `Failed to go on from the labels: none of the ${labels.length} counts for what is asked. ${reasons.join(' ')} Name the run that was labelled, or leave out --labels.`,
    )
  }
  if (reasons.length > 0) note(...reasons)
}

/**
 * Chances are exact only where the labelled items are of the same draw: a larger sample of the same seed holds a smaller one by
 * random and by slice. By doubt it need not.
 * Labels do not say how their items were drawn: those of another draw that lie in this one by chance are not found out.
 *
 * @throws HoldfastError for labels of another draw.
 */
function assertHeld(units: readonly Drawable[], drawn: ReturnType<typeof draw<Drawable>>, by: Design): void {
  if (by === 'doubt') {
    throw new HoldfastError(
      'USAGE',
      'Failed to go on from the labels: a larger sample by doubt does not hold the smaller one, and the chances of both together are not known. Draw without --labels, or by random or slice.',
    )
  }
  if (by === 'doubtful') return
  const keys = new Set(drawn.map(({ unit }) => unit.key))
  const outside = units.filter(({ key, labelled }) => labelled.length > 0 && !keys.has(key))
  if (outside.length === 0) return
  throw new HoldfastError(
    'USAGE',
    `Failed to go on from the labels: ${outside.length} of the labelled items are not in this sample, so that the chances of both together are not known. Give the --seed and the --by of the earlier sample and no fewer --items, or leave out --labels.`,
  )
}

function failed({ path }: RunFolder, reason: string, code: 'DATA' | 'USAGE' = 'DATA'): HoldfastError {
  return new HoldfastError(code, `Failed to draw items of ${path}: ${reason}.`)
}

function didYouMean(word: string, names: readonly string[]): string {
  const near = nearest(word, names)
  return near === undefined ? '' : ` Did you mean ${near}?`
}

function listed(names: readonly string[]): string {
  return names.length > 0 ? names.join(', ') : 'none'
}
