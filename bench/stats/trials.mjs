// What figures over the trials of a task are with every number of trials: one and the same model throughout.

/** Tasks of the bundled data that have ten trials in the paper's count, and the numbers of trials of the table. */
const [TASKS, TRIALS] = [67, [2, 3, 5, 10, 20]]

/**
 * The table of `npm run bench:stats -- trials`. A task is solved in full in a share of its trials, drawn evenly from 0 to 1; else a part of
 * it is, of which every size is as likely.
 *
 * @param figures by name, of the scores of a task's trials.
 */
export function trialTable(figures, { RUNS, random, row }) {
  const cells = TRIALS.map((trials) => {
    const runs = Array.from({ length: RUNS }, (_, run) => {
      const { int } = random('trials', trials, run)
      const even = () => int(0, 2 ** 30 - 1) / 2 ** 30
      const scores = Array.from({ length: TASKS }, () => {
        const share = even()
        return Array.from({ length: trials }, () => 100 * (even() < share ? 1 : even()))
      })
      return Object.values(figures).map((of) => scores.reduce((sum, own) => sum + of(own), 0) / TASKS)
    })
    return Object.keys(figures).map((_, at) => {
      const values = runs.map((own) => own[at])
      const middle = values.reduce((sum, value) => sum + value, 0) / RUNS
      const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (RUNS - 1))
      return `${middle.toFixed(1)} ± ${deviation.toFixed(1)}`
    })
  })
  return [
    `figures over trials, ${TASKS} tasks of an unchanged model, ${RUNS.toLocaleString('en')} runs: mean and standard deviation from run to run`,
    row('trials', TRIALS.map(String)),
    ...Object.keys(figures).map((name, at) =>
      row(
        name,
        cells.map((own) => own[at]),
      ),
    ),
  ]
}
