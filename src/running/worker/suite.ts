import type { ExpectStatic, TestAPI } from 'vitest'
import { z } from 'zod'
import { assertKnownOptions, type OptionNames } from '../../core/base/knownOptions.ts'
import type { Signal } from '../../core/base/platformTypes.ts'
import type { ResolvedConfig } from '../../core/config/resolve.ts'
import type { SuiteOptions } from '../../core/config/suiteOptions.ts'
import type { CasePart, CaseSizes } from '../../core/format/casePart.ts'
import type { Display, SuiteAbout } from '../../core/format/display.ts'
import type { LeftOut } from '../../core/format/leftOut.ts'
import type { PlannedUse } from '../../core/format/plannedUse.ts'
import type { Role } from '../../core/format/role.ts'
import type { StratumOf } from '../../core/stats/clusters.ts'
import type { Summary } from '../../core/stats/summary/summaryInput.ts'
import type { SuiteRules } from '../../deciding/suiteRules.ts'
import type { Dialogue } from '../../judging/dialogue/dialogue.ts'
import type { SimulatedUser } from '../../judging/dialogue/user/simulatedUser.ts'
import type { UserProfile } from '../../judging/dialogue/user/userProfile.ts'
import type { LabelReference, SuiteQuestions } from '../../judging/questions/labelQuestion.ts'
import type { Model } from '../../models/model.ts'
import type { RequestOptions } from '../../models/transport.ts'
import type { SuiteView } from '../../reports/suiteView.ts'
import type { DraftRecipe } from '../drafts/draftRecipe.ts'
import type { TemplateOrigins } from '../drafts/expressions.ts'
import type { Controlled } from './controlled.ts'
import type { OfficialData } from './officialData.ts'

/** What an item's body works with. */
export interface BenchmarkContext {
  /** The model under test, its calls filed under this item. */
  readonly candidate: Model
  /** The judge; matchers use it by themselves. */
  readonly judge: Model
  /** The model that objects to answers. */
  readonly refuter: Model
  /** The model that interviews. */
  readonly interactor: Model
  /** A user with a goal, played by the role `user`: `await dialogue.with(user({ goal: '…' }))`. @throws HoldfastError for an unfit profile. */
  user(profile: UserProfile): SimulatedUser
  /** An empty dialogue with the candidate. */
  readonly dialogue: Dialogue
  readonly expect: ExpectStatic
  /**
   * Records a figure beside the item's scores: it has no part in the total, and an item that only records passes. @throws HoldfastError for
   * a value that is no finite number, and for the name `total`.
   */
  record(name: string, value: number): void
  /** Aborted when the run stops. */
  readonly signal: Signal
}

/** Tags of an item: slices that a summary can tell apart. */
export type Tags = Readonly<Record<string, string | number | readonly string[]>>

/** What a run of one item takes, told before its first call, for `holdfast plan`. */
export interface PlannedCalls {
  /** Calls and tokens by role, for one trial. */
  readonly roles: Readonly<Partial<Record<Role, PlannedUse>>>
  /** Prompt tokens of all roles, with what the item sends several times counted once. Default: all of them. */
  readonly distinct?: number | undefined
  /** What stands before the item's prompt that other items of this key send too, or the beginning of it, and the tokens of it. */
  readonly prefix?: { readonly key: string; readonly tokens: number } | undefined
  /** Calls that come one after another, each waiting for the answer before it, as a rule: so many waves a batch takes. */
  readonly waves?: number | undefined
}

/** A user's `test.extend(...)`: the part of it that items are declared with, so that its type follows from its fixtures alone. */
export type OwnTest<Fixtures> = Pick<TestAPI<Fixtures>, 'concurrent'>

/** The items of a suite and what to know about each. Functions of an item must be pure. */
export interface SuiteItems<Item, Fixtures extends object = object> {
  readonly items: Iterable<Item> | AsyncIterable<Item> | (() => Iterable<Item> | Promise<Iterable<Item>>)
  /** Unique within the suite. Default `item.id`. */
  readonly id?: ((item: Item, index: number) => string) | undefined
  /** Task the item belongs to; limits and tables count by task. Default the suite's name. */
  readonly task?: ((item: Item) => string) | undefined
  /** Names of tasks for people. */
  readonly taskTitles?: Readonly<Record<string, string>> | undefined
  readonly tags?: ((item: Item) => Tags) | undefined
  /** What varies together with other items, by kind (template, context, seed); intervals resample it. */
  readonly clusters?: ((item: Item) => Readonly<Record<string, string>>) | undefined
  /** Items alike enough that a limited run should take some of each kind. Default: all of a task are alike. */
  readonly stratum?: ((item: Item) => string) | undefined
  /** Key of the long beginning of the prompt that items share; items of one prefix run together. */
  readonly prefix?: ((item: Item) => string) | undefined
  /**
   * Prompt tokens of the item, and how many of them are its prefix; where counting takes no time worth mentioning. `of`: key of the longer
   * prefix that begins with it.
   */
  readonly tokens?: ((item: Item) => { readonly total: number; readonly prefix: number; readonly of?: string }) | undefined
  /** An answer with full marks: what `sim:oracle` says. */
  readonly reference?: ((item: Item) => string) | undefined
  /** A text that the answer to a question for raters is compared with word by word, by `holdfast judge measure --all`; undefined where the item has none. */
  readonly referenceFor?: ((item: Item, question: string) => LabelReference | undefined) | undefined
  /** An answer of the right form that is wrong in content: what `sim:wrong` says. */
  readonly wrong?: ((item: Item) => string) | undefined
  /** Whether there are answers to the item of which a judge's verdict is known. Default: where there is a {@link reference} or a {@link wrong}. */
  readonly hasKnown?: ((item: Item) => boolean) | undefined
  /** Scores of an answer without knowledge, by name: a wrong answer's, or chance. Their figures stand beside the real ones as `floor`. */
  readonly floor?: ((item: Item) => Readonly<Record<string, number>>) | undefined
  /** Why the item is not run, decided before the first call. */
  readonly skip?: ((item: Item) => string | undefined) | undefined
  /** Total from which an item passes, 0 to 1, for matchers that name none. Shown in items.jsonl. */
  readonly threshold?: number | undefined
  /** One's own `test.extend(...)`, whose fixtures the body gets beside ours, which win. Destructure them in its second parameter. */
  readonly test?: OwnTest<Fixtures> | undefined
  /** Where the items come from, for scores.json; the hash defaults to that of the items as JSON. Bundled items may have a version. */
  readonly data?: { readonly source: string; readonly version?: number | undefined; readonly sha256?: string | undefined } | undefined
  /** What the options ask for and data or packages cannot give: figures are of a part then, and gates refuse them. What options exclude is none of it. */
  readonly leftOut?: readonly LeftOut[] | undefined
  /** What an application that keeps its own conversation cannot be asked, such as words that it never said; a run with one is refused. Default: nothing. */
  readonly refusesSessions?: string | undefined
  /** Lines for the header. */
  readonly notes?: (() => readonly string[]) | undefined
  /** How the figures are laid out in tables; by default the mean, and below it every figure of the summary. */
  readonly display?: (() => Display) | undefined
  /** What a smaller case of the item can leave out or cut, beside the turns of its dialogue, for `holdfast shrink`. */
  readonly parts?: ((item: Item) => readonly CasePart[]) | undefined
  /**
   * The item with so much of each part; unnamed parts are whole, the id stays. Undefined where a text would be empty, or a part lacks one
   * it rests on.
   */
  readonly cut?: ((item: Item, sizes: CaseSizes) => Item | undefined) | undefined
  /** Whether a smaller case may leave out turns that {@link parts} does not name. False where that would change what is right. Default true. */
  readonly freeTurns?: boolean | undefined
  /** What running an item takes, for `holdfast plan`; with the known answers that go through its judge. */
  readonly planned?: ((item: Item, controlled?: Controlled) => PlannedCalls | Promise<PlannedCalls>) | undefined
  /** Lines for `holdfast plan`, told how many items would run and what they would call. */
  readonly planNotes?: ((items: number, roles: PlannedCalls['roles']) => readonly string[]) | undefined
}

/** How the figures of a suite are computed and read. All of it is optional. */
export interface SuiteFigures {
  /** The figures, each with its name, scale and direction; `load` imports much code when needed. Default: the mean total, overall and by task. */
  readonly summary?: Summary | { readonly load: () => Promise<Summary> } | undefined
  /** What clusters were drawn from, where that is not the item's task: intervals leave out what strata differ by. */
  readonly stratumOf?: StratumOf | undefined
  /** The suite's title, the question it asks and which values of its headline are good: shown in terminal, page and reports. */
  readonly about?: SuiteAbout | undefined
}

/** A benchmark as it is written in a test file: its items, what to know about each, and its figures. */
export interface BenchmarkOptions<Item, Fixtures extends object = object> extends SuiteItems<Item, Fixtures>, SuiteFigures {
  /** Roles the items call, checked before the first one. Default: the candidate. */
  readonly roles?: readonly Role[] | undefined
}

/** What a suite is opened for. */
export interface SuiteRun<Options = Readonly<Record<string, unknown>>> {
  /** Validated options of the suite. */
  readonly options: Options
  /** The run's configuration; with what the endpoint of a role says of itself once that role is prepared. */
  readonly config: ResolvedConfig
  /** Asks a role's endpoint for what the suite must know, e.g. its window; in a plan nothing is asked. @throws HoldfastError for an unusable one. */
  prepare(role: Role): Promise<ResolvedConfig>
}

/** A suite opened for a run: its items, and what is done with each. */
export interface OpenSuite<Item, Fixtures extends object = object> extends SuiteItems<Item, Fixtures> {
  /** Runs one item: calls models, applies matchers. */
  readonly body: (item: Item, context: BenchmarkContext & Omit<Fixtures, keyof BenchmarkContext>) => Promise<void>
}

/** A suite as it is opened, whatever its items are. */
export type Opened = Awaited<ReturnType<Suite['open']>>

/** Scores saved outputs: a parsed line of a file to what is known of it. Throws HoldfastError for a line that does not fit. */
export type FileScorer = (value: unknown, where: string) => object

/** What {@link defineSuite} takes: `name` and `open` are needed, all else is optional. A suite is loaded whole; what takes long is read in `open`. */
export interface SuiteDefinition<Item, Options extends z.ZodObject> extends SuiteFigures, SuiteParts {
  /** Name in paths, item records and metric tables, for instance `lifbench`. */
  readonly name: string
  /** Reads the items and says what is done with each. */
  open(run: SuiteRun<z.output<Options>>): OpenSuite<Item> | Promise<OpenSuite<Item>>
  /** Options, read from `suites.<name>` of the configuration and from `HOLDFAST_<SUITE>_<OPTION>` as text. Default: none. */
  readonly options?: Options | undefined
  /** Roles the items call, with the parameters of their calls, which endpoints are asked about before the first paid call. Default: the candidate. */
  readonly roles?: SuiteRoles | undefined
  /** Version of the scoring rules; runs of different ones cannot be compared. Default 1. */
  readonly scoring?: number | undefined
}

/** Roles, or roles with the parameters of their calls. */
export type SuiteRoles = readonly Role[] | Readonly<Partial<Record<Role, RequestOptions>>>

/** What a suite may have beside its items and its figures. */
export interface SuiteParts {
  /** How dialogues, figures and boards are shown to people. */
  readonly view?: SuiteView | undefined
  /** What people can be asked of its items, and what their answers would make of the scores. Default: what judges were asked by the matchers. */
  readonly people?: SuiteQuestions | undefined
  /** Data and saved outputs. */
  readonly files?: SuiteFiles | undefined
}

/** Files that a suite reads beside its bundled items. */
export interface SuiteFiles {
  /** Official data: which files there are, where they come from, and what is in them. */
  readonly official?: (() => OfficialData) | undefined
  /** How new items are drafted, the default kind first, for `holdfast data draft`. */
  readonly drafts?: readonly DraftRecipe[] | undefined
  /** Instruction templates that can be written in other words, for `holdfast data draft`. */
  readonly expressions?: TemplateOrigins | undefined
  /** Prepares scoring of saved outputs for `holdfast score`. */
  readonly scorer?: ((inputPath: string, dataFolder: string | undefined) => FileScorer) | undefined
}

/** A suite: everything that is known of a benchmark. Made by {@link defineSuite} or, in a test file, by `benchmark`. */
// Items are of any type where nobody says which: what a suite opens is handed to the suite itself.
// biome-ignore lint/suspicious/noExplicitAny: a suite of items of one type is a suite of any
export interface Suite<Item = any> extends SuiteOptions, SuiteParts {
  readonly scoring: number
  readonly roles: readonly Role[]
  /** Parameters of each role's calls. */
  readonly requests: Readonly<Partial<Record<Role, RequestOptions>>>
  // Its options are validated by its own schema.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  open(run: SuiteRun<any>): OpenSuite<Item> | Promise<OpenSuite<Item>>
  /** What its figures are computed and read by. */
  rules(): Promise<SuiteRules>
}

/**
 * Defines a suite: one object that holds everything about a benchmark. `benchmark(suite)` in a test file runs it.
 *
 * @example
 * export const capitals = defineSuite({
 *   name: 'capitals',
 *   options: z.strictObject({ continent: z.string().default('all') }),
 *   open: ({ options }): OpenSuite<Capital> => ({
 *     items: readItems(options.continent),
 *     reference: (item) => item.answer,
 *     body: async (item, { candidate, expect }) => {
 *       const answer = await candidate.ask(item.question)
 *       await expect(answer).toPassRubric(rubric([criterion('names it', { check: (text) => text.includes(item.answer) })]))
 *     },
 *   }),
 * })
 */
export function defineSuite<Item, Options extends z.ZodObject = z.ZodObject>(definition: SuiteDefinition<Item, Options>): Suite<Item> {
  const { name, scoring = 1, options = z.strictObject({}), view, people, files } = definition
  const { roles, requests } = rolesOf(definition.roles)
  return {
    name,
    roles,
    scoring,
    options,
    requests,
    open: (run) => definition.open(run),
    rules: async () => {
      const { summaryRules } = await import('../../deciding/suiteRules.ts')
      const { stratumOf, about } = definition
      return { ...summaryRules(name, await loaded(definition.summary)), name, roles, scoring, stratumOf, about, questions: people }
    },
    view,
    people,
    files,
  }
}

function rolesOf(given: SuiteRoles = ['candidate']): Pick<Suite, 'roles' | 'requests'> {
  return Array.isArray(given)
    ? { roles: given, requests: {} }
    : { roles: Object.keys(given) as Role[], requests: given as Suite['requests'] }
}

const BENCHMARK_OPTIONS: OptionNames<BenchmarkOptions<unknown>> = {
  items: true,
  id: true,
  task: true,
  taskTitles: true,
  tags: true,
  clusters: true,
  stratum: true,
  prefix: true,
  tokens: true,
  reference: true,
  referenceFor: true,
  wrong: true,
  hasKnown: true,
  floor: true,
  skip: true,
  threshold: true,
  test: true,
  data: true,
  leftOut: true,
  refusesSessions: true,
  notes: true,
  display: true,
  parts: true,
  cut: true,
  freeTurns: true,
  planned: true,
  planNotes: true,
  summary: true,
  stratumOf: true,
  about: true,
  roles: true,
}

/** The suite that is written in a test file. */
export function inlineSuite<Item, Fixtures extends object>(
  name: string,
  given: BenchmarkOptions<Item, Fixtures>,
  body: OpenSuite<Item, Fixtures>['body'],
): Suite<Item> {
  assertKnownOptions(`declare the benchmark ${name}`, given, BENCHMARK_OPTIONS)
  const { roles = ['candidate'], ...options } = given
  const { summary, stratumOf, about } = options
  return defineSuite({ name, roles, summary, stratumOf, about, open: () => ({ ...options, body }) as unknown as OpenSuite<Item> })
}

/** What sums up a suite's records. A test file that only declares a suite computes no figures, and loads nothing that does. */
async function loaded(summary: SuiteFigures['summary']): Promise<Summary> {
  if (summary === undefined) return (await import('../../core/stats/summary/summaryInput.ts')).meanTotals
  return 'load' in summary ? summary.load() : summary
}
