import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonLines } from '../../../../test/jsonLines.ts'
import type { Answers, ChatBody } from './answers.ts'

/** A line of a file of requests. */
export interface RequestLine {
  readonly custom_id: string
  readonly method: string
  readonly url: string
  readonly body: ChatBody
}

/** What one request comes to; undefined for a line that is missing from the results. */
export type Result = (line: RequestLine, answers: Answers) => object | undefined

/** A result as the Batch API writes it. */
export const answered: Result = ({ custom_id, body }, answers) => ({
  id: `batch_req_${custom_id.slice(3, 9)}`,
  custom_id,
  response: { status_code: 200, request_id: 'req_1', body: answers(body) },
  error: null,
})

/** The same without the key `error`, as some servers write it. */
export const withoutError: Result = (line, answers) => ({ ...answered(line, answers), error: undefined })

/** What ran out of time. */
export const expired: Result = ({ custom_id }) => ({
  id: 'batch_req_x',
  custom_id,
  response: null,
  error: { code: 'batch_expired', message: 'This request could not be executed before the completion window expired.' },
})

/** Files of requests of a folder's last wave. */
export function waveFiles(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => /^wave-\d+-/.test(name))
  const last = Math.max(0, ...names.map((name) => Number(/^wave-(\d+)-/.exec(name)?.[1])))
  return names.filter((name) => name.startsWith(`wave-${last}-`)).map((name) => join(folder, name))
}

/** Lines of a file of requests. */
export function requestsIn(file: string): RequestLine[] {
  return jsonLines<RequestLine>(readFileSync(file, 'utf8'))
}

/**
 * Answers files of requests as `vllm run-batch` and the Batch API do, in reverse order.
 *
 * @returns the files of results, beside those of requests.
 */
export function runBatch(files: readonly string[], answers: Answers, result: Result = answered): string[] {
  return files.map((file) => {
    const lines = requestsIn(file).flatMap((line) => result(line, answers) ?? [])
    const path = file.replace(/wave-/, 'results-')
    const texts = lines.reverse().map((line) => `${JSON.stringify(line)}\n`)
    writeFileSync(path, texts.join(''))
    return path
  })
}
