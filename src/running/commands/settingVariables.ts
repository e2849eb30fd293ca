import { isBundledSuite } from '../catalogue.ts'
import { optionVariable } from '../../core/config/optionVariable.ts'
import { dataSetting, type RunSettings } from '../../core/config/runSettings.ts'
import { folderConfig } from './commandConfig.ts'

/** Variables of a run; undefined removes one. */
export type ChildEnvironment = Readonly<Record<string, string | undefined>>

/** Variables that give a run its data, options and seed again, whatever its models. */
export function settingVariables(settings: RunSettings): ChildEnvironment {
  // What a suite of the user's own was run with stands in the configuration still.
  const bundled = Object.entries(settings.suites).filter(([suite]) => isBundledSuite(suite))
  const options = bundled.flatMap(([suite, values]) =>
    Object.entries(values).flatMap(([option, value]) =>
      value === undefined || value === null ? [] : [[optionVariable(suite, option), optionText(value)]],
    ),
  )
  return {
    ...Object.fromEntries(options),
    HOLDFAST_DATA: dataSetting(settings),
    HOLDFAST_SEED: String(settings.seed),
    HOLDFAST_TRIALS: String(settings.trials),
    HOLDFAST_CONTROLS: String(settings.controls),
    // Verdicts are the same with and without: which of them are left to people may be said anew.
    HOLDFAST_DOUBT: process.env.HOLDFAST_DOUBT ?? (settings.doubt === null ? undefined : String(settings.doubt)),
    HOLDFAST_ITEMS: settings.items?.path,
    HOLDFAST_LIMIT: settings.limit === null ? undefined : String(settings.limit),
  }
}

/** The rules that a run in this folder is decided by: those of the configuration, or of the variable that replaces them. */
export async function gatesOf(root: string): Promise<string | undefined> {
  const { gates } = await folderConfig(root)
  return gates && JSON.stringify(gates)
}

/** An option as its variable takes it. */
function optionText(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.join(',') : String(value)
}
