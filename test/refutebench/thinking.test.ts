import { refutebenchSuite } from '../../suites/refutebench/suite.ts'
import { testThinkingModels } from '../thinkingModels.ts'

testThinkingModels(refutebenchSuite)
