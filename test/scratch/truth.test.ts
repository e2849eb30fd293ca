import { readFileSync } from 'node:fs'
import { test } from 'vitest'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
const D = '/work/shared/data/real-small'
const read = (f: string) => readFileSync(`${D}/${f}.jsonl`, 'utf8').trim().split('\n').map((l) => JSON.parse(l))
const items = new Map(readBundledItems().map((i) => [i.id, i]))
test.each(['fb-bench.qwen-0.5b', 'fb-bench.judge-qwen-1.5b'])('%s', (f) => {
  const answers = new Map(read('fb-bench.qwen-0.5b').filter((c) => c.role === 'candidate').map((c) => [c.item, c.content]))
  for (const c of read(f)) {
    if (c.role !== 'judge' || c.ask) continue
    const item = items.get(c.item)
    const truth = item?.checklist.map(({ check }) => check?.(answers.get(c.item)))
    const said = [...c.content.matchAll(/评判结果"\s*:\s*"([^"]*)"/g)].map((m) => m[1])
    const lean = [...c.content.matchAll(/[:：]\s*"?(yes|no|true|false|是|否)\b/gi)].map((m) => m[1])
    console.log(c.item, item?.scenario, 'truth', truth?.map((t) => (t === undefined ? '?' : t ? 'T' : 'F')).join(''), 'said', said.join(','), 'lean', lean.join(','))
  }
})
