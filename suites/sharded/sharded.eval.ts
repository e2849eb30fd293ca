import { benchmark } from '../../src/worker/benchmark.ts'
import { shardedSuite } from './suite.ts'

benchmark(shardedSuite)
