import { parsePythonJson } from '../core/base/python/json.ts'
import type { Parsed } from './askJudge.ts'

/**
 * The JSON that a judge replies with, and nothing beside it. An answer that is quoted with its quotes unescaped can write keys of its
 * own into the reply: an object with a key twice cannot be used.
 */
export function replyJson(content: string): Parsed<unknown> {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return { unusable: 'it is not one JSON object' }
  }
  return parsePythonJson(content)?.repeatsKey === false ? { value } : { unusable: 'an object in it has a key twice' }
}
