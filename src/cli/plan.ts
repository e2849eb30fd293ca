import { dirname } from 'node:path'
import { Command } from 'commander'
import type { DecisionPlan } from '../core/format/planSummary.ts'
import { findEarlierRuns } from '../deciding/earlierRun.ts'
import { decisionVolume, type Estimate, estimateRun } from '../deciding/estimate.ts'
import { planLines } from '../reports/planLines.ts'
import { suiteNames } from '../running/catalogue.ts'
import { folderConfig } from '../running/commands/commandConfig.ts'
import { assertNotMistyped } from '../running/commands/findSuite.ts'
import { openOutput } from '../running/commands/output.ts'
import { askSuite } from '../running/vitest/askSuite.ts'

/** `holdfast plan [suite]`: what a run with the present configuration and environment would do, without a call. */
export function planCommand(): Command {
  return new Command('plan')
    .description('Show what a run would do: items, calls, tokens, cost and time by role. Makes no call.')
    .argument('[suite]', 'name of the suite; all by default')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (name: string | undefined, { json, out }: { json?: boolean; out?: string }) => {
      if (name !== undefined) assertNotMistyped(name)
      const names = name === undefined ? suiteNames() : [name]
      const root = process.cwd()
      const config = await folderConfig(root)
      const output = openOutput(out)
      for (const suite of names) {
        const plan = await askSuite(suite, 'plan', { config }, { root })
        const estimate = estimateRun(plan, config, findEarlierRuns(dirname(config.out), suite, plan, config))
        // The estimate has the same by role, for all trials.
        const { byRole: _byRole, ...told } = plan
        const decisions = plan.decisions?.map((decision) => withVolumes(decision, estimate))
        if (json) await output.json({ suite, trials: config.trials, ...told, decisions, estimate })
        else for (const line of planLines(suite, plan, estimate, config)) await output.line(line)
      }
      await output.close()
    })
}

/** With calls and dollars beside the items. */
function withVolumes(decision: DecisionPlan, estimate: Estimate) {
  const { items = 0, costs } = decision
  if (!costs || items === 0) return decision
  return { ...decision, costs: costs.map((cost) => ({ ...cost, ...decisionVolume(estimate, cost.items / items) })) }
}
