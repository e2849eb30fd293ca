import { redactSecrets } from '../../core/base/secrets.ts'
import { differenceStart } from '../../core/base/text/differenceStart.ts'
import { excerpt, shortened, singleLine } from '../../core/base/text/singleLine.ts'
import type { Explanation, Grade, Rubric } from './rubric.ts'

/** Longest quotation in a message. */
const QUOTED = 400

/**
 * The message of an answer below its threshold (`verb`: what it failed to do): what was asked, expected and received, and what each point lost.
 *
 * @example
 * Failed to pass the rubric: total 0.500, threshold 1.000.
 *   asked     the item directly after the 1,872nd
 *   expected  "Name three rivers that cross a border"
 *   received  "List the planets by their mass"
 *   lost      right element 2 of 4 points: one position too far
 */
export function rubricMessage(verb: string, rubric: Pick<Rubric, 'points'>, grade: Grade, threshold: number, explanation: Explanation) {
  const { points } = rubric
  const weights = points.reduce((sum, { weight }) => sum + weight, 0)
  const over = grade.passes === false && grade.total >= threshold ? ', made by points over their maximum' : ''
  const lines = [`Failed to ${verb}: total ${grade.total.toFixed(3)}${over}, threshold ${threshold.toFixed(3)}.`]
  const add = (label: string, text: string | undefined) => text !== undefined && lines.push(`  ${label.padEnd(9)} ${text}`)
  const { asked, received, expected = explanation.reference } = explanation
  add('asked', asked && shortened(shown(asked), QUOTED))
  const start = expected === undefined || received === undefined ? 0 : differenceStart(shown(expected), shown(received), QUOTED)
  for (const [label, text] of Object.entries({ expected, received })) add(label, text === undefined ? undefined : quoted(text, start))
  const isAllLost = points.length > 1 && points.every(({ name }) => (grade.points[name] ?? 0) === 0)
  const isExplained = points.some(({ name }) => [explanation.evidence?.[name] ?? []].flat().some((line) => line !== ''))
  // Beside the right answer, what a program says of each point adds nothing. A judge's reasons are always given.
  const speaksForItself = 'grade' in rubric && explanation.expected !== undefined
  if (isAllLost && (speaksForItself || !isExplained)) {
    add('lost', 'all points')
    return lines.join('\n')
  }
  for (const { name, title = name, weight } of points) {
    const lost = weight * (1 - (grade.points[name] ?? 0))
    if (lost <= 1e-9) continue
    const [evidence, ...more] = [explanation.evidence?.[name] ?? []].flat().map(singleLine)
    add('lost', `${title} ${rounded(lost)} of ${rounded(weights)} points${evidence ? `: ${evidence}` : ''}`)
    for (const line of more) lines.push(`            ${line}`)
  }
  return lines.join('\n')
}

function rounded(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** A text on one line. Redacted before it is cut: half a key is still a key's half. */
function shown(text: string): string {
  return singleLine(redactSecrets(text))
}

/** A text on one line in quotation marks, from where it is to be shown, with how long it is where it is cut. */
export function quoted(text: string, start = 0): string {
  const line = shown(text)
  if (line === '') return '(an empty answer)'
  const [before, after] = [start > 0 ? '…' : '', line.length > start + QUOTED ? '…' : '']
  const cut = before || after ? ` (${text.length.toLocaleString('en')} characters)` : ''
  return `"${before}${excerpt(line, start, start + QUOTED)}${after}"${cut}`
}
