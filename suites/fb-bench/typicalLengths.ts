/**
 * How long answers are as a rule, for `holdfast plan`.
 *
 * An answer is as long as the first one of its item, and a fifth longer: second answers of twelve models to official items have
 * 450 tokens on average, first ones 380 (`replay/*.jsonl.gz` of the official data, docs/suites/fb-bench.md). A verdict of the
 * judge has 88 tokens for each criterion, by the 7,092 stored judgements of the same models. Counted in o200k_base.
 */
export const TYPICAL = { answerPerFirst: 1.2, verdictPerCriterion: 88 } as const
