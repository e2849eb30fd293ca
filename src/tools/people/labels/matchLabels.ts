import { type ItemRecord, type LabelQuestion, questionHash } from '../../../kit.ts'
import { type Label, questionKey } from './label.ts'

/** A question of an item's trial with the labels that people gave it. */
export interface LabelledQuestion {
  readonly question: LabelQuestion
  readonly labels: readonly Label[]
}

/** Why labels do not count for a run. */
export interface RefusedLabels {
  /** The run asks the question of another text. */
  readonly otherText: readonly Label[]
  /** The run has no such item, trial or question. */
  readonly unknown: readonly Label[]
  /** The value is not on the question's scale. */
  readonly offScale: readonly Label[]
}

/** Gives the questions of a run their labels, record by record, and keeps what is left over. A label counts for the text alone that its hash is of. */
export class LabelMatcher {
  readonly #labels = new Map<string, Label[]>()
  readonly #otherText: Label[] = []
  readonly #offScale: Label[] = []

  /** @param labels of one rater and question the last counts. */
  constructor(labels: Iterable<Label>) {
    const last = new Map<string, Label>()
    for (const entry of labels) last.set(JSON.stringify([questionKey(entry), entry.sha256, entry.rater]), entry)
    for (const entry of last.values()) {
      const key = questionKey(entry)
      const known = this.#labels.get(key)
      if (known) known.push(entry)
      else this.#labels.set(key, [entry])
    }
  }

  /** The questions of a record with the labels that count. Each record is to be given once. */
  match(record: Pick<ItemRecord, 'suite' | 'item' | 'trial'>, questions: readonly LabelQuestion[]): LabelledQuestion[] {
    const { suite, item, trial } = record
    return questions.map((question) => {
      const key = questionKey({ suite, item, trial, question: question.question })
      const given = this.#labels.get(key) ?? []
      this.#labels.delete(key)
      if (given.length === 0) return { question, labels: [] }
      const hash = questionHash(question)
      const labels = given.filter((entry) => {
        if (entry.sha256 !== hash) this.#otherText.push(entry)
        else if (!question.scale.some(({ value }) => value === entry.value)) this.#offScale.push(entry)
        else return true
        return false
      })
      return { question, labels }
    })
  }

  /** The labels that no question took so far. */
  refused(): RefusedLabels {
    return { otherText: this.#otherText, unknown: [...this.#labels.values()].flat(), offScale: this.#offScale }
  }
}
