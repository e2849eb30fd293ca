// Recorded runs of real models, as item records: scores that came with the official data.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const readLines = (path) => gunzipSync(readFileSync(path)).toString('utf8').trim().split(/\r?\n/)

/** FB-Bench by model. */
export function recordedFbBench(data, { readOfficialItems }) {
  const folder = join(data, 'fb-bench')
  const tasks = new Map(readOfficialItems(folder).map(({ id, scenario, task }) => [id, `${scenario}/${task}`]))
  const files = readdirSync(join(folder, 'replay')).sort()
  return new Map(
    files.map((name) => [
      name.replace('.jsonl.gz', ''),
      readLines(join(folder, 'replay', name)).map((line) => {
        const { id, score } = JSON.parse(line)
        return {
          suite: 'fb-bench',
          item: id,
          task: tasks.get(id),
          trial: 0,
          status: score > 1 - 1e-9 ? 'passed' : 'failed',
          tags: {},
          clusters: { item: id },
          scores: { score, total: score },
        }
      }),
    ]),
  )
}

/** LIFBench by model, with the clusters of our own runs; the official data have one context of each scenario and length. */
export function recordedLifbench(data, { TASKS }) {
  const byModel = new Map()
  for (const task of TASKS) {
    const [header, ...rows] = readLines(join(data, 'lifbench', 'scores', `${task.official}.csv.gz`))
    const names = header.split(',').slice(4)
    for (const row of rows) {
      const [model, expression, variable, length, ...values] = row.split(',')
      const scores = Object.fromEntries(names.map((name, at) => [name === 'total_score' ? 'total' : name, Number(values[at])]))
      const own = byModel.get(model) ?? []
      byModel.set(model, own)
      own.push({
        suite: 'lifbench',
        item: `${task.official}/${length}/${expression}/${variable}`,
        task: task.id,
        trial: 0,
        status: scores.total >= 1 ? 'passed' : 'failed',
        tags: {},
        clusters: { template: `${task.id}/${expression}`, context: `${task.scenario}/${length}` },
        scores,
      })
    }
  }
  return byModel
}
