import { benchmark } from '../../src/running/worker/benchmark.ts'
import { kievalSuite } from './suite.ts'

benchmark(kievalSuite)
