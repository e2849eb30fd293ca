import { test } from 'vitest'
import { fbBenchSuite as fb } from '../../suites/fb-bench/suite.ts'
import { runSuite } from '../runSuite.ts'
import '../matchers.ts'
const D = '/work/shared/data/real-small'
test.each([['fb-bench.qwen-0.5b'], ['fb-bench.judge-qwen-1.5b']])('%s', async (judge) => {
  const { records, concluded, calls } = await runSuite(fb as never, { model: `replay:${D}/fb-bench.qwen-0.5b.jsonl`, judge: `replay:${D}/${judge}.jsonl`, limit: 1 })
  for (const r of records) console.log(r.item, r.status, JSON.stringify(r.scores), r.reason?.slice(0, 300), r.error?.slice(0, 200))
  console.log(concluded.reasons, JSON.stringify(concluded.document.suites))
}, 60000)
import { kievalSuite } from '../../suites/kieval/suite.ts'
import { llmbarSuite } from '../../suites/llmbar/suite.ts'
test('kieval', async () => {
  const u = `replay:${D}/kieval.qwen-0.5b.jsonl`
  const { records, concluded } = await runSuite(kievalSuite as never, { model: u, judge: u, interactor: u, limit: 2 })
  for (const r of records) console.log(r.item, r.status, JSON.stringify(r.scores), r.reason?.slice(0, 300), r.error?.slice(0, 200))
  console.log(concluded.reasons)
}, 60000)
test('llmbar', async () => {
  const u = `replay:${D}/llmbar.qwen-0.5b.jsonl`
  const { records, concluded } = await runSuite(llmbarSuite as never, { judge: u, limit: 3 })
  for (const r of records) console.log(r.item, r.status, JSON.stringify(r.scores), r.reason?.slice(0, 300), r.error?.slice(0, 200))
  console.log(concluded.reasons)
}, 60000)
