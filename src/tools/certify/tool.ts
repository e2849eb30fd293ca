import type { Tool } from '../../kit.ts'

/** Certificates of judges, and the strategies that they are measured with. */
export const certify: Tool = {
  name: 'certify',
  commands: [
    {
      suite: 'llmbar',
      name: 'certify',
      summary: 'Measure a judge, and write its certificate.',
      load: async () => (await import('./certifyCommand.ts')).certifyCommand,
    },
    {
      suite: 'llmbar',
      name: 'strategies',
      summary: 'Measure a judge by every strategy of asking it.',
      load: async () => (await import('./strategiesCommand.ts')).strategiesCommand,
    },
  ],
  suites: [
    { name: 'certify-criteria', load: async () => (await import('./labelledCriteria/suite.ts')).certifyCriteriaSuite },
    { name: 'certify-pairs', load: async () => (await import('./pairFile/suite.ts')).certifyPairsSuite },
  ],
}
