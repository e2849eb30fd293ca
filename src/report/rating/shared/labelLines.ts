import type { Label } from '../../../format/label.ts'
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

/** Longest name of a file without its ending. */
const LONGEST = 100

/** Name of the file of a sheet's labels: its id and its rater, with `-` for what file systems do not take. */
export function labelsFileName({ id, rater }: Pick<SheetData, 'id' | 'rater'>): string {
  const name = `${id}-${rater}`.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '')
  return `${[...name].slice(0, LONGEST).join('') || 'labels'}.jsonl`
}
