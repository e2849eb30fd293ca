import type { SuiteDefinition } from '../src/config/suite.ts'
import { fbBenchSuite } from './fb-bench/suite.ts'
import { kievalSuite } from './kieval/suite.ts'
import { lifbenchSuite } from './lifbench/suite.ts'
import { llmbarSuite } from './llmbar/suite.ts'
import { refutebenchSuite } from './refutebench/suite.ts'
import { refutebench1Suite } from './refutebench1/suite.ts'

/** The bundled benchmarks. */
export const SUITES: readonly SuiteDefinition[] = [
  refutebenchSuite,
  fbBenchSuite,
  kievalSuite,
  lifbenchSuite,
  llmbarSuite,
  refutebench1Suite,
]
