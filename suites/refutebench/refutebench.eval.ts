import { benchmark } from '../../src/kit.ts'
import { refutebenchSuite } from './suite.ts'

benchmark(refutebenchSuite)
