import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readJsonl } from '../../../kit.ts'
import { type Label, label } from './label.ts'
import { type LabelKey, labelKey } from './labelKey.ts'

/** Labels of people and the keys of the sheets that they were given on. */
export interface KeptLabels {
  readonly labels: readonly Label[]
  /** The keys of sheets, by file. */
  readonly sheets: readonly (readonly LabelKey[])[]
}

/** A label, or a line of a key where it has a probability: of a union an error would name no field. */
const line = z.looseObject({}).transform((value, context): Label | LabelKey => {
  const read = ('probability' in value ? labelKey : label).safeParse(value)
  if (read.success) return read.data
  for (const issue of read.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue)
  return z.NEVER
})

/** Where the labels of a project are kept. */
function labelsFolder(root: string): string {
  return join(root, 'reports', 'labels')
}

/**
 * All labels and keys that are kept in a project, as JSONL (.gz too); none where there is no folder.
 *
 * @param suite reads those of one suite only.
 * @throws HoldfastError naming file, line and field of a line that is neither a label nor of a key.
 */
export async function readKeptLabels(root: string, suite: string): Promise<KeptLabels> {
  const folder = labelsFolder(root)
  if (!existsSync(folder)) return { labels: [], sheets: [] }
  const names = readdirSync(folder).filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
  const labels: Label[] = []
  const sheets: LabelKey[][] = []
  for (const name of names.sort()) {
    const keys: LabelKey[] = []
    for await (const entry of readJsonl(join(folder, name), line, { mayBeEmpty: true })) {
      if (entry.suite !== suite) continue
      if ('rater' in entry) labels.push(entry)
      else keys.push(entry)
    }
    if (keys.length > 0) sheets.push(keys)
  }
  return { labels, sheets }
}
