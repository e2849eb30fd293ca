import { benchmark } from '../../src/kit.ts'
import { retentionSuite } from './suite.ts'

benchmark(retentionSuite)
