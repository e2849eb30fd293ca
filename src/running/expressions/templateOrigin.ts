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

/** A suite's instruction templates that can be written in other words. The suite takes the file of them by its option `expressions`. */
export interface TemplateOrigins {
  /** Ids of the tasks that have templates. */
  readonly tasks: readonly string[]
  /**
   * @param data `bundled` or a folder of official data.
   * @param tasks ids of tasks; all where there are none.
   * @param count expressions of each template, in place of as many as its task has templates.
   */
  load(data: string, tasks: readonly string[], count?: number): Promise<readonly TemplateOrigin[]>
}

/** The name of an origin for people, for instance `LOI before`. */
export function originName({ task, bias }: Pick<TemplateOrigin, 'task' | 'bias'>): string {
  return bias === undefined ? task : `${task} ${bias === 1 ? 'after' : 'before'}`
}
