/**
 * How many tokens a reply of the judge has as a rule, for `holdfast plan`, by what it is asked for: the mean of the recorded
 * replies of GPT-4 to the official pairs (of ChatGPT for ratings), in o200k_base. Of debates there are no recordings: each
 * speech explains itself like a reasoned verdict.
 */
export const TYPICAL_TOKENS = { metrics: 63, reference: 85, direct: 4, reasoned: 100, rating: 1 } as const

/** What a reply is. */
export type ReplyKind = keyof typeof TYPICAL_TOKENS
