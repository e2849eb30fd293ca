import { kievalSuite } from '../../suites/kieval/suite.ts'
import { testThinkingModels } from '../thinkingModels.ts'

testThinkingModels(kievalSuite)
