import { describeRecorded } from './describeRecorded.ts'

// A second stage where the two orders contradict each other.
describeRecorded(['Swap', 'Swap_CoT'])
