import { benchmark } from '../../src/worker/benchmark.ts'
import { llmbarSuite } from './suite.ts'

benchmark(llmbarSuite)
