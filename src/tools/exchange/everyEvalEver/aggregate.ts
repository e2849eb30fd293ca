import {
  HoldfastError,
  headlineOf,
  type Metric,
  markOf,
  type Presentation,
  parseModelUri,
  type ScoresDocument,
  type SuiteScores,
  withoutCredentials,
} from '../../../kit.ts'

/** A model as Every Eval Ever names it. */
type ModelInfo = ReturnType<typeof modelInfo>

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
    additional_details: {
      deployment_type: UNKNOWN,
      model_availability: UNKNOWN,
      uri: withoutCredentials(uri),
      ...(simulated && { simulated: 'true' }),
    },
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

/** The file of single items that belongs to an aggregate. */
export interface SamplesFile {
  readonly path: string
  readonly sha256: string
  readonly rows: number
  /** Items that have no score, and so no row, by how they ended. */
  readonly withoutScore: Readonly<Record<string, number>>
}

/** The name under which Every Eval Ever knows an evaluation of ours, and of the folder that it lies in. */
export function evaluationName(suite: string): string {
  return folderName(`holdfast-${suite}`)
}

/** A name as that of a folder, which leads nowhere else. */
function folderName(name: string): string {
  return name.replaceAll(/[^\w.@+-]/g, '_').replace(/^\.+/, '_') || '_'
}

/** The role that a suite measures: the candidate, or the judge where the suite calls no candidate. */
export function measuredRoleOf({ run }: Pick<ScoresDocument, 'run'>, suite: string): 'candidate' | 'judge' {
  const { [suite]: called } = run.called ?? {}
  return called ? (called.includes('candidate') ? 'candidate' : 'judge') : run.roles.candidate ? 'candidate' : 'judge'
}

/** The model that a suite measured in a run. Throws HoldfastError for a run that called none. */
export function measuredModelInfo({ run }: Pick<ScoresDocument, 'run'>, suite: string, modelId: string | undefined): ModelInfo {
  const role = run.roles[measuredRoleOf({ run }, suite)]
  if (!role) throw new HoldfastError('DATA', `Failed to export ${run.id}: it called no model. Export a run that did.`)
  // A recording is called after the model that it is of: where it lies is nobody's business.
  const [served] = role.served ?? []
  return modelInfo(role.model.startsWith('replay:') ? (served ?? 'recording') : role.model, role.simulated, modelId)
}

/** Identifier of a suite's figures in a run: the same for the same run. */
export function evaluationId(document: ScoresDocument, suite: string, model: ModelInfo): string {
  return `${evaluationName(suite)}/${model.id.replace('/', '_')}/${epoch(document.run.finishedAt)}`
}

/** The result that single items belong to: the headline that was planned; undefined where it has no value, for no other takes its place. */
export function mainResult({ suites, presentation }: ScoresDocument, suite: string): string | undefined {
  const scores = suites[suite] ?? { metrics: {} }
  const { key } = headlineOf(scores, presentation?.[suite])
  return Object.hasOwn(scores.metrics, key) ? `${suite}.${key}` : undefined
}

/**
 * A suite's figures in a run in the form of Every Eval Ever 0.3.0 (github.com/evaleval/every_eval_ever): every metric with its range,
 * its interval and the items behind it.
 *
 * @throws HoldfastError for a suite that the run does not have.
 */
export function aggregate(document: ScoresDocument, suite: string, publisher: Publisher, samples: SamplesFile | undefined): object {
  const { run, presentation } = document
  const scores = document.suites[suite]
  if (!scores) throw new HoldfastError('DATA', `Failed to export ${suite}: the run ${run.id} does not have it. Name a suite of the run.`)
  const model = measuredModelInfo(document, suite, publisher.modelId)
  const judge = measuredRoleOf(document, suite) === 'candidate' && run.called?.[suite]?.includes('judge') ? run.roles.judge : undefined
  const shown = presentation?.[suite]
  return {
    schema_version: SCHEMA_VERSION,
    evaluation_id: evaluationId(document, suite, model),
    evaluation_timestamp: run.startedAt,
    retrieved_timestamp: epoch(run.finishedAt),
    source_metadata: {
      source_name: shown?.about?.title ?? suite,
      source_type: 'evaluation_run',
      source_organization_name: publisher.organization,
      evaluator_relationship: publisher.relationship,
      additional_details: runDetails(document, suite, scores),
    },
    eval_library: { name: 'holdfast', version: run.version },
    model_info: model,
    evaluation_results: Object.entries(scores.metrics).map(([key, metric]) => ({
      evaluation_result_id: `${suite}.${key}`,
      evaluation_name: evaluationName(suite),
      evaluation_timestamp: run.startedAt,
      source_data: sourceData(document, suite),
      metric_config: {
        ...metricConfig(suite, key, metric, shown),
        ...(judge && { llm_scoring: judging(judge, run.version, suite) }),
      },
      score_details: scoreDetails(metric),
      generation_config: {
        additional_details: {
          seed: String(run.seed),
          trials: String(run.trials ?? 1),
          options: JSON.stringify(run.options?.[suite] ?? {}),
        },
      },
    })),
    ...(samples && {
      detailed_evaluation_results: {
        format: 'jsonl',
        file_path: samples.path,
        hash_algorithm: 'sha256',
        checksum: samples.sha256,
        total_rows: samples.rows,
        additional_details: Object.fromEntries(
          Object.entries(samples.withoutScore).map(([status, count]) => [`without_score.${status}`, String(count)]),
        ),
      },
    }),
  }
}

function runDetails(document: ScoresDocument, suite: string, { items, passed, failed, unscored, error, skipped }: SuiteScores) {
  const { run } = document
  const counts = { items, passed, failed, unscored, error, skipped }
  const mark = markOf(document, suite)
  return {
    run: run.id,
    ...Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)])),
    ...(mark && { mark }),
    ...(run.partial && { partial: 'true' }),
    ...(run.limit !== undefined && { limit: String(run.limit) }),
    ...(run.scoring?.[suite] !== undefined && { scoring: String(run.scoring[suite]) }),
    ...(Object.values(run.roles).some(({ simulated }) => simulated) && { simulated: 'true' }),
  }
}

function sourceData({ run }: ScoresDocument, suite: string) {
  const data = run.data[suite]
  return {
    dataset_name: suite,
    source_type: 'other',
    additional_details: {
      source: data?.source ?? 'unknown',
      ...(data && { sha256: data.sha256, items: String(data.items) }),
      ...(data?.version !== undefined && { version: String(data.version) }),
    },
  }
}

function metricConfig(suite: string, key: string, metric: Metric, shown: Presentation | undefined) {
  const [least, most] = metric.range ?? [null, null]
  return {
    metric_id: `holdfast.${suite}.${key}`,
    metric_name: metric.label ?? key,
    ...(!metric.common && shown?.headline?.unit !== undefined && { metric_unit: shown.headline.unit }),
    lower_is_better: metric.better === 'lower',
    score_type: 'continuous',
    // Null is 'not provided', which a continuous score must not be.
    min_score: least ?? '-Infinity',
    max_score: most ?? 'Infinity',
  }
}

function judging({ model, simulated }: { readonly model: string; readonly simulated: boolean }, version: string, suite: string) {
  return {
    judges: [{ model_info: modelInfo(model, simulated) }],
    input_prompt: `The prompts of holdfast ${version}, suite ${suite}.`,
  }
}

function scoreDetails({ value, n, ci95, floor, note }: Metric) {
  return {
    score: value,
    details: { n: String(n), ...(floor !== undefined && { floor: String(floor) }), ...(note !== undefined && { note }) },
    ...(ci95 && {
      uncertainty: {
        confidence_interval: { lower: ci95[0], upper: ci95[1], confidence_level: 0.95, method: 'holdfast: docs/statistics.md' },
        num_samples: n,
      },
    }),
  }
}

function epoch(iso: string): string {
  return String(Date.parse(iso) / 1000)
}
