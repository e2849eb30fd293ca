import { benchmark } from '../../src/kit.ts'
import { shardedSuite } from './suite.ts'

benchmark(shardedSuite)
