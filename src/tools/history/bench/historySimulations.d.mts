import type { random } from '../../../core/base/random.ts'
import type { runsToSee } from '../stats/runsToSee.ts'
import type { alarmLevel, watchFigure } from '../stats/watchFigure.ts'

/** The statistics under test. */
export interface HistoryStatistics {
  readonly random: typeof random
  readonly watchFigure: typeof watchFigure
  readonly alarmLevel: typeof alarmLevel
  readonly runsToSee: typeof runsToSee
}

/** What became of planted drops. */
export interface PlantedDrops {
  readonly promised: number
  readonly within: number | undefined
  readonly said: number | undefined
  readonly held: number | undefined
  readonly off: number | undefined
  readonly median: number
}

/** What alarms of a design say, as shares of the alarms; shares of the histories with an alarm, and with a note at their end. */
export interface AlarmNotes {
  readonly alarms: number
  readonly alarmed: number
  readonly moved: number
  readonly remembered: number
  readonly few: number
  readonly told: number
  readonly noted: number
}

export const HISTORY_DESIGNS: Readonly<Record<string, unknown>>
export const NOTE_DESIGNS: Readonly<Record<string, unknown>>

export function historySimulations(statistics: HistoryStatistics): {
  falseAlarms(name: string, histories: number, runs?: number): number
  drops(name: string, histories: number, drop?: number, before?: number, most?: number): PlantedDrops
  badRun(name: string, histories: number, drop: number, before?: number, runs?: number): { readonly atOnce: number; readonly later: number }
  drift(name: string, histories: number, slope: number, before?: number): { readonly seen: number; readonly lost: number }
  notes(name: string, histories: number): AlarmNotes
}
