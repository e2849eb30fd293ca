import { lifbenchSuite } from '../../suites/lifbench/suite.ts'
import { testThinkingModels } from '../thinkingModels.ts'

testThinkingModels(lifbenchSuite)
