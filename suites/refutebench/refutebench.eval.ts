import { benchmark } from '../../src/worker/benchmark.ts'
import { refutebenchSuite } from './suite.ts'

benchmark(refutebenchSuite)
