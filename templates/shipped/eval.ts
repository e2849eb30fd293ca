import { benchmark } from '../../src/kit.ts'
import { suiteNameSuite } from './suite.ts'

benchmark(suiteNameSuite)
