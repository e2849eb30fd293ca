import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { z } from 'zod'
import { readJsonl } from '../../core/base/data/jsonl.ts'
import { readJson } from '../../core/base/data/readJson.ts'
import { usageError } from '../../core/base/errors.ts'
import { holdfastCommand, shellWord } from '../../core/base/text/shellWord.ts'
import { type RunSettings, runSettings } from '../../core/config/runSettings.ts'
import { callRecord } from '../../core/format/records.ts'
import { redactedRecord } from '../../core/format/redactedRecord.ts'
import type { RunFolder } from '../../core/format/runFolder.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'
import { type BaselineFiles, baselineFiles } from './baseline.ts'

/** The suites of a run whose answers a judge judged. */
export function judgedSuites({ suites, run }: ScoresDocument): string[] {
  return Object.keys(suites).filter((suite) => {
    const called = run.called?.[suite] ?? []
    return called.includes('judge') && called.length > 1
  })
}

/** Keeps what a judge judged in a run, as a replay without prompts. @returns the size of the file in bytes. */
export async function keepAnswers({ calls }: RunFolder, suites: readonly string[], { answers }: BaselineFiles): Promise<number> {
  const aside = `${answers}.${process.pid}-${randomUUID().slice(0, 8)}`
  await pipeline(Readable.from(answerLines(calls, suites)), createGzip({ level: 9 }), createWriteStream(aside, { flags: 'wx' }))
  renameSync(aside, answers)
  return statSync(answers).size
}

/** Removes the answers of the baseline that had this name before. */
export function dropAnswers({ answers }: BaselineFiles): void {
  rmSync(answers, { force: true })
}

async function* answerLines(path: string, suites: readonly string[]): AsyncGenerator<string> {
  for await (const call of readJsonl(path, callRecord, { mayBeEmpty: true })) {
    const {
      messages: _messages,
      messagesRef: _ref,
      ms: _ms,
      attempts: _attempts,
      cached: _cached,
      batch: _batch,
      reasoning,
      ...kept
    } = call
    if (call.role === 'judge' || call.error !== undefined || call.content === undefined || !suites.includes(call.suite)) continue
    // No judge sees thoughts. Of an answer without a text they tell that it is none.
    yield `${JSON.stringify(redactedRecord({ ...kept, ...(call.content === '' && { reasoning }) }))}\n`
  }
}

/** The answers of a baseline, and the settings to judge them again; undefined where there is no baseline of that name. Throws HoldfastError without answers. */
export function keptAnswers(root: string, name: string): { readonly path: string; readonly settings: RunSettings } | undefined {
  const { scores, answers } = baselineFiles(root, name)
  if (!existsSync(scores)) return undefined
  const { settings } = readJson(scores, z.object({ settings: runSettings.optional() }))
  if (settings && existsSync(answers)) return { path: answers, settings }
  throw usageError(
    `Failed to judge the baseline ${name} again: it keeps no answers. Judge the run that it was made of, or keep a new one: ${holdfastCommand('compare')} <run> --keep ${shellWord(name)}.`,
  )
}
