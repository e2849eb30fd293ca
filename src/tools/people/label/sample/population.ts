import { createHash } from 'node:crypto'
import { type ItemRecord, questionHash, trialKey } from '../../../../kit.ts'
import type { LabelMatcher } from '../../labels/matchLabels.ts'
import type { QuestionedRecord } from '../../labels/runQuestions.ts'
import { doubtSize } from './doubt.ts'
import type { Unit } from './draw.ts'

/** A record that can be drawn. It is small: there may be as many as a run has, and what is shown of them is not kept. */
export interface Drawable extends Unit {
  readonly record: ItemRecord
  /** Number of its questions of each kind. */
  readonly kinds: ReadonlyMap<string, number>
  /** Hash of the texts of all its questions. */
  readonly sha256: string
  /** Its questions that have labels already, and whose. */
  readonly labelled: readonly { readonly question: string; readonly kind: string; readonly raters: ReadonlySet<string> }[]
}

/** What can be drawn of a run. */
export interface Population {
  readonly units: readonly Drawable[]
  /** Kinds of questions, and whether the judge gave a value to any of them. */
  readonly kinds: ReadonlyMap<string, boolean>
  /** Whether a simulated model made any call. */
  readonly simulated: boolean
}

/**
 * What can be drawn of a run: every record that people can be asked something of.
 *
 * @param kinds of the questions that count; all where it is undefined.
 * @param matcher has the labels that there are.
 */
export function population(
  questioned: Iterable<QuestionedRecord>,
  kinds: ReadonlySet<string> | undefined,
  matcher: LabelMatcher,
): Population {
  const units: Drawable[] = []
  const found = new Map<string, boolean>()
  let simulated = false
  for (const { record, calls, questions } of questioned) {
    simulated ||= calls.some((call) => call.simulated === true || call.model?.startsWith('sim:'))
    for (const { kind, judge } of questions) found.set(kind, (found.get(kind) ?? false) || judge !== undefined)
    const own = questions.filter(({ kind }) => kinds?.has(kind) ?? true)
    const labelled = matcher.match(record, questions)
    // A label names its item: one without a name could not be labelled.
    if (own.length === 0 || record.item === '') continue
    const counts = new Map<string, number>()
    for (const { kind } of own) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    units.push({
      record,
      key: trialKey(record),
      slice: JSON.stringify([record.suite, record.task]),
      size: doubtSize(own, record.scores),
      kinds: counts,
      sha256: createHash('sha256').update(own.map(questionHash).join()).digest('hex'),
      labelled: labelled.flatMap(({ question: { question, kind }, labels }) =>
        labels.length > 0 ? [{ question, kind, raters: new Set(labels.map(({ rater }) => rater)) }] : [],
      ),
    })
  }
  return { units, kinds: found, simulated }
}

/** The records that have questions of these kinds, with what is of these kinds. */
export function ofKinds(units: readonly Drawable[], kinds: ReadonlySet<string>): Drawable[] {
  return units.flatMap((unit) => {
    const own = new Map([...unit.kinds].filter(([kind]) => kinds.has(kind)))
    return own.size === 0 ? [] : [{ ...unit, kinds: own, labelled: unit.labelled.filter(({ kind }) => kinds.has(kind)) }]
  })
}
