import { BUNDLED } from '../suites/bundled.ts'
import { registerSuites } from './running/catalogue.ts'
import { registerTools } from './running/tool.ts'
import * as tools from './tools/index.ts'

// The engine names no tool and no suite: each process begins by telling it of them. Import this file before anything asks.
registerTools(Object.values(tools))
registerSuites(BUNDLED)
