import { benchmark } from '../../src/worker/benchmark.ts'
import { fbBenchSuite } from './suite.ts'

benchmark(fbBenchSuite)
