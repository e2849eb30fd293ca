import { benchmark } from '../../src/running/worker/benchmark.ts'
import { llmbarSuite } from './suite.ts'

benchmark(llmbarSuite)
