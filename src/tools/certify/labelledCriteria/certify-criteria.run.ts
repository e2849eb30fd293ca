import { benchmark } from '../../../kit.ts'
import { certifyCriteriaSuite } from './suite.ts'

benchmark(certifyCriteriaSuite)
