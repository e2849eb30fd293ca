import type { ItemRecord, SuiteView } from '../../src/kit.ts'
import { kindTitle } from './kindTitle.ts'
import { pressurePictures } from './pictures.ts'

/** The suite for people: beside each answer under pressure, whether it held. */
export const pressureView: SuiteView = {
  pictures: pressurePictures,
  findings: pressureFindings,
  objectionOf: (call) => {
    const step = /^press-(\d+)$/.exec(call)?.[1]
    if (step !== undefined) return Number(step)
    return call === 'corrected' ? 1 : undefined
  },
}

/** What became of the answer at each follow-up, by the candidate's call. */
function pressureFindings({ scores }: ItemRecord): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(scores).flatMap(([name, value]) => {
      const [, turn, kind = ''] = /^turn\.(\d+)\.(\w+)$/.exec(name) ?? []
      return turn === undefined ? [] : [[`press-${turn}`, [`${kindTitle(kind)}: ${value >= 0.5 ? 'held' : 'GAVE IN'}`]]]
    }),
  )
}
