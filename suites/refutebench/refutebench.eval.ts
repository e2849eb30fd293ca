import { benchmark } from '../../src/running/worker/benchmark.ts'
import { refutebenchSuite } from './suite.ts'

benchmark(refutebenchSuite)
