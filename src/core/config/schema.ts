import { z } from 'zod'
import { type GatesInput, gates } from '../format/gates.ts'
import { modelEntry } from '../format/modelEntry.ts'
import { scoreWays } from '../format/scoreWays.ts'
import { amount, count, flag, fromZero, orJson, seconds, share } from './optionTypes.ts'

const text = z.string().min(1)

/** What `holdfast({...})` takes. {@link readEnvironment} says which variable overrides a field. */
export const configSchema = z.strictObject({
  /** Model under test: a URI or a name from `models`. */
  model: text.default('sim:oracle'),
  /** Model that judges answers. */
  judge: text.optional(),
  /** Model that objects to answers; the judge where unset. */
  refuter: text.optional(),
  /** Model that interviews; the judge where unset. */
  interactor: text.optional(),
  /** Model that plays a user; the judge where unset. */
  user: text.optional(),
  /** Model that writes data: new expressions and items. */
  author: text.default('sim:oracle'),
  /** Model that solves written items without their keys. */
  solver: text.optional(),
  /** Model that turns texts into vectors, by the embeddings API. */
  embedder: text.optional(),
  /** Models by name. */
  models: z.record(z.string(), modelEntry).optional(),
  /** `bundled`, `bundled@1` for the older bundled items, or a folder with one subfolder of official data per benchmark. */
  data: text.default('bundled'),
  /** File that names the items of a suite to run, as `holdfast data filter` writes it. Default: all. */
  items: text.optional(),
  /** Items per task: a seeded, stratified sample; 100 is a subset of 200. */
  limit: count.optional(),
  /** Seed of everything drawn at random. */
  seed: fromZero.default(0),
  /** Times every item is run. */
  trials: count.default(1),
  /** Times a judge is asked for each verdict; the majority counts. Default 1, of a panel one for each member. */
  votes: count.optional(),
  /**
   * Items for which answers of which the truth is known go through the judge as well: a share of them, 0 to 1, or `auto`: six of a suite,
   * with a right and a wrong answer, where a real judge has no certificate that counts.
   */
  controls: z.literal('auto').or(share).default('auto'),
  /** Most calls of one `forAllDialogues`, in place of what the test says. */
  exploreCalls: count.optional(),
  /** Doubt, 0 to 1, above which a judge's verdict is left to people. Default: no verdict is. */
  doubt: share.optional(),
  /** Requests in flight, over the whole run. */
  concurrency: count.default(64),
  /** Run folder. */
  out: text.optional(),
  /** Folder of the response cache, or `off`. */
  cache: text.default('.holdfast/cache'),
  /** Size of the response cache in megabytes beyond which the least recently used answers go. */
  cacheMegabytes: amount.default(2048),
  /** A run to finish: folder, name or `latest`. */
  resume: text.optional(),
  /** Most the run may cost, in US dollars; models need a price. */
  maxUsd: amount.optional(),
  /** Most tokens the run may take, prompts and answers together. */
  maxTokens: count.optional(),
  /**
   * Part of the run: `i/n`; `at:i/n` where parts count from 0; `auto`, by the scheduler's variables; `auto/n` where the scheduler does not
   * say how many there are. Gates stay pending until `holdfast merge` merges the parts.
   */
  shard: z
    .string()
    .regex(/^(?:auto(?:\/[1-9]\d*)?|at:\d+\/[1-9]\d*|[1-9]\d*\/[1-9]\d*)$/, 'expected i/n, for instance 2/4, at:1/4 from 0, auto or auto/4')
    .refine((given) => {
      const [index, count] = given.replace('at:', '').split('/').map(Number) as [number, number]
      return given.startsWith('auto') || (given.startsWith('at:') ? index < count : index <= count)
    }, 'expected i/n with i at most n, or at:i/n with i below n')
    .optional(),
  /** Folder that all parts of one job share: one budget, and rate limits divided among those that run. Without it: fixed shares. */
  jobFolder: text.optional(),
  /** Seconds that calls under way may still take after SIGINT or SIGTERM, before the run writes what it has and ends. */
  grace: seconds.default(20),
  /** `export`: calls to endpoints are not sent, but written down for the Batch API (`holdfast batch`). */
  batch: z.enum(['export', 'off']).optional(),
  /** `early`: a suite ends when its gates are decided. */
  decide: z.literal('early', { error: 'expected early: when gates are decided; unset it to run every item' }).optional(),
  /** Exit 1 when any item fails. */
  strict: flag.default(false),
  /** Rules the run must keep. */
  gates: orJson(gates).optional(),
  /** Which way scores in logs of Inspect are good, by task and scorer. Default: higher is better. */
  better: orJson(z.record(z.string(), scoreWays)).optional(),
  /** Options of suites, by suite name. */
  suites: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
})

/** Options of the plugin as a user writes them. */
export type HoldfastOptions = Omit<z.input<typeof configSchema>, 'gates'> & {
  /** Rules the run must keep. */
  gates?: GatesInput
}
