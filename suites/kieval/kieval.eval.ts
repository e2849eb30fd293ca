import { benchmark } from '../../src/worker/benchmark.ts'
import { kievalSuite } from './suite.ts'

benchmark(kievalSuite)
