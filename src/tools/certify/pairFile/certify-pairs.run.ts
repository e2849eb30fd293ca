import { benchmark } from '../../../running/worker/benchmark.ts'
import { certifyPairsSuite } from './suite.ts'

benchmark(certifyPairsSuite)
