import { type ReasonPart, readLost } from './reasonParts.ts'
import type { PageJudgement } from './transcript.ts'

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
