import { benchmark } from '../../src/kit.ts'
import { kievalSuite } from './suite.ts'

benchmark(kievalSuite)
