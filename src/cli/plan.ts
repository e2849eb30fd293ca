import { basename, dirname, relative } from 'node:path'
import { Command } from 'commander'
import { orUndefined, usageError } from '../core/base/errors.ts'
import { holdfastCommand } from '../core/base/text/shellWord.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import { allSettings, type SettingOrigin } from '../core/config/settingOrigins.ts'
import { withoutCredentials } from '../core/format/modelUri.ts'
import { readBaseline } from '../deciding/baseline/baseline.ts'
import { estimateRun, findEarlierRuns } from '../deciding/estimate.ts'
import { jointChance } from '../deciding/gates/evaluateGates.ts'
import { forecastRules, type RuleForecast, runToForecastBy } from '../deciding/gates/ruleForecast.ts'
import { columns, FILE_WIDTH, labelled } from '../reports/layout.ts'
import { decisionLines, planLines, ruleLines, togetherText } from '../reports/planLines.ts'
import { assertNotMistyped, isBundledSuite, loadSuites, suiteNames } from '../running/catalogue.ts'
import { commandSettings } from '../running/commands/commandConfig.ts'
import { type CommandFlags, numberOption, withOptions } from '../running/commands/commandOptions.ts'
import { openOutput } from '../running/commands/output.ts'
import { askSuite } from '../running/vitest/askSuite.ts'
import type { PlannedDecision } from '../running/worker/planSuite.ts'

/** `holdfast plan [suites…]`: what a run with the present configuration and environment would do, without a call. */
export function planCommand(): Command {
  return withOptions(
    new Command('plan')
      .description('Show what a run would do: items, calls, tokens, cost and time by role, and what its gates can tell. Makes no call.')
      .argument('[suites...]', 'suites by name, or as Vitest takes them; all by default')
      .option(
        '--full-marks <share>',
        'expected share of full marks, 0 to 1, in place of the newest run',
        numberOption({ above: 0, below: 1 }),
      )
      .option('--decide', 'cost of deciding the gates early, and the cheapest way'),
    ['model', 'the model under test'],
    'judge',
    'data',
    'limit',
    'seed',
    'maxUsd',
    'set',
    ['all', 'list every setting, with its default'],
    'json',
    'out',
  ).action(
    async (
      given: readonly string[],
      flags: CommandFlags & { readonly fullMarks?: number; readonly decide?: boolean },
      command: Command,
    ) => {
      const { out = '', all: isAll = false, fullMarks: rate, decide } = flags
      const form = /\.(?:csv|html|md|parquet)$/.exec(out)
      if (form) throw usageError(`Failed to write ${out}: a plan has no such form. Name a file that ends in .json or .txt.`)
      const json = flags.json === true || out.endsWith('.json')
      const names = given.length === 0 ? suiteNames() : given.map(suiteOf)
      for (const name of names) assertNotMistyped(name)
      const root = process.cwd()
      const { config, origins, variables } = await commandSettings(root, flags)
      const named = Object.fromEntries(origins.map(({ key, value }) => [key === 'model' ? 'candidate' : key, value]))
      const output = openOutput(flags.out)
      const print = async (...lines: readonly string[]) => {
        if (!json) for (const line of lines) await output.line(line)
      }
      const all: RuleForecast[] = []
      let mayDecide = false
      const every = allSettings(origins, await loadSuites(names.filter(isBundledSuite)), (key) => effective(key, config))
      const told = isAll ? every : origins
      for (const suite of names) {
        const plan = await askSuite(suite, 'plan', { config }, { root })
        // Once, and not where nothing can be planned.
        if (suite === names[0])
          await print(...settingLines(told, isAll ? 0 : every.filter(({ origin }) => origin === 'default').length, typed(command)))
        const estimate = estimateRun(plan, config, findEarlierRuns(dirname(config.out), suite, plan, config))
        // The estimate has the same by role, for all trials.
        const { byRole: _byRole, ...planned } = plan
        const base = config.gates?.baseline
        const kept = base === undefined ? undefined : orUndefined(() => readBaseline(config.root, base))
        const by = { rate, run: runToForecastBy(dirname(config.out), suite, plan, config), baselineItems: kept?.suites[suite]?.items }
        const rules = forecastRules(suite, plan, config.gates, by)
        all.push(...rules)
        mayDecide ||= plan.decidesEarly === true
        const decision = decide ? await decisionOf(suite, config, rules, rate) : undefined
        const { trials } = config
        if (json) await output.json({ suite, trials, settings: told, ...planned, estimate, ...(rules.length > 0 && { rules }), decision })
        await print(
          ...(suite === names[0] ? [] : ['']),
          ...planLines(suite, plan, estimate, config),
          ...ruleLines(rules),
          ...decisionLines(suite, decision, { ...config, estimate, names: named, variables }),
        )
      }
      if (mayDecide && !decide) await print(` decide      what an early end saves: ${holdfastCommand(...typed(command), '--decide')}`)
      const any = jointChance(all, config.gates?.holm)
      if (any !== undefined) await print(...labelled('gates', togetherText(all, any), FILE_WIDTH))
      await output.close()
    },
  )
}

/** The suite of what Vitest takes to run it: a suite has the name of its folder and file. */
function suiteOf(given: string): string {
  return basename(given).replace(/\.eval(?:\.\w+)?$/, '')
}

/** How sure the figure of another run of a model is, in its errors: by one run, which has an error of its own; and by a stated rate. */
const SPREAD = { byRun: Math.SQRT2, byRate: 1 }

/** What it costs to decide a suite's gates early. */
async function decisionOf(
  suite: string,
  config: ResolvedConfig,
  rules: readonly RuleForecast[],
  rate: number | undefined,
): Promise<PlannedDecision | { readonly why: string }> {
  const spread = rate === undefined ? SPREAD.byRun : SPREAD.byRate
  const told = rules.flatMap(({ errorsOff }) => (errorsOff === undefined ? [] : [{ distance: errorsOff, spread }]))
  if (rules.length === 0) return { why: 'no gate is about it' }
  if (told.length < rules.length) return { why: 'no run tells where it stands; state a share of full marks, for instance --full-marks 0.8' }
  return askSuite(suite, 'decision', { config, rules: told }, { root: config.root })
}

/** What a setting that nobody gave amounts to; undefined where it has no value. */
function effective(key: string, { roles, dataRoles, suites, ...config }: ResolvedConfig): unknown {
  const [suite = '', option] = key.split('.')
  if (option !== undefined) return suites[suite]?.[option]
  const role = { ...dataRoles, ...roles }[key as keyof typeof roles]
  if (role) return role.uri
  if (key === 'out') return dirname(relative(config.root, config.out))
  const value = config[key as keyof typeof config]
  return typeof value === 'object' ? undefined : value
}

/** The command as it was typed, without credentials. */
function typed(command: Command): string[] {
  let program: Command & { readonly rawArgs?: readonly string[] } = command
  while (program.parent) program = program.parent
  return (program.rawArgs ?? ['plan']).map(withoutCredentials)
}

/** Settings that are no defaults, or all, each with who said so. `more` are defaults that are not listed. */
function settingLines(settings: readonly SettingOrigin[], more: number, words: readonly string[]): string[] {
  const rows = settings.map(({ key, value, origin, over }) => [
    ` ${key}`,
    value,
    over === undefined ? origin : `${origin}, over ${over} in the configuration`,
  ])
  const lines = columns(rows, new Set([0, 1, 2])).map((line) => ` ${line}`)
  return [
    ' settings',
    ...lines,
    ...(more === 0 ? [] : [` ${more} ${settings.length > 0 ? 'more ' : ''}are defaults: ${holdfastCommand(...words, '--all')}`]),
    '',
  ]
}
