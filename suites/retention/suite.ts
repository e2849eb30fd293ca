import { defineSuite } from '../../src/kit.ts'
import { openRetention } from './openSuite.ts'
import { retentionOptions } from './options.ts'

/** Retention: what of a conversation is still followed later, and after the application has compacted it. Programs read the answers. */
export const retentionSuite = defineSuite({
  name: 'retention',
  scoring: 3,
  options: retentionOptions,
  roles: { candidate: { temperature: 0 } },
  open: openRetention,
  summary: { load: async () => (await import('./summary.ts')).retentionSummary },
  about: {
    title: 'Retention',
    question: 'Is what was asked for still followed later, across the compactions of the application, and dropped once it is taken back?',
    good: 'Higher is better. Who follows everything or nothing has 0.',
    item: 'conversation',
    floor: 'the most that who follows each thing with one chance gets',
  },
})
