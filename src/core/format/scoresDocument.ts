import { z } from 'zod'
import { display, headline, suiteAbout } from './display.ts'
import { WAY_NAMES } from './gates.ts'
import { judgeSign, signsMark } from './judgeSign.ts'
import { leftOut, partText } from './leftOut.ts'
import { recordName } from './recordName.ts'
import { ROLES, roleName } from './role.ts'

/** A metric: value, items behind it, 95 % interval, what answers without knowledge get, and how it is read. */
const metric = z.object({
  value: z.number(),
  n: z.number().int().nonnegative(),
  ci95: z.tuple([z.number(), z.number()]).nullable(),
  /** Present where it is above 0. */
  floor: z.number().optional(),
  /** Why the figure alone misleads in this run, in words. */
  note: z.string().optional(),
  /** Of a figure that labels of people correct: the share of its variance that comes of few labels, 0 to 1. */
  ofLabels: z.number().min(0).max(1).optional(),
  /** The same where drawn items have no label: the figure with these at either end of their scales. */
  bounds: z.tuple([z.number(), z.number()]).readonly().optional(),
  /** Its name in words; its key where it has none. */
  label: z.string().optional(),
  /** Lowest and highest value; null where there is no end, or none is known. */
  range: z.tuple([z.number().nullable(), z.number().nullable()]).readonly().optional(),
  /** Which way it is good. */
  better: z.enum(['higher', 'lower', 'none']).optional(),
  /** False where runs are compared by it on request alone. */
  compared: z.literal(false).optional(),
  /** True of a figure that every suite has, so that it says nothing of a suite of its own. */
  common: z.literal(true).optional(),
  /** True of a figure that stands where the judge does not judge: no verdict has a part in it, or it is about the judge itself. */
  stands: z.literal(true).optional(),
  /** What it is one of, and which one: rows, columns and pictures choose figures by these. */
  group: z.string().optional(),
  part: z.string().optional(),
})

/** A measured figure. */
export type Metric = z.output<typeof metric>

/** Figures by metric key. A figure without data is left out, never 0 or NaN. */
export type Metrics = Readonly<Record<string, Metric>>

/** After how much of its order a suite ended that was decided before its last item. */
const earlyEnd = z.object({
  /** Units of the order that decided, and all there are. */
  units: z.number().int(),
  ofUnits: z.number().int(),
  /** Items that ran, and all that were planned. */
  items: z.number().int(),
  ofItems: z.number().int(),
  /** Chance, 0 to 1, that the whole run would say otherwise, as far as the evidence went. */
  risk: z.number(),
})

const gateResult = z.object({
  /** `<suite> <metric>`, or the name of a rule of the whole run. */
  metric: z.string(),
  /** Of a rule about a metric: the suite and the key that `metric` is made of. */
  suite: z.string().optional(),
  key: z.string().optional(),
  /** For instance `min 0.7`. */
  rule: z.string(),
  /** What the rule is made of; absent where its suite did not run. */
  kind: z.enum(['min', 'max', 'maxDrop']).optional(),
  bound: z.number().optional(),
  /** How it is decided. */
  way: z.enum(WAY_NAMES).optional(),
  value: z.number().nullable(),
  verdict: z.enum(['held', 'broken', 'undecided', 'pending']),
  /** Of a rule about a change: the baseline's figure, the change, and its interval; of others the metric's interval. */
  base: z.number().optional(),
  change: z.number().optional(),
  ci95: z.tuple([z.number(), z.number()]).nullable().optional(),
  /** Of a rule about a change: the items behind both figures. */
  pairs: z.number().int().optional(),
  /** Of a `worse` rule: the true worsening at which these pairs break it in 4 of 5 runs; null where none on the scale is so large. */
  shows: z.number().nullable().optional(),
  /** Chance, 0 to 1, that it is red where nothing changed: of a rule that the figure keeps, where its interval tells. */
  chance: z.number().optional(),
  /** Why the metric alone misleads in this run. */
  note: z.string().optional(),
  /** Why it is broken or undecided, in words. */
  because: z.string().optional(),
  /** Where its suite ended before the last item: when it was decided. */
  early: earlyEnd.optional(),
})

/** How one rule came out. */
export type GateResult = z.output<typeof gateResult>

const suiteScores = z.object({
  items: z.number().int(),
  passed: z.number().int(),
  failed: z.number().int(),
  unscored: z.number().int(),
  error: z.number().int(),
  skipped: z.number().int(),
  /** What its options ask for and its data could not give: its figures are of a part. */
  leftOut: z.array(leftOut).readonly().optional(),
  /** Key of the metric that the suite is read by first: fixed before the first call, so that it may have no value. */
  headline: z.string().optional(),
  /** Why that has no value, in words; absent where it has one. */
  noValue: z.string().optional(),
  /** Signs that its judge or interviewer does not read; absent without any. */
  judgeSigns: z.array(judgeSign).optional(),
  metrics: z.record(recordName, metric),
})

/** Counts and metrics of one suite; items are counted once whatever the trials. */
export type SuiteScores = z.output<typeof suiteScores>

const usage = z.object({
  calls: z.number().int(),
  cached: z.number().int(),
  promptTokens: z.number(),
  /** Those of the prompts that the endpoint had in its own cache, where it tells. */
  cachedTokens: z.number().optional(),
  completionTokens: z.number(),
  usd: z.number().nullable(),
  /** Calls that were answered from the cache, and when the oldest answer of these was given, in milliseconds since 1970. */
  fromCache: z.number().int().optional(),
  oldestCached: z.number().optional(),
  /** Calls of a resumed run that were asked anew, since what is asked has changed. */
  askedAnew: z.number().int().optional(),
  /** Calls that a recording answered although it was asked otherwise. */
  askedOtherwise: z.number().int().optional(),
  /** Votes of a judge that were not asked for, since the others had decided. */
  unaskedVotes: z.number().int().optional(),
  /** Answers that a cap on their length ended. */
  cut: z.number().int().optional(),
  /** Answers whose replies had fields that could not be read and were left out. */
  malformed: z.number().int().optional(),
  /** Answers of a priced model without token counts: what they cost is not known. */
  unmetered: z.number().int().optional(),
  /** Sessions of an application that could not be closed. */
  unclosed: z.number().int().optional(),
  /** Answers that came when asked anew after a timeout had cut one off: the figures are of these, and long answers are not among them. */
  timedOut: z.number().int().optional(),
  /** Answers before which the model thought, as far as its endpoint tells. */
  thought: z.number().int().optional(),
  /** Tokens of those thoughts, where the endpoint counts them; among the completion tokens. */
  reasoningTokens: z.number().optional(),
})

const spent = z.object({
  /** From the start of its first item to the end of its last; absent where it is not known. */
  startedAt: z.string().optional(),
  finishedAt: z.string().optional(),
  usage: z.record(roleName, usage),
})

/** What one of the suites of a run took. */
export type SuiteSpent = z.output<typeof spent>

const presentation = z.object({
  /** Roles that the suite calls. */
  roles: z.array(z.enum(ROLES)),
  /** Tasks in order, each with a name for people. */
  tasks: z.array(z.object({ task: z.string(), title: z.string() })),
  /** Without it the headline and all metrics are shown. */
  display: display.optional(),
  headline: headline.optional(),
  about: suiteAbout.optional(),
})

/** How the figures of a suite are shown, by those who do not have the suite itself: the page, a baseline, another run. */
export type Presentation = z.output<typeof presentation>

const suiteChange = z.object({
  /** Why the figures of the two should not be compared; the rest is absent then. */
  incomparable: z.string().optional(),
  /** The metric that the suite is read by first, on the items that both scored. */
  metric: z
    .object({
      key: z.string(),
      base: z.number(),
      now: z.number(),
      change: z.number(),
      ci95: z.tuple([z.number(), z.number()]).nullable(),
      verdict: z.enum(['better', 'worse', 'cannot-tell']),
      /** The smallest true change that these items would tell in 9 of 10 runs. */
      detectable: z.number().nullable(),
    })
    .optional(),
  /** Items that both scored, and of them those that passed in one alone. */
  paired: z.number().int().optional(),
  newlyFailing: z.number().int().optional(),
  fixed: z.number().int().optional(),
})

/** How one suite changed from the baseline. */
export type SuiteChange = z.output<typeof suiteChange>

const baselineChanges = z.object({
  name: z.string(),
  /** The run it was made from. */
  run: z.string(),
  startedAt: z.string(),
  /** What was measured in it: the candidate, or the judge where there is none. */
  model: z.string(),
  /** Of how many runs that it could have been it was chosen, and of how many it is the mean, where that is more than one. */
  chosenOf: z.number().int().optional(),
  meanOf: z.number().int().optional(),
  /** Runs of this candidate that gates held against it before, as far as they lie beside this one. */
  earlier: z.number().int().optional(),
  /** Suites that both have. */
  suites: z.record(recordName, suiteChange),
})

/** How a run changed from the baseline that its gates name. */
export type BaselineChanges = z.output<typeof baselineChanges>

/** scores.json (docs/formats.md, section 3). */
export const scoresDocument = z.object({
  schema: z.literal('holdfast.scores/1'),
  run: z.object({
    id: z.string(),
    startedAt: z.string(),
    finishedAt: z.string(),
    version: z.string(),
    /** Present where another program ran it: then `version` is that program's. `inspect`: a log of Inspect AI. */
    origin: z.literal('inspect').optional(),
    seed: z.number(),
    /** Trials of each item. */
    trials: z.number().int().optional(),
    /** Fewer items ran than were planned, or tasks were left out of the plan. */
    partial: z.boolean(),
    /**
     * Present where fewer items ran than were planned, so that it can be finished: how many, counting each trial; and whether it was stopped
     * from outside, so that the items that this cut off count nowhere.
     */
    incomplete: z
      .object({ ran: z.number().int(), planned: z.number().int().optional(), interrupted: z.literal(true).optional() })
      .optional(),
    roles: z.record(
      roleName,
      z.object({
        model: z.string(),
        simulated: z.boolean(),
        /** Models that answered, by the endpoint's own word: an alias may point to another one tomorrow. */
        served: z.array(z.string()).optional(),
        /** Builds or configurations of the server that answered. */
        fingerprints: z.array(z.string()).optional(),
        /** Changes to requests that the endpoint made necessary, each in words. */
        adapted: z.array(z.string()).optional(),
      }),
    ),
    /** Roles that each suite called. */
    called: z.record(recordName, z.array(z.enum(ROLES))).optional(),
    data: z.record(
      recordName,
      z.object({
        source: z.string(),
        /** Version of the bundled data, where items are bundled. */
        version: z.number().int().optional(),
        sha256: z.string(),
        items: z.number(),
      }),
    ),
    /** Options of each suite that ran, and the version of its scoring rules: what runs must share to be compared. */
    options: z.record(recordName, z.record(recordName, z.unknown())).optional(),
    scoring: z.record(recordName, z.number()).optional(),
    /** `i/n` of a run that is a part. */
    shard: z.string().optional(),
    /** The most items that were taken of a task, of a run that was limited. */
    limit: z.number().int().optional(),
    /** The file that chose items of a suite: which suite, how many, and the hash of the file. */
    items: z.object({ suite: recordName, items: z.number().int(), sha256: z.string() }).optional(),
    /** Doubt, 0 to 1, above which verdicts are left to people. Runs that differ in it can be compared: verdicts are the same. */
    doubt: z.number().min(0).max(1).optional(),
    /** Verdicts by suite, where they tell a doubt: how many do, are left to people, and are labelled by people. */
    doubtful: z
      .record(recordName, z.object({ judged: z.number().int(), doubtful: z.number().int(), labelled: z.number().int().optional() }))
      .optional(),
    /** Labels of people by suite, where the project has any of it: records that count, and what does not count. */
    labels: z
      .record(
        recordName,
        z.object({
          labelled: z.number().int(),
          /** Records that were drawn with these, and have no whole label. */
          unlabelled: z.number().int().default(0),
          /** Records with some of the labels that a score needs. */
          incomplete: z.number().int(),
          /** Labelled records that stand for no others: chosen for their doubt, or of no sheet that is this run's. */
          withoutChance: z.number().int(),
          /** Labels of another text than the run has, or of what it does not have. */
          ofOthers: z.number().int(),
        }),
      )
      .optional(),
    /** Suites that ended before their last item since their gates were decided: their figures are of the items that ran. */
    early: z
      .record(
        recordName,
        earlyEnd.extend({
          /** What the other items would have taken, by what those that ran took; dollars where there is a price. */
          saved: z.object({ calls: z.number(), usd: z.number().optional() }).optional(),
        }),
      )
      .optional(),
    /** Failures that are no scores, each a sentence: they fail the run, and what it is merged into. */
    otherFailures: z.array(z.string()).optional(),
    /** Of a baseline: of how many runs it was chosen, and of how many it is the mean, where that is more than one. */
    chosenOf: z.number().int().optional(),
    meanOf: z.number().int().optional(),
    /** Whether it was stopped and finished later: the time from start to end is not how long it ran. */
    resumed: z.boolean().optional(),
  }),
  suites: z.record(recordName, suiteScores),
  /** By suite. */
  presentation: z.record(recordName, presentation).optional(),
  usage: z.record(roleName, usage),
  /** What each suite took of it, where the run had several. */
  spent: z.record(recordName, spent).optional(),
  gates: z.array(gateResult),
  /** Chance, 0 to 1, that any of several gates is red where nothing changed: of those that have a `chance`. */
  redByChance: z.number().optional(),
  /** How it changed from the baseline that gates name, where there is one. */
  baseline: baselineChanges.optional(),
  /** By suite: how it changed from the last run of it that was made alike, where nobody named a baseline. */
  lastRun: z.record(recordName, suiteChange.extend({ run: z.string(), startedAt: z.string(), model: z.string() })).optional(),
  exitCode: z.number().int(),
  /** Why the exit code is not 0. */
  reasons: z.array(z.string()).optional(),
})

/** The scores of a run. */
export type ScoresDocument = z.output<typeof scoresDocument>

/** Whether fewer items ran than were planned, so that a run can be finished: that something was left out of the plan says nothing of it. */
export function isIncomplete({ run, suites }: Pick<ScoresDocument, 'run' | 'suites'>): boolean {
  // Logs of another program and older documents say no more than that they are partial.
  return run.incomplete !== undefined || (run.partial && !Object.values(suites).some(({ leftOut }) => leftOut))
}

/** Whether a run has all of a suite: it is complete, no shard, and no early decision ended it. */
export function isWhole(document: Pick<ScoresDocument, 'run' | 'suites'>, suite: string): boolean {
  const { run, suites } = document
  return !isIncomplete(document) && run.shard === undefined && run.early?.[suite] === undefined && suites[suite] !== undefined
}

/**
 * What must stand beside a metric of a suite: that a judge did not judge it, and how much of the suite there is; empty where there is nothing.
 *
 * @param key of the metric. Default: the headline.
 */
export function markOf(document: Pick<ScoresDocument, 'suites' | 'presentation'>, suite: string, key?: string): string {
  return [judgeMark(document.suites[suite], key), partOf(document, suite)].filter(Boolean).join(', ')
}

/** That a judge did not judge a suite, and what that says of a metric, by default of the headline; empty where there is nothing. */
export function judgeMark(
  { headline = '', metrics, judgeSigns }: Pick<SuiteScores, 'headline' | 'metrics' | 'judgeSigns'> = { metrics: {} },
  key: string = headline,
): string {
  return signsMark(judgeSigns, metrics[key]?.stands === true)
}

/** How much of a suite a run has, for instance `PART: 6 of 11 tasks`; empty for a whole one. */
export function partOf({ suites, presentation }: Pick<ScoresDocument, 'suites' | 'presentation'>, suite: string): string {
  return partText(suites[suite]?.leftOut, presentation?.[suite]?.tasks)
}

/** The role that a run is about: the candidate, or the judge where there is none. Undefined for a run that called neither. */
export function measuredRole({ roles }: Pick<ScoresDocument['run'], 'roles'>): ScoresDocument['run']['roles'][string] | undefined {
  return roles.candidate ?? roles.judge
}

/** The name of a metric in words; undefined where it goes by its key. */
export function metricName(key: string, metric: Pick<Metric, 'label'> | undefined): string | undefined {
  return metric?.label === key ? undefined : metric?.label
}

/** Lowest and highest value of a metric, where both are known. */
export function metricScale(metric: Pick<Metric, 'range'> | undefined): readonly [number, number] | undefined {
  const [low, high] = metric?.range ?? [null, null]
  return low === null || high === null ? undefined : [low, high]
}

/** What follows the model of a run that another program made; empty for one of Holdfast's own. */
export function originText({ origin }: Pick<ScoresDocument['run'], 'origin'>): string {
  return origin === 'inspect' ? ', Inspect log' : ''
}

/** Where the items of a run are from that are no items: tests with dialogues, kept so that their conversations can be looked at. */
export const ORDINARY_TESTS = 'ordinary tests'

/** Whether a run was one of tests with dialogues: those have no scores, and their failures decide. */
export function isOrdinaryRun({ data }: { readonly data: Readonly<Record<string, { readonly source: string }>> }): boolean {
  const sources = Object.values(data)
  return sources.length > 0 && sources.every(({ source }) => source === ORDINARY_TESTS)
}

/** Whether a simulated model has a role in a run. */
export function isSimulated(document: Pick<ScoresDocument, 'run'> | undefined): boolean {
  return Object.values(document?.run.roles ?? {}).some(({ simulated }) => simulated)
}
