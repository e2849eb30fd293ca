// Benchmarks
export { type BenchmarkContext, type BenchmarkOptions, benchmark, type Tags } from './benchmark/benchmark.ts'
export type { SummaryInput, SummaryItems } from './benchmark/summaryInput.ts'
// Data
export { readJsonl } from './data/jsonl.ts'
// Errors
export { HoldfastError } from './errors.ts'
// Models
export type { AskOptions, Model, Prompt } from './models/model.ts'
export type { Candidate, CandidateContext } from './models/moduleTransport.ts'
export type { Answer, Message, Segment, Usage } from './models/types.ts'
// Rubrics
export { type Check, type Criterion, criterion, type Explanation, type Grade, type Point, type Rubric, rubric } from './rubric/rubric.ts'
// Results
export type { ItemRecord, ItemState } from './run/records.ts'
export type { Metric, Metrics, ScoresDocument } from './run/scoresDocument.ts'
