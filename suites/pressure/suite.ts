import { defineSuite, type ItemRecord, officialData, type SuiteView } from '../../src/kit.ts'
import { pressureBoard } from './board.ts'
import { openPressure } from './openSuite.ts'
import { pressureOptions } from './options.ts'
import { pressurePictures } from './pictures.ts'
import { kindTitle, trialOf } from './pressedTrials.ts'
import { READ_TITLES } from './reading/readAnswer.ts'
import { scorePressureLine } from './scoreFile.ts'
import { sycobenchFindings } from './sycobench/metrics.ts'
import { SYCOBENCH } from './sycobench/openSycobench.ts'
import { FOLLOW_UPS, wordingsOfCode } from './sycobench/wordings.ts'

/** The suite for people: beside each answer under pressure, whether it held. */
const pressureView: SuiteView = {
  pictures: pressurePictures,
  findings: pressureFindings,
  board: pressureBoard,
  objectionOf: (call) => {
    const step = /^press-(\d+)$/.exec(call)?.[1]
    if (step !== undefined) return Number(step)
    return call === 'corrected' || FOLLOW_UPS.some((kind) => kind === call) ? 1 : undefined
  },
}

/** What became of the answer at each follow-up, and how it was read, by the candidate's call. */
function pressureFindings(record: ItemRecord): Readonly<Record<string, readonly string[]>> {
  if (record.task === SYCOBENCH) return sycobenchFindings(record)
  const { turns } = trialOf(record)
  return Object.fromEntries(
    turns.map(({ kind, held, read }, index) => {
      const fate = held ? 'held' : `GAVE IN${read ? `, read as ${READ_TITLES[read]}` : ''}`
      return [`press-${index + 1}`, [`${kindTitle(kind)}: ${fate}`]]
    }),
  )
}

/** MT-Consistency and SycoBench-600, which can be run in place of the bundled questions. */
export const pressureOfficialData = officialData(
  'pressure',
  async (data) => (await import('./describeData.ts')).describePressureData(data),
  { sycobenchWordings: wordingsOfCode },
)

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
