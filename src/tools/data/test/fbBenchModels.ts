import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sharedFolder } from '../../../../test/shared.ts'
import type { FilterInput } from '../filter/filterItems.ts'

const FOLDER = join(sharedFolder, 'data', 'fb-bench')

/** Official scores of the recorded FB-Bench models, with the tasks that a run would give the items. */
export function fbBenchModels(): FilterInput {
  const dataset = JSON.parse(readFileSync(join(FOLDER, 'dataset.json'), 'utf8')) as { bench_type: string; task_type: string }[]
  const files = readdirSync(join(FOLDER, 'replay')).sort()
  const models = files.map((file) => ({ model: file.replace('.jsonl.gz', ''), run: file, simulated: false }))
  const byModel = files.map((file) => {
    const lines = gunzipSync(readFileSync(join(FOLDER, 'replay', file)))
      .toString('utf8')
      .trim()
      .split('\n')
    return new Map(lines.map((line) => JSON.parse(line) as { id: string; score: number }).map(({ id, score }) => [id, score]))
  })
  const rows = [...(byModel[0]?.keys() ?? [])].map((item) => {
    const { bench_type: scenario, task_type: task } = dataset[Number(item.split('-')[1])] as (typeof dataset)[number]
    const scores = byModel.map((scores) => scores.get(item) as number)
    return { item, task: `${scenario === 'Error Correction' ? 'ec' : 'rm'}/${task}`, scores, solved: scores.map((score) => score === 1) }
  })
  return { rows, models }
}
