// What `npm run bench:stats` measures of the tool.
import * as histories from '../../../../bench/build/src/tools/history/test/historySimulations.js'

/** Parts of the benchmark, by name. */
export function statistics({ RUNS, percent, row }) {
  /** Weekly runs for a year: without a change, with a planted drop of 3 points after 16 runs, with one bad run, and with a drift. */
  function history() {
    const some = Math.ceil(RUNS / 10)
    const rows = Object.keys(histories.HISTORY_DESIGNS).map((name) => {
      const drop = histories.drops(name, some)
      const bad = histories.badRun(name, some, 0.1)
      const drift = histories.drift(name, some, 0.005)
      const shares = [histories.falseAlarms(name, Math.ceil((4 * RUNS) / 10)), drop.promised, drop.within, drop.held, bad.atOnce, bad.later]
      const text = (share) => (share === undefined ? '–' : percent(share))
      return row(name, [...shares.map(text), String(drop.said ?? '–'), String(drop.median), (100 * drift.lost).toFixed(1)])
    })
    const columns = [
      'false alarms',
      'N is told',
      'within N',
      'run held',
      'bad run, now',
      'later',
      'median N',
      'median runs',
      'drift, points',
    ]
    return ['histories of weekly runs: percent of them, then runs', row('', columns), ...rows]
  }

  /** Histories that break what alarms assume, and what is said with their alarms in their own week. */
  function notes() {
    const rows = Object.keys(histories.NOTE_DESIGNS).map((name) => {
      const { alarmed, alarms, moved, remembered, few, told, noted } = histories.notes(name, Math.ceil(RUNS / 5))
      const share = (value) => (Number.isNaN(value) ? '–' : percent(value))
      return row(name, [percent(alarmed), String(alarms), ...[moved, remembered, few, told, noted].map(share)])
    })
    const columns = ['with alarm', 'alarms', 'say: moved', 'remembered', 'not known', 'fell or rose', 'noted at end']
    return ['years of weekly runs with an alarm, and what the alarms say (percent of the alarms)', row('', columns), ...rows]
  }

  return { history, notes }
}
