/** Score of a record: the greatest doubt of its verdicts, 0 to 1, where `HOLDFAST_DOUBT` is set and the judge showed any. */
export const JUDGE_DOUBT = 'judge_doubt'

/** Tag of a record with that score: whether its verdict is left to people, `yes` or `no`. */
export const DOUBTFUL = 'doubtful'

/** Metric: the share of judged items whose verdict is left to people. */
export const DOUBT_RATE = 'doubt_rate'
