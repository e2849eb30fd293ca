import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import {
  bannerLines,
  columns,
  counted,
  DOUBTFUL,
  dataError,
  didYouMean,
  findRun,
  HoldfastError,
  holdfastCommand,
  type ItemRecord,
  isScored,
  note,
  numberOption,
  present,
  printResult,
  type RunFolder,
  readItemRecords,
  readScores,
  runName,
  screenWidth,
  shellWord,
  usageError,
  withOptions,
  wrapWords,
} from '../../../kit.ts'
import { type Label, readLabelFiles } from '../labels/label.ts'
import { LabelMatcher, refusedLines } from '../labels/matchLabels.ts'
import { isSimulatedRun, runQuestions, suiteQuestions } from '../labels/runQuestions.ts'
import { overlapOf } from './asking.ts'
import { DESIGNS, type Design, draw } from './draw.ts'
import { type Drawable, ofKinds, type Population, population } from './population.ts'
import { type LabelFlags, type SampleToWrite, type WrittenSample, writeSample } from './writeSample.ts'

/** Items that are drawn where nobody says how many: with 50 labelled ones a corrected figure is worth telling. */
const ITEMS = 50
const MOST_RATERS = 100
const NONE_DOUBTFUL = 'it leaves no verdict to people. Run it with HOLDFAST_DOUBT and several HOLDFAST_VOTES, or draw by doubt'

/**
 * `holdfast judge label <run>`: which items people should label next, a page for each rater, and the key with what raters must not see.
 * The run is read twice, first to draw and then for what is drawn: its calls may be larger than memory.
 */
export function labelCommand(): Command {
  return withOptions(
    new Command('label')
      .description('Draw items of a run for people to label, and write a page for each rater that tells neither model nor score.')
      .argument('<run>', 'run folder, its name under reports/runs, or latest')
      .addOption(
        new Option(
          '--by <design>',
          'random: all alike; doubt: doubtful verdicts more often; slice: as many of each task; doubtful: all that HOLDFAST_DOUBT leaves to people',
        )
          .choices([...DESIGNS])
          .default('random'),
      )
      .option('--raters <number or names>', 'how many raters share the items, or names such as ann,ben (default: 1)', ratersOf)
      .option(
        '--overlap <items>',
        'items that every rater gets: a number or a share (default: 0.2, at least 5)',
        numberOption({ whole: true, from: 0, share: true }),
      )
      .option('--labels <files...>', 'existing labels, whose questions are not asked again'),
    ['suite', 'only this suite'],
    ['count', 'items to draw, with all questions about each', ITEMS],
    ['kind', 'kinds of questions (default: those the judge was asked)'],
    ['seed', 'another seed, another sample', 0],
    ['out', 'folder for the pages and the key', 'reports/labels'],
  ).action(async (run: string, flags: LabelFlags) => {
    const { raters = ratersOf('1') } = flags
    const folder = findRun(run, process.cwd())
    const records = ownRecords(folder, flags.suite)
    const questionsOf = await suiteQuestions(records)
    const { labels } = await readLabelFiles(flags.labels ?? [], true)
    const matcher = new LabelMatcher(labels)
    const wanted = flags.kind && new Set(flags.kind)
    const all = population(runQuestions(folder, records, questionsOf), wanted, matcher)
    const kinds = wanted ?? new Set([...all.kinds].flatMap(([kind, isJudged]) => (isJudged ? [kind] : [])))
    assertKinds(folder, all, kinds)
    // Everything, or the items whose verdicts are left to people.
    const isTaken = ({ record }: Drawable) => flags.by !== 'doubtful' || record.tags[DOUBTFUL] === 'yes'
    const units = ofKinds(all.units, kinds).filter(isTaken)
    if (flags.by === 'doubtful' && units.length === 0) throw failed(folder, NONE_DOUBTFUL, 'USAGE')
    if (labels.length > 0) assertUsable(labels, matcher, units)
    const drawn = draw(units, { ...flags, items: flags.count })
    if (labels.length > 0) assertHeld(units, drawn, flags.by)
    const overlap = overlapOf(flags.overlap, drawn.length, raters.length)
    const sample = { folder, questionsOf, units, drawn, kinds, raters, overlap, flags }
    const lacking = [...all.kinds].flatMap(([kind, isJudged]) => (isJudged && !kinds.has(kind) ? [kind] : []))
    const banner = isSimulatedRun(folder) || all.simulated ? [...bannerLines(screenWidth()), ''] : []
    const unscored = records.filter((record) => !isScored(record) && record.status !== 'skipped').length
    const signed = Object.entries(readScores(folder.scores)?.suites ?? {}).flatMap(([suite, { judgeSigns = [] }]) =>
      judgeSigns.length > 0 && records.some((record) => record.suite === suite) ? [suite] : [],
    )
    const name = runName(realpathSync(folder.path), realpathSync(process.cwd()))
    await printResult(undefined, [...banner, ...labelLines(sample, writeSample(sample), lacking, { unscored, run: name, signed })])
  })
}

/**
 * Names of so many raters, or those that are given: they become parts of file names, and of labels.
 *
 * @throws InvalidArgumentError for names that cannot be both, or are the same.
 */
function ratersOf(text: string): string[] {
  if (/^\d+$/.test(text))
    return Array.from({ length: numberOption({ whole: true, from: 1, to: MOST_RATERS })(text) }, (_, index) => `rater-${index + 1}`)
  const names = text.split(',').map((name) => name.trim())
  const bad = names.find((name) => !/^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]{0,39}$/u.test(name))
  if (bad !== undefined)
    throw new InvalidArgumentError(`${JSON.stringify(bad)} is no name of letters, digits, - and _, 40 at most. Parted by commas.`)
  // Some file systems take Ann for ann.
  if (new Set(names.map((name) => name.normalize('NFKC').toLowerCase())).size < names.length)
    throw new InvalidArgumentError('two names are the same. Each rater has a page of their own.')
  if (names.length > MOST_RATERS) throw new InvalidArgumentError(`expected at most ${MOST_RATERS}.`)
  return names
}

/** @throws HoldfastError for a run without calls, and for a suite that it does not have. */
function ownRecords(folder: RunFolder, suite: string | undefined): ItemRecord[] {
  const records = readItemRecords(folder.items)
  if (!existsSync(folder.calls))
    throw failed(folder, 'it has no calls.jsonl, and nothing else tells what the judge was shown. Name a run with its calls')
  if (suite === undefined) return records
  const own = records.filter((record) => record.suite === suite)
  if (own.length > 0) return own
  const suites = records.map((record) => record.suite)
  throw notThere(folder, 'no suite', suite, 'Suites', suites)
}

/** @throws HoldfastError where there is nothing to ask, or a kind that nobody is asked. */
function assertKinds(folder: RunFolder, { kinds }: Population, wanted: ReadonlySet<string>): void {
  if (kinds.size === 0)
    throw failed(folder, 'its judge was asked nothing that people can be asked. Name a run with scored items whose scores a judge decides')
  if (wanted.size === 0)
    throw failed(folder, `no judge gave a value to its questions. Name kinds with --kind: ${[...kinds.keys()].join(', ')}`)
  const unknown = [...wanted].find((kind) => !kinds.has(kind))
  if (unknown === undefined) return
  throw notThere(folder, 'no questions of the kind', unknown, 'Kinds', kinds.keys())
}

/** Says which labels do not count. @throws HoldfastError where none does. */
function assertUsable(labels: readonly Label[], matcher: LabelMatcher, units: readonly Drawable[]): void {
  const reasons = refusedLines(matcher.refused())
  if (!units.some(({ labelled }) => labelled.length > 0))
    throw dataError(
      `Failed to go on from the labels: none of the ${labels.length} counts for what is asked. ${reasons.join(' ')} Name the run that was labelled, or leave out --labels.`,
    )
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
  if (by === 'doubt')
    throw usageError(
      'Failed to go on from the labels: a larger sample by doubt does not hold the smaller one, and the chances of both together are not known. Draw without --labels, or by random or slice.',
    )
  if (by === 'doubtful') return
  const keys = new Set(drawn.map(({ unit }) => unit.key))
  const outside = units.filter(({ key, labelled }) => labelled.length > 0 && !keys.has(key))
  if (outside.length === 0) return
  throw usageError(
    `Failed to go on from the labels: ${outside.length} of the labelled items are not in this sample, so that the chances of both together are not known. Give the --seed and the --by of the earlier sample and no smaller --count, or leave out --labels.`,
  )
}

function failed({ path }: RunFolder, reason: string, code: 'DATA' | 'USAGE' = 'DATA'): HoldfastError {
  return new HoldfastError(code, `Failed to draw items of ${path}: ${reason}.`)
}

function notThere(folder: RunFolder, lacks: string, name: string, what: string, all: Iterable<string>): HoldfastError {
  const there = [...new Set(all)].sort()
  const list = `${what} of the run: ${there.join(', ') || 'none'}`
  return failed(folder, `it has ${lacks} ${JSON.stringify(name)}.${didYouMean(name, there)} ${list}`, 'USAGE')
}

const HOW = { random: 'at random', doubt: 'by doubt', slice: 'by slice' } as const

/**
 * What is printed of a sample: what was drawn, the pages and the key, and what comes next.
 *
 * @param lacking kinds that the judge was asked and people are not.
 * @param ofRun its name as commands take it, how many of its records have no score and cannot be drawn, and suites whose judge does not judge.
 */
function labelLines(
  { units, kinds, overlap, flags }: SampleToWrite,
  written: WrittenSample,
  lacking: readonly string[],
  { unscored, run, signed }: { readonly unscored: number; readonly run: string; readonly signed: readonly string[] },
): string[] {
  const { count: items, by, seed, out, labels = [] } = flags
  const population = units.length
  const text = (line: string) => wrapWords(line, screenWidth() - 1, 2).map((part) => ` ${part}`)
  const pages = written.raters.flatMap(({ rater, page, judgements }) =>
    page === undefined ? [] : [[rater, page, counted(judgements, 'judgement')]],
  )
  const idle = written.raters.flatMap(({ rater, page }) => (page === undefined ? [rater] : []))
  const asked = `${counted(written.questions, 'question')} (${[...kinds].sort().join(', ')})`
  const whole = by === 'doubtful'
  const of = counted(population, unscored > 0 ? 'scored item' : 'item')
  return [
    ...present([
      whole
        ? `All ${counted(written.items, 'item')} whose verdicts are left to people, with ${asked}.`
        : `Drawn ${HOW[by]}, seed ${seed}: ${written.items} of ${of}, with ${asked}. A trial of an item counts as an item.`,
      unscored > 0 && `${counted(unscored, 'item')} more ${unscored === 1 ? 'has' : 'have'} no score, and cannot be drawn.`,
      !whole && items > population && `There are no ${items}, so all are taken.`,
      overlap > 0 && `Every rater gets ${counted(overlap, 'item')} of these, so that it can be told how far raters agree.`,
      ...signed.map((suite) => `The judge of ${suite} does not judge: labels measure it, and gates on corrected figures stay undecided.`),
      lacking.length > 0 &&
        `The judge was asked more: ${lacking.join(', ')}. Labels of some kinds measure the judge, but correct no score that takes all.`,
    ]).flatMap(text),
    '',
    ...columns([...pages, ['key', written.keyFile, 'not for raters']], new Set([0, 1, 2])),
    ...(idle.length > 0 ? text(`Nothing is left to ask: ${idle.join(', ')}.`) : []),
    '',
    ...text(`Put the files that raters save into ${out}. Then:`),
    `   ${holdfastCommand('judge', 'measure')} ${[...labels, join(out, written.stem)].map(shellWord).join(' ')}*.jsonl --run ${run}`,
  ]
}
