/** Most tokens of an answer. */
export const ANSWER_TOKENS = 4096

/** How many tokens an answer has against its reference, as a rule: models write something around it. No outputs are published. */
export const TYPICAL = { perReference: 1.5, around: 60 } as const
