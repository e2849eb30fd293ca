// Benchmarks of Holdfast itself: figures and ratios within one run. Build first: npm run bench.
import { measureDecide } from './decide.mjs'
import { measurePage } from './page.mjs'
import { measurePrompts } from './prompts.mjs'
import { measureScoring } from './scoring.mjs'
import { measureStart } from './start.mjs'
import { measureScale, measureThroughput, measureWarm } from './throughput.mjs'
import { toolBenchmarks } from './toolBenchmarks.mjs'

const parts = {
  start: measureStart,
  scoring: measureScoring,
  prompts: measurePrompts,
  throughput: measureThroughput,
  scale: measureScale,
  warm: measureWarm,
  page: measurePage,
  decide: measureDecide,
}
for (const { measures } of await toolBenchmarks()) Object.assign(parts, measures)
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in parts))
if (unknown) {
  process.stderr.write(`Failed to run the benchmark ${JSON.stringify(unknown)}: there is none. Use ${Object.keys(parts).join(', ')}.\n`)
  process.exit(2)
}
for (const [name, measure] of Object.entries(parts)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  process.stdout.write(`\n${name}\n${(await measure()).join('\n')}\n`)
}
