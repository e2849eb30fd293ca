import { benchmark } from '../../src/worker/benchmark.ts'
import { lifbenchSuite } from './suite.ts'

benchmark(lifbenchSuite)
