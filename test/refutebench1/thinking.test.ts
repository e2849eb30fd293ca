import { refutebench1Suite } from '../../suites/refutebench1/suite.ts'
import { testThinkingModels } from '../thinkingModels.ts'

testThinkingModels(refutebench1Suite)
