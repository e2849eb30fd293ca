import { benchmark } from '../../../src/worker/benchmark.ts'
import { certifyPairsSuite } from './suite.ts'

benchmark(certifyPairsSuite)
