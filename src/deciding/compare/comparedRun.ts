import { existsSync } from 'node:fs'
import { readJson } from '../../core/base/data/readJson.ts'
import { measuredRole } from '../../core/format/measuredRole.ts'
import { originText } from '../../core/format/originText.ts'
import type { ItemRecord } from '../../core/format/records.ts'
import { findRun } from '../../core/format/runFolder.ts'
import { type ScoresDocument, scoresDocument } from '../../core/format/scoresDocument.ts'
import { baselineFiles, readItemRecords } from '../baseline/baseline.ts'

/** A run or baseline that takes part in a comparison. */
export interface ComparedRun {
  /** As the user named it. */
  readonly name: string
  readonly document: ScoresDocument | undefined
  readonly records: readonly ItemRecord[]
}

/**
 * Opens a run folder, a run by name, `latest`, a baseline by name, or an items.jsonl.
 *
 * @throws HoldfastError where there is none.
 */
export function openComparedRun(name: string, root: string): ComparedRun {
  const baseline = baselineFiles(root, name)
  if (existsSync(baseline.items))
    return { name, document: readJson(baseline.scores, scoresDocument), records: readItemRecords(baseline.items) }
  if (name.endsWith('.jsonl') && existsSync(name)) return { name, document: undefined, records: readItemRecords(name) }
  const run = findRun(name, root)
  return { name, document: existsSync(run.scores) ? readJson(run.scores, scoresDocument) : undefined, records: readItemRecords(run.items) }
}

/** The model that was measured, with a mark where simulated or of another program's run: the candidate, or the judge where there is none. */
export function modelOf({ document }: ComparedRun): string {
  const { model, simulated } = (document && measuredRole(document.run)) ?? {}
  return model === undefined ? '' : `${model}${simulated ? ', simulated' : ''}${document ? originText(document.run) : ''}`
}
