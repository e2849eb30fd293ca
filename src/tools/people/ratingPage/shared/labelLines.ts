import type { Label } from '../../labels/label.ts'
import type { Given, Standing } from './ratingState.ts'
import { positionsOf, questionId, type SheetData } from './sheetData.ts'

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

/** What a file of labels gives a sheet. */
export interface LabelsRead {
  /** Answers to take over: of two to one question the later. */
  readonly given: readonly Given[]
  /** Lines that are no label of this rater and these questions, or say otherwise than the rater did here. */
  readonly leftOut: number
}

/** What an earlier export gives a sheet. An answer that the sheet has stays, whatever the file says. */
export function readLabels(text: string, { questions, rater }: SheetData, { values }: Standing): LabelsRead {
  const positions = positionsOf(questions)
  const given = new Map<number, number>()
  let leftOut = 0
  const lines = text.replace(/^\ufeff/, '').split('\n')
  for (const line of lines.filter((one) => one.trim() !== '')) {
    const label = parsed(line)
    const at = label?.rater === rater ? positions.get(questionId({ trial: 0, ...label } as Label)) : undefined
    const point = at === undefined ? undefined : questions[at]?.scale.find(({ value }) => value === label?.value)
    if (at === undefined || !point || (values.get(at) ?? point.value) !== point.value) leftOut += 1
    else if (!values.has(at)) given.set(at, point.value)
  }
  return { given: [...given].map(([at, value]) => ({ at, value })), leftOut }
}

function parsed(text: string): Partial<Label> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
