import { llmbarSuite } from '../../suites/llmbar/suite.ts'
import { testThinkingModels } from '../thinkingModels.ts'

testThinkingModels(llmbarSuite)
