import { z } from 'zod'
import { type GatesInput, gates } from '../format/gates.ts'
import { modelEntry } from '../format/modelEntry.ts'

/** What `holdfast({...})` takes. Every field has a `HOLDFAST_*` variable that overrides it, except `models`. */
export const configSchema = z.strictObject({
  /** Model under test: a URI or a name from `models`. Default `sim:oracle`. */
  model: z.string().min(1).optional(),
  /** Model that judges answers. */
  judge: z.string().min(1).optional(),
  /** Model that objects to answers; the judge where unset. */
  refuter: z.string().min(1).optional(),
  /** Model that interviews; the judge where unset. */
  interactor: z.string().min(1).optional(),
  /** Model that plays a user; the judge where unset. */
  user: z.string().min(1).optional(),
  /** Model that writes data: new expressions and items. Default `sim:oracle`. */
  author: z.string().min(1).optional(),
  /** Model that solves written items without their keys. */
  solver: z.string().min(1).optional(),
  /** Model that turns texts into vectors, by the embeddings API. */
  embedder: z.string().min(1).optional(),
  /** Models by name. */
  models: z.record(z.string(), modelEntry).optional(),
  /** `bundled`, `bundled@1` for the older bundled items, or a folder with one subfolder of official data per benchmark. */
  data: z.string().min(1).optional(),
  /** File that names the items of a suite to run, as `holdfast data filter` writes it. Default: all. */
  items: z.string().min(1).optional(),
  /** Items per task: a seeded, stratified sample; 100 is a subset of 200. */
  limit: z.number().int().positive().optional(),
  /** Seed of everything drawn at random. */
  seed: z.number().int().nonnegative().optional(),
  /** Times every item is run. */
  trials: z.number().int().positive().optional(),
  /** Times a judge is asked for each verdict; the majority counts. */
  votes: z.number().int().positive().optional(),
  /** Share of judged items, 0 to 1, for which answers of which the truth is known go through the judge as well. Default 0. */
  controls: z.number().min(0).max(1).optional(),
  /** Most calls of one `forAllDialogues`, in place of what the test says. */
  exploreCalls: z.number().int().positive().optional(),
  /** Doubt, 0 to 1, above which a judge's verdict is left to people. Default: no verdict is. */
  doubt: z.number().min(0).max(1).optional(),
  /** Requests in flight, over the whole run. */
  concurrency: z.number().int().positive().optional(),
  /** Run folder. */
  out: z.string().min(1).optional(),
  /** Folder of the response cache, or `off`. Default `.holdfast/cache`. */
  cache: z.string().min(1).optional(),
  /** Size of the response cache in megabytes beyond which the least recently used answers go. Default 2048. */
  cacheMegabytes: z.number().positive().optional(),
  /** A run to finish: folder, name or `latest`. */
  resume: z.string().min(1).optional(),
  /** Most the run may cost, in US dollars; models need a price. */
  maxUsd: z.number().positive().optional(),
  /** Most tokens the run may take, prompts and answers together. */
  maxTokens: z.number().int().positive().optional(),
  /** Part of the run, `i/n`, or `auto`: by the scheduler's variables. Gates stay pending until `holdfast summarize` merges the parts. */
  shard: z
    .string()
    .regex(/^(?:auto|[1-9]\d*\/[1-9]\d*)$/, 'expected i/n, for instance 2/4, or auto')
    .refine((text) => text === 'auto' || Number(text.split('/')[0]) <= Number(text.split('/')[1]), 'expected i/n with i at most n')
    .optional(),
  /** Number of parts, for `shard: 'auto'` where the scheduler does not say it. */
  shards: z.number().int().positive().optional(),
  /** Place of this part, from 0, for `shard: 'auto'` where no scheduler says it. */
  shardIndex: z.number().int().nonnegative().optional(),
  /**
   * Folder that all parts of one job share: rate limits are divided among the parts that run, and the budget is one for all.
   * Without it each part has a fixed share.
   */
  shared: z.string().min(1).optional(),
  /** Seconds that calls under way may still take after SIGINT or SIGTERM, before the run writes what it has and ends. Default 20. */
  grace: z.number().nonnegative().optional(),
  /** `export`: calls to endpoints are not sent, but written down for the Batch API (`holdfast batch`). */
  batch: z.enum(['export', 'off']).optional(),
  /** `early`: a suite ends when its gates are decided, as `gates.decideEarly` has it. */
  decide: z.literal('early', { error: 'expected early: when gates are decided; unset it to run every item' }).optional(),
  /** Exit 1 when any item fails. */
  strict: z.boolean().optional(),
  /** Rules the run must keep. */
  gates: gates.optional(),
  /** Options of suites, by suite name. */
  suites: z.record(z.string(), z.record(z.string(), z.unknown())).optional(),
})

/** Options of the plugin as a user writes them. */
export type HoldfastOptions = Omit<z.input<typeof configSchema>, 'gates'> & {
  /** Rules the run must keep. */
  gates?: GatesInput
}
