import { describeEarlyGates } from './describeEarlyGates.ts'

describeEarlyGates(/^drop/)
