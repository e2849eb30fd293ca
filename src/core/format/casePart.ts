/** What a part of a case is to its item. */
export type CasePartKind = 'turn' | 'distractor' | 'demand' | 'context' | 'feedback' | 'list' | 'criterion' | 'round'

/** A part of an item that a smaller case can leave out or cut. */
export interface CasePart {
  /** Unique within the item, for instance `turn-2` or `context`. */
  readonly name: string
  readonly kind: CasePartKind
  /** What it is, for people: the beginning of its text, without line breaks. */
  readonly title: string
  /** How much there is of it, in {@link unit}; 1 for what is only kept or left out. */
  readonly size: number
  /** The least that may be left of it. Default 0: it can be left out. */
  readonly least?: number | undefined
  /** What its size counts. Default: the part as one whole. */
  readonly unit?: 'tokens' | 'sentences' | 'entries' | 'rounds' | undefined
}

/** How much of each part a case keeps; parts that are not named are kept whole. */
export type CaseSizes = Readonly<Record<string, number>>
