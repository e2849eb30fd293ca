import { fbBenchSuite } from '../../suites/fb-bench/suite.ts'
import { testThinkingModels } from '../thinkingModels.ts'

testThinkingModels(fbBenchSuite)
