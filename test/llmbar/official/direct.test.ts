import { describeRecorded } from './describeRecorded.ts'

// The comparison is the only call.
describeRecorded(['Vanilla_NoRules', 'Vanilla', 'CoT'])
