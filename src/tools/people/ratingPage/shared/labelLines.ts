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

/** Why a label of a file is not taken over. */
export type RefusalReason = 'unreadable' | 'otherText' | 'otherRater' | 'offScale' | 'otherAnswer'

/** A label that is not taken over. */
export interface Refusal {
  readonly reason: RefusalReason
  /** Of the line, or of the label that stands in it. */
  readonly name: string
}

/** What a file of labels gives a sheet. */
export interface LabelsRead {
  /** Answers to take over: of two to one question the later. */
  readonly given: readonly Given[]
  /** Labels that say what the sheet has already. */
  readonly same: number
  readonly refused: readonly Refusal[]
}

const SHA256 = /^[0-9a-f]{64}$/
const FIELDS = new Set(['suite', 'item', 'trial', 'question', 'sha256', 'rater', 'value'])

/**
 * A line of a file of labels, undefined where it is none. It takes what the schema of a label takes (src/tools/people/labels/label.ts), which
 * would bring a whole library into the page.
 */
export function readLabelLine(line: string): Label | undefined {
  const value = parsed(line)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { suite, item, trial = 0, question, sha256, rater, value: given } = value as Record<string, unknown>
  const isLabel =
    Object.keys(value).every((name) => FIELDS.has(name)) &&
    typeof suite === 'string' &&
    !(suite in Object.prototype) &&
    typeof sha256 === 'string' &&
    SHA256.test(sha256) &&
    [item, question, rater].every((text) => typeof text === 'string' && text !== '') &&
    Number.isSafeInteger(trial) &&
    Number(trial) >= 0 &&
    Number.isFinite(given)
  return isLabel ? ({ suite, item, trial, question, sha256, rater, value: given } as Label) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What an earlier export gives a sheet. An answer that the sheet has stays, whatever the file says. */
export function readLabels(text: string, sheet: SheetData, { values }: Standing): LabelsRead {
  const positions = positionsOf(sheet.questions)
  const given = new Map<number, number>()
  const refused: Refusal[] = []
  let same = 0
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    if (line.trim() === '') continue
    const label = readLabelLine(line)
    const at = label && positions.get(questionId(label))
    const refuse = (reason: RefusalReason) => refused.push({ reason, name: label ? nameOf(label) : `line ${index + 1}` })
    if (!label) refuse('unreadable')
    else if (label.rater !== sheet.rater) refuse('otherRater')
    else if (at === undefined) refuse('otherText')
    else if (!sheet.questions[at]?.scale.some(({ value }) => value === label.value)) refuse('offScale')
    else if (!values.has(at)) given.set(at, label.value)
    else if (values.get(at) === label.value) same += 1
    else refuse('otherAnswer')
  }
  return { given: [...given].map(([at, value]) => ({ at, value })), same, refused }
}

/** A label by its question, trials counted from 1. */
function nameOf({ suite, item, trial, question }: Label): string {
  return `${suite} ${item}${trial === 0 ? '' : ` trial ${trial + 1}`} ${question}`
}
