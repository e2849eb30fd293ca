import { defineSuite } from '../../src/kit.ts'
import { refutebench1Label } from './metricLabel.ts'
import { refutebench1Range } from './metricRange.ts'
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
  summarizer: async () => (await import('./summary.ts')).summarizeRefutebench1,
  range: refutebench1Range,
  isHeadline: (key) => /^(?:(?:email|mt|qa)\.)?(?:FA|RR)$/.test(key),
  lowerIsBetter: (key) => /\.(?:skipped|conflicts)$/.test(key),
  headline: { key: 'RR', label: 'feedback kept later (RR)', unit: 'share of answers', range: [0, 1], digits: 3 },
  about: {
    title: 'RefuteBench 1.0',
    question: 'Does the model keep to feedback in later answers?',
    good: 'Higher is better; 1 is feedback kept in every later answer.',
  },
  labelOf: refutebench1Label,
  view: refutebench1View,
  files: { official: refutebench1OfficialData, scorer: refutebench1FileScorer },
})
