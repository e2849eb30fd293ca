import { existsSync, readFileSync } from 'node:fs'
import { parseJsonl } from '../base/data/jsonl.ts'
import { readJson } from '../base/data/readJson.ts'
import { dataError } from '../base/errors.ts'
import { type ItemRecord, itemRecord, latestRecords } from './records.ts'
import { redactedRecord } from './redactedRecord.ts'
import type { RunFolder } from './runFolder.ts'
import { type ScoresDocument, scoresDocument } from './scoresDocument.ts'

/**
 * Item records of a file, the last of each item and trial, without secrets: the file may be older than a secret. None where there is no
 * file. @throws HoldfastError naming the line that is none.
 */
export function readItemRecords(path: string): ItemRecord[] {
  return existsSync(path) ? latestRecords(parseJsonl(readFileSync(path), itemRecord, path)).map(redactedRecord) : []
}

/** Item records of a run, read like {@link readItemRecords}. @throws HoldfastError where it has items and no file of them. */
export function readRunRecords({ path, items, scores }: RunFolder): ItemRecord[] {
  // A run that was stopped before its first item has none.
  if (!existsSync(items) && Object.values(readScores(scores)?.suites ?? {}).some((suite) => suite.items > 0))
    throw dataError(`Failed to read the run ${path}: it has no items.jsonl. Name a run with its records.`)
  return readItemRecords(items)
}

/** The scores in a file; undefined where there is none. @throws HoldfastError for another file. */
export function readScores(path: string): ScoresDocument | undefined {
  return existsSync(path) ? readJson(path, scoresDocument) : undefined
}
