import { z } from 'zod'
import { HoldfastError, readJsonl } from '../../../kit.ts'
import { type JudgedLabel, judgedLabel } from '../labels/judgedLabel.ts'
import { type Label, label } from '../labels/label.ts'
import { type LabelKey, labelKey } from '../labels/labelKey.ts'

/** What files of labels hold, whichever line stands in which file. */
export interface LabelLines {
  /** Lines of the simple form, with the judge's verdict in each. */
  readonly simple: readonly JudgedLabel[]
  /** Labels that are bound to the text they are of. */
  readonly labels: readonly Label[]
  readonly keys: readonly LabelKey[]
}

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

/**
 * Reads files of labels and keys, line by line.
 *
 * @param isBound whether lines of the simple form are refused, because the judge's verdicts come from a run.
 * @throws HoldfastError for a line of no form, and where lines of the simple form stand beside others.
 */
export async function readLabelFiles(paths: readonly string[], isBound: boolean): Promise<LabelLines> {
  const simple: JudgedLabel[] = []
  const labels: Label[] = []
  const keys: LabelKey[] = []
  const first: { simple?: string; bound?: string } = {}
  const schema = lineOf(isBound)
  for (const path of paths) {
    for await (const line of readJsonl(path, schema)) {
      first['simple' in line ? 'simple' : 'bound'] ??= path
      if ('simple' in line) simple.push(line.simple)
      else if ('label' in line) labels.push(line.label)
      else keys.push(line.key)
    }
  }
  if (first.simple !== undefined && first.bound !== undefined)
    throw new HoldfastError(
      'DATA',
      `Failed to read the labels: ${first.simple} has lines with id and judge, and ${first.bound} has lines that are bound to a text by sha256. Measure them apart.`,
    )
  return { simple, labels, keys }
}
