import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Recording } from '../../src/core/config/recording.ts'
import type { CallRecord } from '../../src/core/format/records.ts'
import { runFolder } from '../../src/core/format/runFolder.ts'
import { keyText } from '../../src/models/recordedCalls.ts'
import { callsOf, recordedFile } from './recordings.ts'
import { runVitest } from './suiteRun.ts'

/** How the calls of a recording differ from what would be asked today, of one role and name of call. */
export interface StaleCalls {
  readonly role: string
  readonly call: string
  /** Calls in the recording. */
  readonly recorded: number
  /** Of these: asked in other words or with other parameters. */
  readonly otherwise: number
  /** Asked today, and not recorded. */
  readonly missing: number
  /** Recorded, and asked no more. */
  readonly gone: number
}

/** Compares recorded calls with those that a replay of them asks. @returns those that differ, by role and name. */
export function staleCalls(recorded: readonly CallRecord[], asked: readonly CallRecord[]): StaleCalls[] {
  const before = new Map(recorded.map((call) => [keyText(call), call]))
  // A reply that stays unusable is asked for again, and no recording has an answer to that.
  const now = new Map(asked.filter((call) => call.ask === 0 || before.has(keyText(call))).map((call) => [keyText(call), call]))
  const counts = new Map<string, { role: string; call: string; recorded: number; otherwise: number; missing: number; gone: number }>()
  for (const [key, call] of new Map([...now, ...before])) {
    // Turns of a dialogue and controls have numbers and ids of their own.
    const [role, name] = [call.role, call.call.replace(/\d+/g, 'n')]
    const own = counts.get(`${role} ${name}`) ?? { role, call: name, recorded: 0, otherwise: 0, missing: 0, gone: 0 }
    const [then, today] = [before.get(key), now.get(key)]
    own.recorded += Number(then !== undefined)
    own.missing += Number(then === undefined)
    own.gone += Number(today === undefined)
    own.otherwise += Number(then !== undefined && today !== undefined && then.asked !== today.asked)
    counts.set(`${role} ${name}`, own)
  }
  return [...counts.values()].filter(({ otherwise, missing, gone }) => otherwise + missing + gone > 0)
}

/** What of a recorded suite would be asked otherwise today: it is replayed, and no model is asked. */
export async function staleOf({ name }: Recording, suite: string): Promise<StaleCalls[]> {
  const out = mkdtempSync(join(tmpdir(), 'holdfast-stale-'))
  try {
    const recorded = callsOf(recordedFile(name, suite))
    await runVitest(suite, { model: `replay:recorded/${name}`, out, cache: 'off' }, { stdio: 'ignore' })
    return staleCalls(recorded, callsOf(runFolder(out).calls))
  } finally {
    rmSync(out, { recursive: true })
  }
}

/** That in a line. */
export function staleText({ role, call, recorded, otherwise, missing, gone }: StaleCalls): string {
  const parts = [
    otherwise > 0 && `${otherwise} of ${recorded} asked otherwise`,
    missing > 0 && `${missing} not recorded`,
    gone > 0 && `${gone} of ${recorded} asked no more`,
  ]
  return `${role} ${call}: ${parts.filter(Boolean).join(', ')}`
}
