/** Calls and what they take, in tokens. */
export interface CallVolume {
  readonly calls: number
  readonly promptTokens: number
  readonly completionTokens: number
}

/** What the calls of one role take: as a rule, and at most. */
export interface PlannedUse extends CallVolume {
  /** With every call that may be made and every answer as long as its cap. Default: as a rule. */
  readonly most?: CallVolume | undefined
}

/** The same volume several times. */
export function timesVolume({ calls, promptTokens, completionTokens }: CallVolume, times: number): CallVolume {
  return { calls: calls * times, promptTokens: promptTokens * times, completionTokens: completionTokens * times }
}

/** Two volumes together. */
export function plusVolume(one: CallVolume | undefined, other: CallVolume): CallVolume {
  return {
    calls: (one?.calls ?? 0) + other.calls,
    promptTokens: (one?.promptTokens ?? 0) + other.promptTokens,
    completionTokens: (one?.completionTokens ?? 0) + other.completionTokens,
  }
}
