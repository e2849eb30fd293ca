import { benchmark } from '../../src/kit.ts'
import { fbBenchSuite } from './suite.ts'

benchmark(fbBenchSuite)
