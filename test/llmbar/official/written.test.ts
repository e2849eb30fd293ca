import { describeRecorded } from './describeRecorded.ts'

// The judge first writes what it compares by.
describeRecorded(['Metrics', 'Reference'])
