import { benchmark } from '../../src/running/worker/benchmark.ts'
import { fbBenchSuite } from './suite.ts'

benchmark(fbBenchSuite)
