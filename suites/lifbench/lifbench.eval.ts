import { benchmark } from '../../src/kit.ts'
import { lifbenchSuite } from './suite.ts'

benchmark(lifbenchSuite)
