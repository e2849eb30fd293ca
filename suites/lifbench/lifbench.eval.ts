import { benchmark } from '../../src/running/worker/benchmark.ts'
import { lifbenchSuite } from './suite.ts'

benchmark(lifbenchSuite)
