import { benchmark } from '../../src/kit.ts'
import { pressureSuite } from './suite.ts'

benchmark(pressureSuite)
