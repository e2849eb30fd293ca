import { describeRecorded } from './describeRecorded.ts'

// The judge first writes questions and an answer of its own; recorded on all subsets.
describeRecorded(['Metrics_Reference'])
