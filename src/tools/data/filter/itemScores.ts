import { mean } from '../../../kit.ts'

/** What one record tells of an item. */
export interface RecordedScore {
  readonly item: string
  readonly task: string
  readonly trial: number
  /** From 0 to 1; null where the item ended without a score. */
  readonly score: number | null
  /** Whether it reached its threshold. */
  readonly solved: boolean
}

/** An item with the scores of all models. */
export interface ItemRow {
  readonly item: string
  readonly task: string
  /** By model: the mean over its trials, null where none was scored, undefined where the model has no record of the item. */
  readonly scores: readonly (number | null | undefined)[]
  /** By model: whether more than half of its scored trials were solved. */
  readonly solved: readonly boolean[]
}

type Trial = Pick<RecordedScore, 'score' | 'solved'>

interface Collected {
  task: string
  /** By model and trial. */
  readonly trials: (Map<number, Trial> | undefined)[]
}

/** Collects records of several models one by one. It keeps scores only, so that texts of any length may pass by. */
export class ItemScores {
  readonly #items = new Map<string, Collected>()

  /** Adds a record of the model at this place. Of two for one item and trial the last wins (docs/contracts.md, section 3). */
  add(model: number, { item, task, trial, score, solved }: RecordedScore): void {
    const known = this.#items.get(item) ?? { task, trials: [] }
    this.#items.set(item, known)
    if (known.task === '') known.task = task
    const trials = known.trials[model] ?? new Map<number, Trial>()
    known.trials[model] = trials
    trials.set(trial, { score, solved })
  }

  /** The items by their ids, with a score for each of so many models. */
  rows(models: number): ItemRow[] {
    const rows = [...this.#items].map(([item, { task, trials }]) => {
      const own = Array.from({ length: models }, (_, model) => trials[model] && ended([...trials[model].values()]))
      return { item, task, scores: own.map((entry) => entry?.score), solved: own.map((entry) => entry?.solved ?? false) }
    })
    return rows.sort((one, other) => (one.item < other.item ? -1 : 1))
  }
}

function ended(trials: readonly Trial[]): Trial {
  const scores = trials.flatMap(({ score }) => score ?? [])
  const solved = trials.filter((trial) => trial.score !== null && trial.solved).length
  return { score: scores.length === 0 ? null : mean(scores), solved: 2 * solved > scores.length }
}
