import type { Tool } from '../../kit.ts'

/** Certificates of judges, and the strategies that they are measured with. */
export const certify: Tool = {
  name: 'certify',
  commands: [
    {
      name: 'judge certify',
      summary: 'Measure a judge on known pairs or criteria, and write its certificate.',
      load: async () => (await import('./certifyCommand.ts')).certifyCommand,
    },
  ],
  views: [
    {
      name: 'strategies',
      summary: 'runs of llmbar by the way of asking: the paper’s table.',
      load: async () => (await import('./strategies.ts')).strategiesView,
    },
  ],
  suites: [
    { name: 'certify-criteria', load: async () => (await import('./labelledCriteria/suite.ts')).certifyCriteriaSuite },
    { name: 'certify-pairs', load: async () => (await import('./pairFile/suite.ts')).certifyPairsSuite },
  ],
}
