import '../src/registered.ts'
import { registerMatchers } from '../matchers/index.ts'

// Whole suites run within tests: their matchers are those of any benchmark.
registerMatchers()
