import { benchmark } from '../../../kit.ts'
import { certifyPairsSuite } from './suite.ts'

benchmark(certifyPairsSuite)
