import { Command, InvalidArgumentError, Option } from 'commander'
import { HoldfastError, numberOption } from '../../../kit.ts'
import { DESIGNS, type Design } from './sample/draw.ts'

/** Flags of `holdfast annotate` as they are given. */
export interface AnnotateFlags {
  readonly suite?: string
  readonly items: number
  readonly by: Design
  readonly raters?: number
  readonly names?: readonly string[]
  readonly overlap?: { readonly count: number } | { readonly share: number }
  readonly kind?: readonly string[]
  readonly seed: number
  readonly out: string
  readonly labels?: readonly string[]
}

/** Items that are drawn where nobody says how many: with 50 labelled ones a corrected figure is worth telling. */
const ITEMS = 50
const MOST_RATERS = 100

/** The command with its arguments, without what it does. */
export function annotateOptions(): Command {
  return new Command('annotate')
    .description('Draw items of a run for people to label, and write a page for each rater that tells neither model nor score.')
    .argument('<run>', 'run folder, its name under reports/runs, or latest')
    .option('--suite <name>', 'a suite of the run (default: all)')
    .option('--items <n>', 'how many items are drawn, with all questions about each', numberOption({ whole: true, from: 1 }), ITEMS)
    .addOption(
      new Option(
        '--by <design>',
        'random: all alike; doubt: the more doubtful the verdict, the more often; slice: as many of each task; doubtful: all that HOLDFAST_DOUBT leaves to people',
      )
        .choices([...DESIGNS])
        .default('random'),
    )
    .option('--raters <k>', 'how many raters share the items (default: 1)', numberOption({ whole: true, from: 1, to: MOST_RATERS }))
    .option('--names <names>', 'their names, for instance ann,ben (default: rater-1, rater-2 …)', namesOf)
    .option('--overlap <items>', 'items that every rater gets, as a number or a share such as 20% (default: 20%, at least 5)', overlapText)
    .option('--kind <names...>', 'kinds of questions (default: those that the judge was asked)')
    .option('--seed <n>', 'another seed, another sample', numberOption({ whole: true, from: 0 }), 0)
    .option('--out <folder>', 'folder for the pages and the key', 'reports/labels')
    .option('--labels <files...>', 'labels that there are: their questions are not asked again')
}

/**
 * Names of the raters.
 *
 * @throws HoldfastError where names and number do not fit.
 */
export function raterNames({ raters, names }: Pick<AnnotateFlags, 'raters' | 'names'>): readonly string[] {
  if (names === undefined) return Array.from({ length: raters ?? 1 }, (_, index) => `rater-${index + 1}`)
  if (raters !== undefined && raters !== names.length)
    throw new HoldfastError(
      'USAGE',
      `Failed to name the raters: --raters says ${raters}, --names has ${names.length}. Give one of the two, or as many names.`,
    )
  return names
}

/**
 * Names become parts of file names, and of labels.
 *
 * @throws InvalidArgumentError for names that cannot be both, or are the same.
 */
function namesOf(text: string): string[] {
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

/** @throws InvalidArgumentError for what is neither a number of items nor a share of them. */
function overlapText(text: string): AnnotateFlags['overlap'] {
  if (/^\d{1,9}$/.test(text)) return { count: Number(text) }
  const percent = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text)?.[1]
  const share = percent === undefined ? (/^0?\.\d{1,9}$/.test(text) ? Number(text) : Number.NaN) : Number(percent) / 100
  if (!(share >= 0 && share <= 1))
    throw new InvalidArgumentError('expected a whole number of items, or a share of them, for instance 20% or 0.2.')
  return { share }
}
