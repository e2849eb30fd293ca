import type { BundledSuite } from '../src/kit.ts'
import { kievalViews } from './kieval/views.ts'
import { refutebenchViews } from './refutebench/views.ts'

/** The bundled suites, one line each: adding a suite is its folder and a line here. */
export const BUNDLED: readonly BundledSuite[] = [
  { name: 'fb-bench', load: async () => (await import('./fb-bench/suite.ts')).fbBenchSuite },
  { name: 'kieval', load: async () => (await import('./kieval/suite.ts')).kievalSuite, views: kievalViews },
  { name: 'lifbench', load: async () => (await import('./lifbench/suite.ts')).lifbenchSuite },
  { name: 'llmbar', load: async () => (await import('./llmbar/suite.ts')).llmbarSuite },
  { name: 'pressure', load: async () => (await import('./pressure/suite.ts')).pressureSuite },
  { name: 'refutebench', load: async () => (await import('./refutebench/suite.ts')).refutebenchSuite, views: refutebenchViews },
  { name: 'refutebench1', load: async () => (await import('./refutebench1/suite.ts')).refutebench1Suite },
  { name: 'retention', load: async () => (await import('./retention/suite.ts')).retentionSuite },
  { name: 'sharded', load: async () => (await import('./sharded/suite.ts')).shardedSuite },
]
