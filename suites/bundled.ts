import type { Suite } from '../src/running/worker/suite.ts'

/** A suite that comes with the package, as it is known before it is loaded. */
export interface BundledSuite {
  readonly name: string
  load(): Promise<Suite>
  /** Names of its own commands: `holdfast --help` lists them without loading suites. */
  readonly commands?: readonly string[]
  /** Whether it is run by a command alone, and is none that users name. */
  readonly isLent?: boolean
}

/** The bundled suites, one line each: adding a suite is its folder and a line here. */
export const BUNDLED: readonly BundledSuite[] = [
  {
    name: 'certify-criteria',
    load: async () => (await import('../src/tools/certify/labelledCriteria/suite.ts')).certifyCriteriaSuite,
    isLent: true,
  },
  { name: 'certify-pairs', load: async () => (await import('../src/tools/certify/pairFile/suite.ts')).certifyPairsSuite, isLent: true },
  { name: 'fb-bench', load: async () => (await import('./fb-bench/suite.ts')).fbBenchSuite },
  {
    name: 'kieval',
    load: async () => (await import('./kieval/suite.ts')).kievalSuite,
    commands: ['contamination', 'evaluators', 'leak-test'],
  },
  { name: 'lifbench', load: async () => (await import('./lifbench/suite.ts')).lifbenchSuite },
  { name: 'llmbar', load: async () => (await import('./llmbar/suite.ts')).llmbarSuite, commands: ['certify', 'strategies'] },
  { name: 'pressure', load: async () => (await import('./pressure/suite.ts')).pressureSuite },
  { name: 'refutebench', load: async () => (await import('./refutebench/suite.ts')).refutebenchSuite, commands: ['refutations'] },
  { name: 'refutebench1', load: async () => (await import('./refutebench1/suite.ts')).refutebench1Suite },
  { name: 'sharded', load: async () => (await import('./sharded/suite.ts')).shardedSuite },
]
