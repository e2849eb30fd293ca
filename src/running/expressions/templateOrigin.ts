/** An instruction template that is to be expanded. */
export interface TemplateOrigin {
  /** Task it belongs to. */
  readonly task: string
  /** Which way it asks, where a task has two: 1 for "after" and -1 for "before". */
  readonly bias?: 1 | -1 | undefined
  readonly text: string
  /** Words of it that every rewrite must have: the answer is scored by what they say. */
  readonly keeps: readonly string[]
  /** Templates that there are already: none of them is to come back as a rewrite. */
  readonly known: readonly string[]
  /** Expressions to choose. */
  readonly count: number
}

/** The name of an origin for people, for instance `LOI before`. */
export function originName({ task, bias }: Pick<TemplateOrigin, 'task' | 'bias'>): string {
  return bias === undefined ? task : `${task} ${bias === 1 ? 'after' : 'before'}`
}
