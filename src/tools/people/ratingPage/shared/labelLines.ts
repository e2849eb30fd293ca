import type { Label } from '../../labels/label.ts'
import type { SheetData } from './sheetData.ts'

/** The answers of a sheet as a file of labels, one a line, in the order of the questions. */
export function labelLines({ questions, rater }: SheetData, values: ReadonlyMap<number, number>): string {
  return questions
    .flatMap(({ suite, item, trial, question, sha256 }, at) => {
      const value = values.get(at)
      if (value === undefined) return []
      const label: Label = { suite, item, trial, question, sha256, rater, value }
      return [`${JSON.stringify(label)}\n`]
    })
    .join('')
}

/** Characters kept of each part of a file's name. */
const LONGEST = 60

/** Name of the file of a sheet's labels: its id and its rater, with `-` for what file systems do not take. */
export function labelsFileName({ id, rater }: Pick<SheetData, 'id' | 'rater'>): string {
  const name = [namePart(id), namePart(rater)].filter((part) => part !== '').join('-')
  return `${name === '' ? 'labels' : name}.jsonl`
}

function namePart(text: string): string {
  const plain = text.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '')
  // Cut first: the pattern of the end would take long for a long text.
  return [...plain]
    .slice(0, LONGEST)
    .join('')
    .replace(/[.-]+$/, '')
}
