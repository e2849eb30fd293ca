// The bundled suites, one line each: adding a suite is its folder and a line here.
export { fbBenchSuite } from './fb-bench/suite.ts'
export { kievalSuite } from './kieval/suite.ts'
export { lifbenchSuite } from './lifbench/suite.ts'
export { llmbarSuite } from './llmbar/suite.ts'
export { pressureSuite } from './pressure/suite.ts'
export { refutebenchSuite } from './refutebench/suite.ts'
export { refutebench1Suite } from './refutebench1/suite.ts'
export { shardedSuite } from './sharded/suite.ts'
