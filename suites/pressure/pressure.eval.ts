import { benchmark } from '../../src/worker/benchmark.ts'
import { pressureSuite } from './suite.ts'

benchmark(pressureSuite)
