import type { Tool } from '../../kit.ts'

/** Certificates of judges, and the strategies that they are measured with. */
export const certify: Tool = {
  name: 'certify',
  suites: [
    { name: 'certify-criteria', load: async () => (await import('./labelledCriteria/suite.ts')).certifyCriteriaSuite },
    { name: 'certify-pairs', load: async () => (await import('./pairFile/suite.ts')).certifyPairsSuite },
  ],
}
