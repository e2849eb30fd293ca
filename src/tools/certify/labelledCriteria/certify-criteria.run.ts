import { benchmark } from '../../../running/worker/benchmark.ts'
import { certifyCriteriaSuite } from './suite.ts'

benchmark(certifyCriteriaSuite)
