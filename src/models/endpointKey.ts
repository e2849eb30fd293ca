import type { ModelEntry } from '../core/format/modelEntry.ts'
import { OPENAI, parseModelUri } from '../core/format/modelUri.ts'

/**
 * Decides which key goes to the endpoint of a model: the variable that its URI or its entry names, to OpenAI's host and that of
 * `OPENAI_BASE_URL` else `OPENAI_API_KEY`, to any other host and to applications none.
 * @returns `isNamed`: the variable is named, and has to be set. `isOpenAI`: it is one of these hosts, to which `OPENAI_ORG_ID` and
 * `OPENAI_PROJECT_ID` go too. `isOpen`: anybody on the way can read what is sent, and the entry does not allow it, so no secret goes there.
 * Undefined for a model that is neither endpoint nor application behind HTTP.
 */
export function endpointKey(entry: Pick<ModelEntry, 'uri' | 'baseURL' | 'apiKeyEnv' | 'allowHttp'>) {
  const parsed = parseModelUri(entry.uri)
  const isApplication = parsed.scheme === 'http'
  if (parsed.scheme !== 'openai' && !isApplication) return undefined
  const standard = process.env.OPENAI_BASE_URL || OPENAI
  const given = isApplication ? parsed.url : (parsed.baseURL ?? entry.baseURL ?? standard)
  if (!URL.canParse(given)) return undefined
  const { protocol, host, hostname } = new URL(given)
  const isOpenAI = !isApplication && [OPENAI, standard].some((own) => URL.canParse(own) && new URL(own).host === host)
  const isOpen = protocol === 'http:' && !isLoopback(hostname) && entry.allowHttp !== true
  const named = (isApplication ? undefined : parsed.apiKeyEnv) ?? entry.apiKeyEnv
  return { variable: named ?? (isOpenAI && !isOpen ? 'OPENAI_API_KEY' : undefined), isNamed: named !== undefined, host, isOpenAI, isOpen }
}

/** Whether a host is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
