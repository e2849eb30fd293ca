import { z } from 'zod'

/** The ways to decide a rule, each by what it asks: the one table of words for messages, screens and pages. */
export const WAYS = {
  value: 'the number alone',
  worse: 'surely worse than the baseline',
  lenient: 'fails only when the interval breaks the gate',
  strict: 'passes only when the interval keeps it',
} as const

/** A way to decide a rule. */
export type Way = keyof typeof WAYS

/** The names of the ways. */
export const WAY_NAMES = Object.keys(WAYS) as Way[]

const rule = z
  .strictObject(
    {
      /** The metric must be at least this. */
      min: z.number().optional(),
      /** The metric must be at most this. */
      max: z.number().optional(),
      /** The metric must not be worse than in the baseline by more than this. */
      maxDrop: z.number().min(0).optional(),
      /** What is asked of it ({@link WAYS}). Default: `worse` of maxDrop, `value` of the others. */
      decide: z
        .enum(WAY_NAMES, {
          error: `expected ${Object.entries(WAYS)
            .map(([way, asks]) => `${way} (${asks})`)
            .join(', ')}`,
        })
        .optional(),
    },
    {
      error: ({ input }) =>
        typeof input === 'object'
          ? undefined
          : 'expected { min, max, maxDrop, decide } of a metric. Settings of all gates stand beside the suites',
    },
  )
  .refine(({ min, max, maxDrop }) => min !== undefined || max !== undefined || maxDrop !== undefined, {
    error: 'a gate needs min, max or maxDrop',
    // One clear error: an unknown key is said first.
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ min, max, decide }) => decide !== 'worse' || (min === undefined && max === undefined), {
    path: ['decide'],
    error: `worse asks whether a metric is ${WAYS.worse}, which goes with maxDrop alone. Leave min and max out, or decide`,
    when: ({ issues }) => issues.length === 0,
  })

/** Rules of the whole run. */
const runRules = z.object({
  /** Name of the committed baseline that `maxDrop` is measured by. */
  baseline: z.string().min(1).optional(),
  /** The judge's certified accuracy in percent must be at least this. */
  minJudgeAccuracy: z
    .number()
    .min(0)
    .max(100)
    // Every judge keeps a share taken for percent.
    .refine((percent) => percent === 0 || percent > 1, 'expected percent, 0 to 100, for instance 80')
    .optional(),
  /** Name of the set whose certificate `minJudgeAccuracy` is held against. Default: LLMBar's. */
  judgeSet: z.string().min(1).optional(),
  /** Share of items, 0 to 1, that may end `unscored` or `error`. */
  maxUnscored: z.number().min(0).max(1).optional(),
  /** Let gates pass on simulated models. */
  allowSimulated: z.boolean().optional(),
  /** Let gates be decided by the measured model's answers of earlier runs. */
  allowCached: z.boolean().optional(),
  /** Suites whose figures rules may be held against although tasks of them were left out. */
  allowPartial: z.array(z.string().min(1)).readonly().optional(),
  /** Test all `worse` rules together (Holm): an unchanged model breaks any of them in at most 2.5 % of runs. */
  holm: z.boolean().optional(),
  /** With early decisions: go on until every rule is decided, also where one is broken already. */
  everyGate: z.boolean().optional(),
})

/** Said of what is no setting of gates, and no rules of a suite. */
function notOfSuite({ input }: { readonly input?: unknown }) {
  return typeof input === 'object' ? undefined : `expected the gates of a suite, or one of ${Object.keys(runRules.shape).join(', ')}`
}

/** Rules a run must keep, `{ baseline, <suite>: { <metric>: { min, max, maxDrop, decide } }, minJudgeAccuracy, judgeSet, maxUnscored, allowSimulated, allowCached, allowPartial, holm, everyGate }`. */
export const gates = runRules.catchall(z.record(z.string(), rule, { error: notOfSuite })).superRefine((all, context) => {
  if (all.judgeSet !== undefined && all.minJudgeAccuracy === undefined) {
    context.addIssue({ code: 'custom', path: ['judgeSet'], message: 'names a set of minJudgeAccuracy, which is not given: give it too' })
  }
  if (all.baseline !== undefined) return
  for (const [suite, rules] of rulesBySuite(all)) {
    const metric = Object.keys(rules).find((key) => rules[key]?.maxDrop !== undefined)
    if (metric !== undefined) {
      context.addIssue({
        code: 'custom',
        path: [suite, metric, 'maxDrop'],
        message: 'maxDrop needs a baseline: name one as gates.baseline',
      })
    }
  }
})

/** Validated gates. */
export type Gates = z.output<typeof gates>

/** Whether any rule is held against a metric or a certificate, so that a release depends on the run. */
export function hasMetricGates(gates: Gates | undefined): boolean {
  return gates?.minJudgeAccuracy !== undefined || allBounds(gates).length > 0
}

/** Bounds on one metric. */
export type GateRule = z.output<typeof rule>

/** The rules of each suite, beside those of the whole run. */
export function rulesBySuite(gates: Gates | undefined): (readonly [suite: string, rules: Readonly<Record<string, GateRule>>])[] {
  const all = Object.entries(gates ?? {}) as [string, Readonly<Record<string, GateRule>>][]
  return all.filter(([, own]) => typeof own === 'object' && !Array.isArray(own))
}

/** How a bound of a rule is decided. */
export function wayOf(kind: 'min' | 'max' | 'maxDrop', { decide }: GateRule): Way {
  return decide ?? (kind === 'maxDrop' ? 'worse' : 'value')
}

/** The bounds of a rule, each with how it is decided. */
export function boundsOf(rule: GateRule): { readonly kind: 'min' | 'max' | 'maxDrop'; readonly bound: number; readonly way: Way }[] {
  return (['min', 'max', 'maxDrop'] as const).flatMap((kind) => {
    const bound = rule[kind]
    return bound === undefined ? [] : [{ kind, bound, way: wayOf(kind, rule) }]
  })
}

/** The bounds of all rules about metrics, over all suites. */
export function allBounds(gates: Gates | undefined): ReturnType<typeof boundsOf> {
  return rulesBySuite(gates).flatMap(([, rules]) => Object.values(rules).flatMap(boundsOf))
}

/** Gates as a user writes them: rules by suite and metric beside the rules of the whole run. */
export type GatesInput = z.input<typeof runRules> & {
  readonly [suite: string]: Readonly<Record<string, GateRule>> | readonly string[] | number | boolean | string | undefined
}
