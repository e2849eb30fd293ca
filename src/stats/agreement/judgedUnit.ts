import { mean } from '../../base/mean.ts'
import type { JudgedLabel } from '../../format/judgedLabel.ts'

/** An answer that a judge judged, with what people say of it where they were asked. */
export interface JudgedUnit {
  readonly id: string
  readonly judge: number
  /** The mean of the raters' ratings; of yes and no their majority. Undefined for an answer that nobody labelled. */
  readonly human: number | undefined
  /** What each rater said. */
  readonly ratings: readonly number[]
  readonly slice: string | undefined
  /** Units of one cluster are drawn together. */
  readonly cluster: string
}

/** The labels of each answer, put together. */
export interface JudgedUnits {
  readonly units: readonly JudgedUnit[]
  /** Whether all labels are 0 or 1. */
  readonly binary: boolean
  /** Whether the labels name clusters. */
  readonly clustered: boolean
  /** Ids whose raters said yes and no equally often: they count as not labelled. */
  readonly tied: readonly string[]
  /** Ids for which the lines disagree on the judge's own verdict. */
  readonly unlike: readonly string[]
}

/** Puts the lines of each id together: one answer has one verdict of the judge and any number of raters. Pure. */
export function judgedUnits(labels: readonly JudgedLabel[]): JudgedUnits {
  const binary = labels.every(({ judge, human }) => isBit(judge) && (human === undefined || isBit(human)))
  const byId = new Map<string, JudgedLabel[]>()
  for (const label of labels) {
    const known = byId.get(label.id)
    if (known) known.push(label)
    else byId.set(label.id, [label])
  }
  const tied: string[] = []
  const unlike: string[] = []
  const units = [...byId].map(([id, lines]): JudgedUnit => {
    const [first] = lines as [JudgedLabel]
    if (lines.some(({ judge }) => judge !== first.judge)) unlike.push(id)
    const said = lines.flatMap(({ human }) => (human === undefined ? [] : [human]))
    const average = said.length === 0 ? undefined : mean(said)
    const tie = binary && average === 0.5
    if (tie) tied.push(id)
    const human = average === undefined || tie ? undefined : binary ? Math.round(average) : average
    return { id, judge: first.judge, human, ratings: said, slice: first.slice, cluster: first.cluster ?? `id ${id}` }
  })
  return { units, binary, clustered: labels.some(({ cluster }) => cluster !== undefined), tied, unlike }
}

function isBit(value: number): boolean {
  return value === 0 || value === 1
}
