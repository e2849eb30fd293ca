import { benchmark } from '../../src/running/worker/benchmark.ts'
import { refutebench1Suite } from './suite.ts'

benchmark(refutebench1Suite)
