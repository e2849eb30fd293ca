import { describeRecorded } from './describeRecorded.ts'

describeRecorded('gpt-4o-2024-11-20')
