import { dataError, headlineOf, markOf, parseModelUri, type ScoresDocument, type SuiteScores, withoutCredentials } from '../../../kit.ts'

/** Developer of a model that does not say whose it is. */
const UNKNOWN = 'unknown'

/**
 * What is known of a model from its URI. Who made it is known only where its name says so (`Qwen/Qwen3-8B`), and how it is deployed
 * never: these fields say `unknown`. A simulated model is labelled as one.
 *
 * @param id the model's name in Hugging Face's form, where the user gives it.
 */
function modelInfo(uri: string, simulated: boolean, id?: string) {
  const name = nameOf(uri)
  const own = id ?? name
  // Files lie under the id: what no name of a folder may have is no part of it.
  const [developer = '', ...model] = (own.includes('/') ? own : `${simulated ? 'simulated' : UNKNOWN}/${own}`).split('/').map(folderName)
  return {
    name,
    /** `<developer>/<model>`. */
    id: `${developer}/${model.join('_')}`,
    ...(developer !== UNKNOWN && { developer }),
    additional_details: details({
      deployment_type: UNKNOWN,
      model_availability: UNKNOWN,
      uri: withoutCredentials(uri),
      simulated,
    }),
  }
}

function nameOf(uri: string): string {
  try {
    const parsed = parseModelUri(uri)
    if (parsed.scheme === 'http') return new URL(parsed.url).host
    return parsed.scheme === 'openai' ? parsed.model : uri.slice(uri.indexOf(':') + 1)
  } catch {
    // A recording names its models by any words.
    return uri
  }
}

/** Version of the schema that is written. */
export const SCHEMA_VERSION = '0.3.0'

/** Who publishes the figures, and of which model. */
export interface Publisher {
  readonly organization: string
  readonly relationship: 'first_party' | 'third_party' | 'collaborative' | 'other'
  /** The model's name in Hugging Face's form. */
  readonly modelId?: string | undefined
}

/** A name as that of a folder, which leads nowhere else. */
function folderName(name: string): string {
  return name.replaceAll(/[^\w.@+-]/g, '_').replace(/^\.+/, '_') || '_'
}

/** What the schema has no field of its own for, as texts; what is not known, or not so, is left out. */
export function details(all: Readonly<Record<string, string | number | boolean | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined || value === false ? [] : [[name, String(value)]])),
  )
}

/** A suite's figures in a run, as Every Eval Ever names them. */
export type Evaluation = ReturnType<typeof evaluationOf>

/** What Every Eval Ever calls a suite's figures in a run. Throws HoldfastError for a run that called no model. */
export function evaluationOf(document: ScoresDocument, suite: string, publisher: Publisher) {
  const { run, presentation } = document
  const scores = document.suites[suite] as SuiteScores
  const { [suite]: called } = run.called ?? {}
  // The candidate, or the judge where the suite calls no candidate.
  const role: 'candidate' | 'judge' = (called?.includes('candidate') ?? run.roles.candidate) ? 'candidate' : 'judge'
  const measured = run.roles[role]
  if (!measured) throw dataError(`Failed to export ${run.id}: it called no model. Export a run that did.`)
  // A recording is called after the model that it is of: where it lies is nobody's business.
  const [served = 'recording'] = measured.served ?? []
  const model = modelInfo(measured.model.startsWith('replay:') ? served : measured.model, measured.simulated, publisher.modelId)
  const name = folderName(`holdfast-${suite}`)
  const { key } = headlineOf(scores, presentation?.[suite])
  return {
    ...{ document, suite, scores, publisher, role, model },
    judge: role === 'candidate' && called?.includes('judge') ? run.roles.judge : undefined,
    /** Also that of the folder that it lies in. */
    name,
    /** The same for the same run. */
    id: `${name}/${model.id.replace('/', '_')}/${epoch(run.finishedAt)}`,
    /** That single items belong to: the headline that was planned; undefined where it has no value, for no other takes its place. */
    result: Object.hasOwn(scores.metrics, key) ? `${suite}.${key}` : undefined,
  }
}

/** The file of single items that belongs to an aggregate. */
export interface SamplesFile {
  readonly path: string
  readonly sha256: string
  readonly rows: number
  /** Items that have no score, and so no row, by how they ended. */
  readonly withoutScore: Readonly<Record<string, number>>
}

/**
 * A suite's figures in a run in the form of Every Eval Ever 0.3.0 (github.com/evaleval/every_eval_ever): every metric with its range,
 * its interval and the items behind it.
 */
export function aggregate({ document, suite, scores, publisher, model, judge, name, id }: Evaluation, samples: SamplesFile): object {
  const { run, presentation } = document
  const shown = presentation?.[suite]
  const data = run.data[suite]
  const { items, passed, failed, unscored, error, skipped } = scores
  const sourceData = {
    dataset_name: suite,
    source_type: 'other',
    additional_details: details({ source: data?.source ?? 'unknown', sha256: data?.sha256, items: data?.items, version: data?.version }),
  }
  const llmScoring = judge && {
    judges: [{ model_info: modelInfo(judge.model, judge.simulated) }],
    input_prompt: `The prompts of holdfast ${run.version}, suite ${suite}.`,
  }
  const options = details({ seed: run.seed, trials: run.trials ?? 1, options: JSON.stringify(run.options?.[suite] ?? {}) })
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: id,
    evaluation_timestamp: run.startedAt || undefined,
    retrieved_timestamp: epoch(run.finishedAt),
    source_metadata: {
      source_name: shown?.about?.title ?? suite,
      source_type: 'evaluation_run',
      source_organization_name: publisher.organization,
      evaluator_relationship: publisher.relationship,
      additional_details: details({
        ...{ run: run.id, items, passed, failed, unscored, error, skipped },
        ...{ mark: markOf(document, suite) || undefined, partial: run.partial, limit: run.limit, scoring: run.scoring?.[suite] },
        simulated: Object.values(run.roles).some(({ simulated }) => simulated),
      }),
    },
    eval_library: { name: 'holdfast', version: run.version },
    model_info: model,
    evaluation_results: Object.entries(scores.metrics).map(([key, { value, n, ci95, floor, note, ...metric }]) => ({
      evaluation_result_id: `${suite}.${key}`,
      evaluation_name: name,
      evaluation_timestamp: run.startedAt || undefined,
      source_data: sourceData,
      metric_config: {
        metric_id: `holdfast.${suite}.${key}`,
        metric_name: metric.label ?? key,
        ...(!metric.common && shown?.headline?.unit !== undefined && { metric_unit: shown.headline.unit }),
        lower_is_better: metric.better === 'lower',
        score_type: 'continuous',
        // Null is 'not provided', which a continuous score must not be.
        min_score: metric.range?.[0] ?? '-Infinity',
        max_score: metric.range?.[1] ?? 'Infinity',
        ...(llmScoring && { llm_scoring: llmScoring }),
      },
      score_details: {
        score: value,
        details: details({ n, floor, note }),
        ...(ci95 && {
          uncertainty: {
            confidence_interval: { lower: ci95[0], upper: ci95[1], confidence_level: 0.95, method: 'holdfast: docs/statistics.md' },
            num_samples: n,
          },
        }),
      },
      generation_config: { additional_details: options },
    })),
    detailed_evaluation_results: {
      format: 'jsonl',
      file_path: samples.path,
      hash_algorithm: 'sha256',
      checksum: samples.sha256,
      total_rows: samples.rows,
      additional_details: details(
        Object.fromEntries(Object.entries(samples.withoutScore).map(([status, count]) => [`without_score.${status}`, count])),
      ),
    },
  }
}

/** Seconds since 1970. A log may have no date: then of now, when it is read. */
function epoch(iso: string): string {
  return String((Date.parse(iso) || Date.now()) / 1000)
}
