// Recorded models of a suite, with what each item takes.
import { resolveConfig } from '../build/src/core/config/resolve.js'
import { readOfficialItems } from '../build/suites/fb-bench/openItems.js'
import { fbBenchSuite } from '../build/suites/fb-bench/suite.js'
import { lifbenchSuite } from '../build/suites/lifbench/suite.js'
import { TASKS } from '../build/suites/lifbench/tasks.js'
import { recordedFbBench, recordedLifbench } from '../stats/recorded.mjs'
import { OUT } from './prices.mjs'

/** Tokens of an instruction of LIFBench beside its context, and of a thousand of the official lengths. */
const INSTRUCTION = 150
const THOUSAND = 1024

async function fbBench(data) {
  const settings = { model: 'sim:oracle', judge: 'sim:judge', data }
  const config = resolveConfig(settings, {}, data, [fbBenchSuite])
  const opened = await fbBenchSuite.open({ config, options: config.suites['fb-bench'], prepare: async () => config })
  const uses = new Map()
  for (const item of opened.items) {
    const { roles } = await opened.planned(item)
    const sum = (key) => Object.values(roles).reduce((all, role) => all + role[key], 0)
    uses.set(item.id, { prefix: '', shared: 0, own: sum('promptTokens') + OUT * sum('completionTokens') })
  }
  return {
    rules: await fbBenchSuite.rules(),
    runs: recordedFbBench(data, { readOfficialItems }),
    key: 'overall',
    scale: 100,
    useOf: ({ item }) => uses.get(item),
  }
}

async function lifbench(data) {
  const tasks = new Map(TASKS.map((task) => [task.id, task]))
  const useOf = ({ item, task, clusters }) => {
    const length = Number(item.split('/')[1])
    const { scenario, typicalTokens } = tasks.get(task)
    // The released lists are the first elements of one list (docs/suites/lifbench.md, D1).
    const prefix = scenario === 'list' ? scenario : clusters.context
    return { prefix, shared: THOUSAND * length, own: INSTRUCTION + OUT * typicalTokens }
  }
  return { rules: await lifbenchSuite.rules(), runs: recordedLifbench(data, { TASKS }), key: 'ars.overall', scale: 1, useOf }
}

/** By name of a suite: its rules, its recorded runs by model, its first figure, and what an item takes. */
export const RECORDED = { 'fb-bench': fbBench, lifbench }
