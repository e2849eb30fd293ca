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
// Data
export { readJsonl } from './core/base/data/jsonl.ts'
// Errors
export { HoldfastError, UnscoredError } from './core/base/errors.ts'
// Results
export type { CallVolume, PlannedUse } from './core/format/plannedUse.ts'
export type { ItemRecord, ItemState } from './core/format/records.ts'
export type { Metric, Metrics, ScoresDocument } from './core/format/scoresDocument.ts'
export {
  composed,
  type Figure,
  type FigureDescription,
  type Figures,
  type MeanOfItems,
  type MeanOptions,
  meanOfFigures,
  meanOver,
  metric,
  type OwnFigure,
} from './core/stats/summary/metric.ts'
export type { Summary, SummaryFunction, SummaryInput, SummaryItems, SummaryParts } from './core/stats/summary/summaryInput.ts'
// Judges
export { type CriterionVerdict, judgeChecklist } from './judging/checklistJudge.ts'
// Dialogues
export { type Compaction, Dialogue, type Partner, type RecallOptions, type Turn, type TurnOptions } from './judging/dialogue/dialogue.ts'
export type { Conversation, ConverseOptions, SimulatedUser, ToldFact } from './judging/dialogue/user/simulatedUser.ts'
export type { UserFact, UserProfile } from './judging/dialogue/user/userProfile.ts'
export { judgePair, type PairJudgement } from './judging/pairwise/judgePair.ts'
export type { Pair } from './judging/pairwise/pair.ts'
export { type PairwiseStrategy, STRATEGIES, type StrategyName } from './judging/pairwise/strategies.ts'
export { judgeRating, parseRating, type Rating, type RatingRequest } from './judging/ratingJudge.ts'
export { type MultiChallengeItem, multiChallengeItems, multiChallengeRubric } from './judging/rubric/multiChallengeItems.ts'
// Rubrics
export {
  type Calibration,
  type Check,
  type ControlledCalibration,
  type Controls,
  type Criterion,
  criterion,
  type Explanation,
  type Grade,
  type JudgedRubric,
  type Point,
  type ProgrammaticRubric,
  type Rubric,
  rubric,
} from './judging/rubric/rubric.ts'
export type {
  Candidate,
  CandidateContext,
  CandidateReply,
  OpenContext,
  Session,
  SessionCandidate,
  SessionReply,
  TurnContext,
} from './models/candidate.ts'
// Models
export type { AskOptions, Model, Prompt } from './models/model.ts'
export type { Answer, Message, Segment, Served, SessionInfo, SessionState, Usage } from './models/transport.ts'
// Benchmarks
export { benchmark } from './running/worker/declareSuite.ts'
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
} from './running/worker/suite.ts'
export { type DialogueFixtures, test } from './running/worker/test.ts'
