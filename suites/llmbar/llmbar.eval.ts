import { benchmark } from '../../src/kit.ts'
import { llmbarSuite } from './suite.ts'

benchmark(llmbarSuite)
