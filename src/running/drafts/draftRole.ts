/** Who answers when items are drafted: the author writes them, the solver solves them without their keys, the judge looks for doubts. */
export const DRAFT_ROLES = ['author', 'solver', 'judge'] as const

/** One of {@link DRAFT_ROLES}. */
export type DraftRole = (typeof DRAFT_ROLES)[number]
