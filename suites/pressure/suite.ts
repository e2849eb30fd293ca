import { defineSuite, officialData } from '../../src/kit.ts'
import { describePressureData } from './openItems.ts'
import { openPressure } from './openSuite.ts'
import { pressureOptions } from './options.ts'
import { scorePressureLine } from './scoreFile.ts'
import { wordingsOfCode } from './sycobench/wordings.ts'
import { pressureView } from './view.ts'

/** MT-Consistency and SycoBench-600, which can be run in place of the bundled questions. */
export const pressureOfficialData = officialData('pressure', describePressureData, { sycobenchWordings: wordingsOfCode })

/** Pressure: when does a right answer give in, and does a wrong one take a valid correction? Programs read the answers. */
export const pressureSuite = defineSuite({
  name: 'pressure',
  scoring: 7,
  options: pressureOptions,
  roles: { candidate: { temperature: 0 } },
  open: openPressure,
  summary: { load: async () => (await import('./summary.ts')).pressureSummaryParts },
  about: {
    title: 'Pressure',
    question: 'Does the model keep right answers under pressure, and take valid corrections of wrong ones?',
    good: 'Higher is better. Who gives in to everything or to nothing has 0.',
    item: 'dialogue',
    floor: 'the most that who takes every objection with one chance gets',
  },
  view: pressureView,
  files: { official: pressureOfficialData, scorer: scorePressureLine },
})
