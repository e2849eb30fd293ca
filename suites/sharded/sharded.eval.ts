import { benchmark } from '../../src/running/worker/benchmark.ts'
import { shardedSuite } from './suite.ts'

benchmark(shardedSuite)
