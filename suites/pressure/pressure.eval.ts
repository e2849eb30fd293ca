import { benchmark } from '../../src/running/worker/benchmark.ts'
import { pressureSuite } from './suite.ts'

benchmark(pressureSuite)
