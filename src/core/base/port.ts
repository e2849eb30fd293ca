/** Loads a part of a tool when it is first asked for. */
export type Loader<Part> = () => Promise<Part>

/** A place of the engine that a tool may fill (`src/registered.ts`, when a process begins); without one the engine does without. */
export class Port<Part> {
  #load: Loader<Part> | undefined
  #opened: Promise<Part> | undefined

  /** Says what fills the port. What is loaded already stays, so that a process may be told twice. */
  fill(load: Loader<Part>): void {
    this.#load ??= load
  }

  /** What fills the port; undefined where nothing does. */
  async open(): Promise<Part | undefined> {
    this.#opened ??= this.#load?.()
    return this.#opened
  }
}
