import { z } from 'zod'
import { dataError, readJsonl, recordName } from '../../../kit.ts'

/** One line of a file of labels: what the judge said of an answer, and where a person was asked, what the person said. */
export const judgedLabel = z.strictObject({
  /** What was judged. Several lines of one id are the labels of several raters. */
  id: z.string().min(1),
  /** The judge's verdict: 0 or 1, or a rating. */
  judge: z.number(),
  /** A person's verdict on the same scale. Lines without it are the rest of the run. */
  human: z.number().optional(),
  rater: z.string().optional(),
  /** Part of the run that is shown by itself. */
  slice: z.string().optional(),
  /** What varies together, for instance a document; intervals resample it. */
  cluster: z.string().optional(),
  /** The chance that the answer had of being drawn for people, above 0 and at most 1: its label counts by the inverse. */
  probability: z.number().positive().max(1).optional(),
})

/** A line of a file of labels (docs/formats.md, section 4). */
export type JudgedLabel = z.output<typeof judgedLabel>

/** A line of labels with what a run or a key knows of the question beside. */
export type JudgedLine = JudgedLabel & { readonly item?: string | undefined; readonly criterion?: string | undefined }

/** The question that a label answers, and the hash of all that was shown with it. */
const askedQuestion = z.object({
  suite: recordName,
  item: z.string().min(1),
  trial: z.number().int().nonnegative().default(0),
  /** Name of the question within the item's trial. */
  question: z.string().min(1),
  /** SHA-256 of what was shown, as 64 hexadecimal digits: a label of another text does not count. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'expected 64 hexadecimal digits'),
})

/** One line of a file of labels in the fuller form: what a rater said of one question. */
export const label = askedQuestion
  .extend({
    rater: z.string().min(1),
    /** A value of the question's scale. */
    value: z.number(),
  })
  .strict()

/** What a person said of one question (docs/formats.md, section 4). */
export type Label = z.output<typeof label>

/**
 * One line of a key: what `holdfast judge label` knows of a question that it put to raters, and what raters must not see. Labels and
 * their key are enough to measure the judge, without the run.
 */
export const labelKey = askedQuestion
  .extend({
    /** Questions of one kind have one scale and are measured together. */
    kind: z.string().min(1),
    /** The judge's value; absent where it gave no usable reply, or is not asked this. */
    judge: z.number().optional(),
    /** The value of each vote of the judge, where there are several. */
    votes: z.array(z.number()).optional(),
    /** Name of the judge's model. */
    model: z.string().min(1).optional(),
    /** Task of the item: the slice that figures are told by. */
    task: z.string().min(1),
    /** What varies together; by default the item. */
    cluster: z.string().min(1),
    /** The criterion in words, where the question is one of a checklist. */
    criterion: z.string().optional(),
    /** The chance that the item's trial had of being drawn, above 0 and at most 1: labels count by its inverse. */
    probability: z.number().positive().max(1),
    /** What was taken whole and not drawn from all: then the labels say nothing of other items. */
    of: z.literal('doubtful').optional(),
  })
  .strict()

/** What a rater must not see of a question, line by line (docs/formats.md, section 4). */
export type LabelKey = z.output<typeof labelKey>

/** What tells a question of an item's trial from others. */
export type QuestionName = Pick<Label, 'suite' | 'item' | 'trial' | 'question'>

/** One question of one item and trial, as one text: labels of it belong together whatever was shown. */
export function questionKey({ suite, item, trial, question }: QuestionName): string {
  return JSON.stringify([suite, item, trial, question])
}

/** A question and the text that it was asked of, as one text. */
export function boundKey(question: QuestionName & Pick<Label, 'sha256'>): string {
  return `${questionKey(question)} ${question.sha256}`
}

/** What files of labels hold, whichever line stands in which file. */
export type LabelLines = Awaited<ReturnType<typeof readLabelFiles>>

type Line = { readonly simple: JudgedLabel } | { readonly label: Label } | { readonly key: LabelKey }

/** A line by its fields: `id` is of the simple form alone, `value` of a label, and what is left is of a key. */
function lineOf(isBound: boolean) {
  return z.record(z.string(), z.unknown()).transform((value, context): Line => {
    const form = 'id' in value && !isBound ? 'simple' : 'value' in value || !('probability' in value || 'kind' in value) ? 'label' : 'key'
    const found = { simple: judgedLabel, label, key: labelKey }[form].safeParse(value)
    if (found.success) return { [form]: found.data } as unknown as Line
    for (const { path, message } of found.error.issues) context.addIssue({ code: 'custom', path, message })
    return z.NEVER
  })
}

/** A file that a browser saved again under the name of another: `sheet (1).jsonl`. */
const COPY = /^(.*?)(?: ?\((\d+)\))?(\.jsonl(?:\.gz)?)$/

/** Files in their order, but those that were saved again after those of before: of one rater the last label counts. */
export function copiesLast(paths: readonly string[]): string[] {
  const parts = paths.map((path, at) => {
    const [, stem = path, copy = '0', ending = ''] = COPY.exec(path) ?? []
    return { path, at, name: stem + ending, copy: Number(copy) }
  })
  const first = new Map(parts.toReversed().map(({ name, at }) => [name, at]))
  const placeOf = ({ name }: (typeof parts)[number]) => first.get(name) ?? 0
  return parts.sort((one, other) => placeOf(one) - placeOf(other) || one.copy - other.copy).map(({ path }) => path)
}

/**
 * Reads files of labels and keys (`.gz` too), line by line.
 *
 * @param isBound whether lines of the simple form are refused, because the judge's verdicts come from a run.
 * @throws HoldfastError naming file, line and field of a line of no form, and where lines of the simple form stand beside others.
 */
export async function readLabelFiles(paths: readonly string[], isBound: boolean, mayBeEmpty = false) {
  const simple: JudgedLabel[] = []
  const labels: Label[] = []
  const keys: LabelKey[] = []
  const first: { simple?: string; bound?: string } = {}
  for (const path of copiesLast(paths)) {
    for await (const line of readJsonl(path, lineOf(isBound), { mayBeEmpty })) {
      first['simple' in line ? 'simple' : 'bound'] ??= path
      if ('simple' in line) simple.push(line.simple)
      else if ('label' in line) labels.push(line.label)
      else keys.push(line.key)
    }
  }
  if (first.simple !== undefined && first.bound !== undefined)
    throw dataError(
      `Failed to read the labels: ${first.simple} has lines with id and judge, and ${first.bound} has lines that are bound to a text by sha256. Measure them apart.`,
    )
  return { simple, labels, keys }
}
