import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { HoldfastError } from '../core/base/errors.ts'
import { type CallRecord, callRecord } from '../core/format/records.ts'
import type { Answer, CallKey, Transport } from './transport.ts'

/**
 * Recorded calls as a model. A folder is the union of its `.jsonl` and `.jsonl.gz` files; of two lines with one key the
 * last without `error` wins.
 *
 * @throws HoldfastError when there is nothing at the path.
 */
export function replayTransport(path: string, root: string): Transport {
  const files = replayFiles(path, root)
  let recorded: Promise<ReadonlyMap<string, Answer>> | undefined
  return {
    label: `replay:${path}`,
    simulated: false,
    async send({ key }) {
      recorded ??= readRecords(files, path)
      const answer = (await recorded).get(keyText(key))
      if (answer) return { ...answer, cached: true }
      // Asked again and never answered: the reply stays as unusable as the one before (docs/contracts.md, section 3).
      if (key.ask > 0) return { content: '' }
      throw new HoldfastError(
        NOT_RECORDED,
        `Failed to replay ${path}: no record of ${keyText(key)}. Record it, or run with the model itself.`,
      )
    },
  }
}

/** Code of the error for a call that a replay has no record of. */
export const NOT_RECORDED = 'REPLAY'

/** A call's key as text, for lookups and messages. */
function keyText({ suite, item, role, call, trial, ask, vote }: CallKey): string {
  return `suite=${suite} item=${item} role=${role} call=${call} trial=${trial} ask=${ask} vote=${vote}`
}

function replayFiles(path: string, root: string): string[] {
  const full = [path, join(root, path)].find((candidate) => existsSync(candidate))
  if (!full)
    throw new HoldfastError(
      'CONFIG',
      `Failed to read the model replay:${path}: no such file or folder. Name a calls.jsonl or a folder of them.`,
    )
  if (!statSync(full).isDirectory()) return [full]
  const files = readdirSync(full)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name) && name !== 'items.jsonl')
    .sort()
  if (files.length === 0)
    throw new HoldfastError(
      'CONFIG',
      `Failed to read the model replay:${path}: no .jsonl or .jsonl.gz file in it. Name a folder of recorded calls.`,
    )
  return files.map((name) => join(full, name))
}

/** The answer that a line of a journal holds. */
export function recordedAnswer({
  content = '',
  finish,
  refused,
  simulated,
  model,
  reasoning,
  served,
  usage,
  malformed,
}: CallRecord): Answer {
  const { promptTokens = 0, completionTokens = 0, reasoningTokens } = usage ?? {}
  return {
    content,
    finish,
    ...(reasoning !== undefined && { reasoning }),
    ...(served && { served }),
    ...(refused && { refused: true }),
    ...(malformed && { malformed }),
    ...((simulated || model?.startsWith('sim:')) && { simulated: true }),
    usage: usage && { promptTokens, completionTokens, ...(reasoningTokens !== undefined && { reasoningTokens }) },
  }
}

/** @param path what the model's name says: a file that is named by itself has calls. */
async function readRecords(files: readonly string[], path: string): Promise<ReadonlyMap<string, Answer>> {
  const records = new Map<string, Answer>()
  for (const file of files) {
    for await (const record of readJsonl(file, callRecord, { mayBeEmpty: basename(file) !== basename(path) })) {
      if (record.error !== undefined || record.content === undefined) continue
      records.set(keyText(record), recordedAnswer(record))
    }
  }
  return records
}
