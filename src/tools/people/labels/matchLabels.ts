import { counted, groupBy, type ItemRecord, type LabelQuestion, questionHash, singleLine } from '../../../kit.ts'
import { boundKey, type Label, type QuestionName, questionKey } from './label.ts'

/** Why labels do not count for a run. */
export type RefusedLabels = ReturnType<LabelMatcher['refused']>

/** Gives questions their labels, one by one, and keeps what is left over. A label counts for the text alone that its hash is of. */
export class LabelMatcher {
  readonly #labels: Map<string, Label[]>
  readonly #labelled: ReadonlySet<string>
  readonly #asked = new Set<string>()
  readonly #offScale: Label[] = []

  /** @param labels of one rater, question and text the last counts. */
  constructor(labels: Iterable<Label>) {
    const last = new Map<string, Label>()
    for (const entry of labels) last.set(JSON.stringify([boundKey(entry), entry.rater]), entry)
    this.#labels = groupBy(last.values(), boundKey)
    this.#labelled = new Set([...last.values()].map(questionKey))
  }

  /** The labels of a question that count. They are given once. @param scale undefined where any value counts. */
  take(question: QuestionName, hashOf: () => string, scale?: LabelQuestion['scale']): Label[] {
    const key = questionKey(question)
    if (!this.#labelled.has(key)) return []
    this.#asked.add(key)
    const bound = boundKey({ ...question, sha256: hashOf() })
    const given = this.#labels.get(bound) ?? []
    this.#labels.delete(bound)
    const isOnScale = (label: Label) => scale?.some(({ value }) => value === label.value) ?? true
    this.#offScale.push(...given.filter((label) => !isOnScale(label)))
    return given.filter(isOnScale)
  }

  /** The questions of a record with the labels that count. Each record is to be given once. */
  match({ suite, item, trial }: Pick<ItemRecord, 'suite' | 'item' | 'trial'>, questions: readonly LabelQuestion[]) {
    return questions.map((question) => {
      const name = { suite, item, trial, question: question.question }
      return { question, labels: this.take(name, () => questionHash(question), question.scale) }
    })
  }

  /** The labels that no question took so far. */
  refused() {
    const left = [...this.#labels.values()].flat()
    const isAsked = (label: Label) => this.#asked.has(questionKey(label))
    return {
      /** Labels of a question whose text is another now. */
      otherText: left.filter(isAsked),
      /** Labels of a question that was not asked. */
      unknown: left.filter((label) => !isAsked(label)),
      /** Labels with a value that is not on the scale. */
      offScale: this.#offScale,
    }
  }
}

/** Labels that are named where some do not count. */
const NAMED = 3

/** Why labels do not count, a line a reason, the first of each by name; nothing where all count. A file of labels is another's: its names are made harmless. */
export function refusedLines({ otherText, unknown, offScale }: RefusedLabels, of: 'run' | 'key' = 'run'): string[] {
  const told: [readonly Label[], string][] = [
    [otherText, `of another text than the ${of} has`],
    [unknown, `of an item or a question that the ${of} does not have`],
    [offScale, 'with a value that is not on the scale'],
  ]
  return told.flatMap(([labels, why]) => {
    if (labels.length === 0) return []
    const names = labels.slice(0, NAMED).map(({ item, question, rater }) => singleLine(`${item} ${question} (${rater})`))
    const more = labels.length > NAMED ? `, and ${labels.length - NAMED} more` : ''
    return [`${counted(labels.length, 'label')} ${why}: ${names.join(', ')}${more}.`]
  })
}
