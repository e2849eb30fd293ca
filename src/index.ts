/**
 * Benchmarks, dialogues, judges and rubrics.
 *
 * @module holdfast
 */
// Declares the matchers on Vitest's `expect`, for tests that import no more than this; the plugin adds them. Not `import type
// {}`, which declaration files lose.
import '../matchers/index.ts'

// The zod that Holdfast checks with: package managers that are strict hide it from a project that does not install it too.
export { z } from 'zod'
// Cases of bundled suites
export { type BenchmarkCase, benchmarkCase } from '../suites/benchmarkCase.ts'
// Data
export { readJsonl } from './base/data/jsonl.ts'
// Errors
export { HoldfastError } from './base/errors.ts'
export { UnscoredError } from './base/unscored.ts'
export { type MultiChallengeItem, multiChallengeItems, multiChallengeRubric } from './datasets/multiChallenge/multiChallengeItems.ts'
// Dialogues
export { Dialogue, type Partner, type Turn, type TurnOptions } from './dialogue/dialogue.ts'
export type { Conversation, ConverseOptions, ToldFact } from './dialogue/user/converse.ts'
export type { SimulatedUser } from './dialogue/user/simulatedUser.ts'
export type { UserFact, UserProfile } from './dialogue/user/userProfile.ts'
// Results
export type { CallVolume, PlannedUse } from './format/plannedUse.ts'
export type { ItemRecord, ItemState } from './format/records.ts'
export type { Metric, Metrics, ScoresDocument } from './format/scoresDocument.ts'
// Judges
export type { Calibration, ControlledCalibration, Controls } from './judges/calibration.ts'
export { type ChecklistProtocol, type CriterionVerdict, judgeChecklist } from './judges/checklistJudge.ts'
export { judgePair, type PairJudgement } from './judges/pairwise/judgePair.ts'
export type { Pair } from './judges/pairwise/pair.ts'
export { type PairwiseStrategy, STRATEGIES, type StrategyName } from './judges/pairwise/strategies.ts'
export { judgeRating, parseRating, type Rating, type RatingRequest } from './judges/ratingJudge.ts'
// Rubrics
export {
  type Check,
  type Criterion,
  criterion,
  type Explanation,
  type Grade,
  type JudgedRubric,
  type Point,
  type ProgrammaticRubric,
  type Rubric,
  rubric,
} from './judges/rubric/rubric.ts'
// Models
export type { AskOptions, Model, Prompt } from './models/model.ts'
export type { Candidate, CandidateContext, CandidateReply } from './models/moduleTransport.ts'
export type { Answer, Message, Segment, Served, Usage } from './models/transport.ts'
export type { SummaryInput, SummaryItems } from './stats/summary/summaryInput.ts'
// Benchmarks
export { benchmark } from './worker/benchmark.ts'
export {
  type BenchmarkContext,
  type BenchmarkOptions,
  defineSuite,
  type OpenSuite,
  type PlannedCalls,
  type Suite,
  type SuiteDefinition,
  type SuiteFigures,
  type SuiteItems,
  type SuiteRun,
  type Tags,
} from './worker/suite.ts'
export { type DialogueFixtures, test } from './worker/test.ts'
