/** Name of the error that a score below its threshold is thrown as. */
export const SCORE_FAILURE = 'ScoreFailure'
