import { benchmark } from '../../src/running/worker/benchmark.ts'
import { suiteNameSuite } from './suite.ts'

benchmark(suiteNameSuite)
