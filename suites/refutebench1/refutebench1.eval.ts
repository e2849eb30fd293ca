import { benchmark } from '../../src/kit.ts'
import { refutebench1Suite } from './suite.ts'

benchmark(refutebench1Suite)
