import { Command } from 'commander'
import { SUITES } from '../../suites/catalogue.ts'
import { type ResolvedConfig, resolveConfig } from '../config/resolve.ts'
import { withoutCredentials } from '../format/modelUri.ts'
import type { PlanSummary } from '../format/planSummary.ts'
import type { Role } from '../format/role.ts'
import { clock, columns, grouped, labelled, roughly } from '../report/layout.ts'
import { askSuite } from '../vitest/askSuite.ts'
import { loadOptions } from '../vitest/loadOptions.ts'
import { assertNotMistyped } from './findSuite.ts'
import { openOutput } from './output.ts'

const WIDTH = 80

/** `holdfast plan [suite]`: what a run with the present configuration and environment would do, without a call. */
export function planCommand(): Command {
  return new Command('plan')
    .description('Show what a run would do: items, calls and tokens. Makes no call.')
    .argument('[suite]', 'name of the suite; all by default')
    .option('--json', 'print JSON')
    .option('--out <file>', 'file for the result instead of stdout')
    .action(async (name: string | undefined, { json, out }: { json?: boolean; out?: string }) => {
      if (name !== undefined) assertNotMistyped(name)
      const names = name === undefined ? SUITES.map((suite) => suite.name) : [name]
      const root = process.cwd()
      const config = resolveConfig(await loadOptions(root), process.env, root, SUITES)
      const output = openOutput(out)
      for (const suite of names) {
        const plan = await askSuite(suite, 'plan', { config }, { root })
        if (json) await output.line(JSON.stringify({ suite, trials: config.trials, ...plan }))
        else for (const line of planLines(suite, plan, config)) await output.line(line)
      }
      await output.close()
    })
}

function planLines(suite: string, plan: PlanSummary, config: ResolvedConfig): string[] {
  const total = (of: 'items' | 'tokens') => plan.tasks.reduce((sum, task) => sum + task[of], 0)
  const calls = Object.entries(plan.calls ?? {}).map(([role, count]) => `${grouped(count * config.trials)} ${role}`)
  return [
    ...labelled('suite', suite, WIDTH),
    // Of a suite that measures the judge no candidate is called.
    ...plan.roles
      .filter((role) => role === 'candidate' || role === 'judge')
      .flatMap((role) => labelled(role, withoutCredentials(config.roles[role]?.uri ?? 'none'), WIDTH)),
    ...labelled('data', `${plan.source}, sha256 ${plan.sha256.slice(0, 12)}`, WIDTH),
    ...labelled('calls', calls.length > 0 ? calls.join(', ') : 'not told by the benchmark: give it a `planned` function', WIDTH),
    ...estimateLines(plan, config),
    ...labelled('tokens in', `${roughly(total('tokens') * config.trials)}, ${roughly(plan.distinctTokens)} distinct`, WIDTH),
    ...(config.shard ? labelled('shard', `${config.shard.index}/${config.shard.count} of this, by tokens`, WIDTH) : []),
    ...plan.notes.flatMap((note) => labelled('', note, WIDTH)),
    '',
    ...columns([
      ['task', 'items', 'tokens in'],
      ...plan.tasks.map(({ task, title, items, tokens }) => [
        title === task ? task : `${task.padEnd(4)} ${title}`,
        grouped(items),
        roughly(tokens),
      ]),
      ['all', grouped(total('items')), roughly(total('tokens'))],
    ]),
  ]
}

/** Least cost by the configured prices, and least time by the configured limits; answers are not known yet. */
function estimateLines({ calls = {}, tasks }: PlanSummary, { roles, trials }: ResolvedConfig): string[] {
  const tokens = tasks.reduce((sum, task) => sum + task.tokens, 0) * trials
  const main = calls.candidate === undefined ? 'judge' : 'candidate'
  const price = roles[main]?.price
  const cost = price
    ? labelled('cost', `from $${((tokens * price.in) / 1e6).toFixed(2)} for what the ${main} reads; answers come on top`, WIDTH)
    : []
  const minutes = (Object.entries(calls) as [Role, number][]).flatMap(([role, count]) => {
    const { requestsPerMinute, tokensPerMinute } = roles[role] ?? {}
    return [
      ...(requestsPerMinute ? [(count * trials) / requestsPerMinute] : []),
      ...(tokensPerMinute && role === main ? [tokens / tokensPerMinute] : []),
    ]
  })
  const time = minutes.length > 0 ? labelled('time', `from ${clock(60 * Math.max(...minutes))} at the configured limits`, WIDTH) : []
  return [...cost, ...time]
}
