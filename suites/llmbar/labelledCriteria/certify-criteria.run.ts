import { benchmark } from '../../../src/worker/benchmark.ts'
import { certifyCriteriaSuite } from './suite.ts'

benchmark(certifyCriteriaSuite)
