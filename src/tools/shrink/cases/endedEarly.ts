/** Thrown where a search cannot go on: its calls or its money are used up, or the command was stopped. */
export class EndedEarly extends Error {
  readonly why: 'budget' | 'stopped'

  constructor(why: 'budget' | 'stopped') {
    super(why === 'stopped' ? 'the command was stopped' : 'the calls or the money of the search are used up')
    this.name = 'EndedEarly'
    this.why = why
  }
}
