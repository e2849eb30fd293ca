import type { PageJudgement } from './transcript.ts'

/** A labelled row of a message: `expected`, `received`, `lost`. */
export interface ReasonRow {
  /** Empty for a line without one. */
  readonly label: string
  readonly lines: readonly string[]
}

/** What one matcher said about an item: its sentence, and the rows beneath. */
export interface ReasonPart {
  readonly sentence: string
  readonly rows: readonly ReasonRow[]
}

/** A label takes 9 columns after two spaces; what it labels begins in the next. */
const LABELLED = /^ {2}(?=[a-z])([a-z ]{9}) (.*)$/s
/** A further line of a row. */
const CONTINUED = /^ {12}(.*)$/s

/** The message of an item by matchers: each one's sentence begins at the margin, and its rows are indented. */
export function reasonParts(reason: string): ReasonPart[] {
  const parts: { sentence: string; rows: { label: string; lines: string[] }[] }[] = []
  for (const line of reason.split('\n')) {
    const part = parts.at(-1)
    const row = part?.rows.at(-1)
    const [, label, text = ''] = LABELLED.exec(line) ?? []
    const more = CONTINUED.exec(line)?.[1]
    if (part === undefined || (line !== '' && !line.startsWith(' '))) parts.push({ sentence: line, rows: [] })
    else if (label !== undefined) part.rows.push({ label: label.trim(), lines: [text] })
    else if (more !== undefined && row) row.lines.push(more)
    else part.rows.push({ label: '', lines: [line.trim()] })
  }
  return parts
}

const OF_POINTS = /^(.*?) ([\d.]+) of ([\d.]+) points(?:: (.*))?$/s

/** Reads the text of a `lost` row: the title of the point or criterion, points lost and of how many where the message has them, and why. */
export function readLost(text: string) {
  const [, name, lost, of, why = ''] = OF_POINTS.exec(text) ?? []
  if (name !== undefined && Number(of) > 0) return { name, points: { lost: Number(lost), of: Number(of) }, why }
  const colon = text.indexOf(': ')
  const end = colon === -1 ? text.length : colon
  return { name: text.slice(0, end), points: undefined, why: text.slice(end + 2) }
}

/** Names of the points that a message says were lost. */
export function lostNames(reason: string | undefined): string[] {
  const rows = reasonParts(reason ?? '').flatMap((part) => part.rows)
  return rows.flatMap(({ label, lines }) => (label === 'lost' ? [readLost(lines[0] ?? '').name] : []))
}

/** Parts of a message by the judgement that explains them, and those that none does. */
export type Explained = ReturnType<typeof explain>

/** Which failed judgement says all that a part of the message says of lost points. */
export function explain(parts: readonly ReasonPart[], judgements: readonly PageJudgement[]) {
  const byJudgement = new Map<PageJudgement, ReasonPart[]>()
  const left: ReasonPart[] = []
  const failed = judgements.filter(({ state }) => state === 'failed')
  for (const part of parts) {
    const names = part.rows.flatMap(({ label, lines }) => (label === 'lost' ? [readLost(lines[0] ?? '').name] : []))
    const first = failed.find(({ lost }) => lost.includes(names[0] ?? ''))
    const isWhole = first !== undefined && names.every((name) => failed.some(({ lost }) => lost.includes(name)))
    if (isWhole) byJudgement.set(first, [...(byJudgement.get(first) ?? []), part])
    else left.push(part)
  }
  return { byJudgement, left }
}
