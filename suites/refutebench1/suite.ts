import { defineSuite } from '../../src/kit.ts'
import { refutebench1OfficialData } from './officialData.ts'
import { openRefutebench1 } from './openSuite.ts'
import { refutebench1Options } from './options.ts'
import { refutebench1FileScorer } from './scoreFile.ts'
import { refutebench1View } from './view.ts'

/** RefuteBench 1.0: does the model accept feedback, and keep to it later? Programs check, without a judge. */
export const refutebench1Suite = defineSuite({
  name: 'refutebench1',
  options: refutebench1Options,
  roles: { candidate: { temperature: 0 } },
  open: openRefutebench1,
  summary: { load: async () => (await import('./summary.ts')).refutebench1Summary },
  about: {
    title: 'RefuteBench 1.0',
    question: 'Does the model keep to feedback in later answers?',
    good: 'Higher is better; 1 is feedback kept in every later answer.',
  },
  view: refutebench1View,
  files: { official: refutebench1OfficialData, scorer: refutebench1FileScorer },
})
