import { existsSync } from 'node:fs'
import { readJsonl } from '../core/base/data/jsonl.ts'
import { callRecord, type ItemRecord, itemRecord, latestRecords, stoppedByBudget, trialKey } from '../core/format/records.ts'
import type { CallRole } from '../core/format/role.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import { isCutEmpty } from './reasoning.ts'
import { recordedAnswer } from './replayTransport.ts'
import type { Answer, CallKey, Usage } from './transport.ts'

/** Answers a broken run has paid for, by call. */
export interface RecordedCalls {
  /** The answer to a call; undefined where it has to be asked. */
  find(key: CallKey): Answer | undefined
  /** All that was paid for, also what has to be asked again. */
  readonly paid: readonly { readonly role: CallRole; readonly vote: number; readonly usage: Usage }[]
}

/** Roles whose refused and empty answers may be other ones the next time; a helper's are dealt with by who asked it. */
const ANSWERING: ReadonlySet<CallRole> = new Set(['candidate', 'author', 'solver'])

/** Times an unusable reply is asked again; three of them leave an item unscored. */
const LAST_ASK = 2

/** How a run is finished. */
export interface FinishOptions {
  /** Whether what ended without a usable answer is asked again. Default: yes, a person has named the run to be finished. */
  readonly askAgain?: boolean
}

/**
 * Reads the journal of a run that is to be finished. Failed and refused calls are asked again, and answers that were cut before
 * they began; so is what left an item unscored: the judge's and refuter's replies that could not be used. A run that is started
 * again by its own command asks none of it again, but for calls that failed: else it would pay for the same at every start. Nor does
 * one between the waves of a batch, which only waits as a direct run waits for an answer.
 */
export async function readRecordedCalls(folder: RunFolder, { askAgain = true }: FinishOptions = {}): Promise<RecordedCalls> {
  const items = askAgain ? await readItems(folder) : []
  const unscored = new Set(items.filter((record) => record.status === 'unscored' && !stoppedByBudget(record)).map(trialKey))
  const answers = new Map<string, Answer>()
  const unusable = new Set<string>()
  const judged = new Map<string, string[]>()
  const paid: RecordedCalls['paid'][number][] = []
  if (existsSync(folder.calls)) {
    for await (const record of readJsonl(folder.calls, callRecord, { mayBeEmpty: true })) {
      const { role, ask, vote, content, error, refused, model, cached } = record
      if (error !== undefined || content === undefined) continue
      const answer = recordedAnswer(record)
      if (answer.usage && !cached) paid.push({ role, vote, usage: answer.usage })
      if (askAgain && ANSWERING.has(role) && (refused || isCutEmpty(answer))) continue
      const text = keyText(record)
      answers.set(text, { ...answer, model, ...(cached && { cached }) })
      const owner = trialKey(record)
      if (!unscored.has(owner) || role === 'candidate') continue
      if (ask === LAST_ASK) unusable.add(keyText({ ...record, ask: 0 }))
      if (role === 'judge') judged.set(owner, [...(judged.get(owner) ?? []), text])
    }
  }
  forgetUnusable(answers, unusable, judged)
  return { find: (key) => answers.get(keyText(key)), paid }
}

/** A question asked three times in vain is asked afresh; where no such question is known, all that the judge said is. */
function forgetUnusable(answers: Map<string, Answer>, unusable: ReadonlySet<string>, judged: ReadonlyMap<string, readonly string[]>): void {
  for (const text of unusable) {
    const key = JSON.parse(text) as (string | number)[]
    for (let ask = 0; ask <= LAST_ASK; ask += 1) answers.delete(JSON.stringify([...key.slice(0, 5), ask, key[6]]))
  }
  for (const keys of judged.values()) {
    if (keys.some((text) => !answers.has(text))) continue
    for (const text of keys) answers.delete(text)
  }
}

/** A call as one text. */
export function keyText({ suite, item, role, call, trial, ask, vote }: CallKey): string {
  return JSON.stringify([suite, item, role, call, trial, ask, vote])
}

async function readItems(folder: RunFolder): Promise<ItemRecord[]> {
  if (!existsSync(folder.items)) return []
  const records: ItemRecord[] = []
  for await (const record of readJsonl(folder.items, itemRecord, { mayBeEmpty: true })) records.push(record)
  return latestRecords(records)
}
