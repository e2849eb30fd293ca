import { mean } from '../../../kit.ts'
import type { JudgedLine } from '../labels/judgedLabel.ts'

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
  /** How many answers its label stands for: the inverse of its chance of being drawn. Absent where all labels count alike. */
  readonly weight?: number | undefined
  /** How many answers of the whole it stands for, with a label or without. Absent where the units are the whole. */
  readonly mass?: number | undefined
  readonly item?: string | undefined
  readonly criterion?: string | undefined
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
  /** Labelled ids without a chance of being drawn where others have one: their labels cannot be weighted. */
  readonly unweighted: readonly string[]
}

/**
 * Puts the lines of each id together: one answer has one verdict of the judge and any number of raters. Chances of being drawn
 * that are all the same are as good as none. Pure.
 *
 * @param isSample whether the lines are those that were drawn, and not the whole that they were drawn from.
 */
export function judgedUnits(labels: readonly JudgedLine[], isSample = false): JudgedUnits {
  const binary = labels.every(({ judge, human }) => isBit(judge) && (human === undefined || isBit(human)))
  const byId = new Map<string, JudgedLine[]>()
  for (const label of labels) {
    const known = byId.get(label.id)
    if (known) known.push(label)
    else byId.set(label.id, [label])
  }
  const tied: string[] = []
  const unlike: string[] = []
  const chances = new Set(labels.flatMap(({ human, probability }) => (isSample || human !== undefined ? [probability] : [])))
  const isWeighted = chances.size > 1
  const unweighted: string[] = []
  const units = [...byId].map(([id, lines]): JudgedUnit => {
    const [first] = lines as [JudgedLine]
    if (lines.some(({ judge }) => judge !== first.judge)) unlike.push(id)
    const said = lines.flatMap(({ human }) => (human === undefined ? [] : [human]))
    const average = said.length === 0 ? undefined : mean(said)
    const tie = binary && average === 0.5
    if (tie) tied.push(id)
    const human = average === undefined || tie ? undefined : binary ? Math.round(average) : average
    const { judge, slice, cluster = `id ${id}`, item, criterion } = first
    const probability = lines.find((line) => line.probability !== undefined)?.probability
    if (isWeighted && probability === undefined && (isSample || human !== undefined)) unweighted.push(id)
    const weight = isWeighted && probability !== undefined ? 1 / probability : undefined
    return {
      id,
      judge,
      human,
      ratings: said,
      slice,
      cluster,
      ...(item !== undefined && { item }),
      ...(criterion !== undefined && { criterion }),
      ...(weight !== undefined && human !== undefined && { weight }),
      ...(weight !== undefined && isSample && { mass: weight }),
    }
  })
  return { units, binary, clustered: labels.some(({ cluster }) => cluster !== undefined), tied, unlike, unweighted }
}

function isBit(value: number): boolean {
  return value === 0 || value === 1
}
