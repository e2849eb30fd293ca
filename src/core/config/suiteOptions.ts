import type { z } from 'zod'
import { parse } from '../base/data/parse.ts'
import { configError } from '../base/errors.ts'
import { didYouMean } from '../base/text/nearest.ts'

/** The variable of an option: `HOLDFAST_MAX_USD` for `maxUsd`, `HOLDFAST_FB_BENCH_REFERENCE` for `reference` of the suite `fb-bench`. */
export function optionVariable(...path: readonly string[]): string {
  const capitals = path.map((name) =>
    name
      .replace(/([a-z])([A-Z])/g, '$1_$2')
      .replaceAll('-', '_')
      .toUpperCase(),
  )
  return ['HOLDFAST', ...capitals].join('_')
}

/** A suite's name and the options it takes. */
export interface SuiteOptions {
  /** Name in paths, item records and metric tables, for instance `lifbench`. */
  readonly name: string
  /** Options, read from `suites.<name>` of the configuration and from `HOLDFAST_<SUITE>_<OPTION>` as text. */
  readonly options: z.ZodObject
}

/** A suite whose name is taken, with its options where they are known. */
export type KnownSuite = Pick<SuiteOptions, 'name'> & Partial<SuiteOptions>

/** What is given for a suite that the plugin does not know: it is validated where the suite is run. */
export interface UnreadOptions {
  readonly configured: Readonly<Record<string, unknown>>
  /** Texts of the variables whose names begin as the suite's. */
  readonly variables: Readonly<Record<string, string>>
}

/** A suite's options by its defaults, the configuration and variables. Throws HoldfastError for one that does not fit or is unknown. */
export function readSuiteOptions({ name, options }: SuiteOptions, { configured, variables }: UnreadOptions): Record<string, unknown> {
  const read: Record<string, unknown> = { ...parse(options, configured, `suites.${name} in the configuration`) }
  const byVariable = new Map(Object.keys(options.shape).map((option) => [optionVariable(name, option), option]))
  for (const [variable, text] of Object.entries(variables)) {
    const option = byVariable.get(variable)
    if (option === undefined)
      throw configError(
        `Failed to read the environment: the suite ${name} has no option for ${variable}.${didYouMean(variable, [...byVariable.keys()])} Unset it or mend its name.`,
      )
    read[option] = parse(options.shape[option] as never, text, variable)
  }
  return read
}
