import { parseModelUri, withoutCredentials } from '../../../kit.ts'

/** A model as Every Eval Ever names it. */
export interface ModelInfo {
  readonly name: string
  /** `<developer>/<model>`. */
  readonly id: string
  readonly developer?: string
  readonly additional_details: Readonly<Record<string, string>>
}

/** Developer of a model that does not say whose it is. */
const UNKNOWN = 'unknown'

/**
 * What is known of a model from its URI. Who made it is known only where its name says so (`Qwen/Qwen3-8B`), and how it is deployed
 * never: these fields say `unknown`. A simulated model is labelled as one.
 *
 * @param id the model's name in Hugging Face's form, where the user gives it.
 */
export function modelInfo(uri: string, simulated: boolean, id?: string): ModelInfo {
  const name = nameOf(uri)
  const own = id ?? (name.includes('/') ? name : `${simulated ? 'simulated' : UNKNOWN}/${name}`)
  const developer = own.slice(0, own.indexOf('/'))
  return {
    name,
    id: own,
    ...(developer !== UNKNOWN && developer !== '' && { developer }),
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
    return parsed.scheme === 'openai' ? parsed.model : uri.slice(uri.indexOf(':') + 1)
  } catch {
    // A recording names its models by any words.
    return uri
  }
}
