import { describeRecorded } from './describeRecorded.ts'

describeRecorded('claude-3-5-sonnet-20241022')
