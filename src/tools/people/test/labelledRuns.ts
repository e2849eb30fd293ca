import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdfastHere } from '../../../../test/command.ts'
import { writeRun } from '../../../../test/outcome.ts'
import type { Finished } from '../../../../test/run.ts'
import type { SuiteOutcome } from '../../../../test/runSuite.ts'
import { saveRunSettings } from '../../../core/config/runSettings.ts'
import { RUN_SCHEMA, type RunFolder } from '../../../core/format/runFolder.ts'
import type { SuiteQuestions } from '../../../judging/questions/labelQuestion.ts'
import type { Label } from '../labels/label.ts'
import { labelsOfRun, type Raters } from './labelsOfRun.ts'

/** A folder with runs that people labelled. */
export interface LabelledRuns {
  readonly root: string
  /** Writes a run as its process leaves it, with its settings. */
  write(outcome: SuiteOutcome, name: string): Promise<RunFolder>
  /** Labels of a run of that name. */
  labelsOf(outcome: SuiteOutcome, name: string, questions: SuiteQuestions, raters: Raters): Promise<Label[]>
  /** `holdfast judge measure labels.jsonl --run <run> --all …`. */
  correlate(labels: readonly object[], run: string, ...args: string[]): Promise<Finished>
}

export function labelledRuns(): LabelledRuns {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-correlate-'))
  return {
    root,
    async write(outcome, name) {
      const folder = await writeRun(outcome, join(root, name))
      const { suite, data, options } = outcome.plan
      saveRunSettings(folder, {
        schema: RUN_SCHEMA,
        id: name,
        startedAt: '',
        version: '',
        data: 'bundled',
        seed: 0,
        trials: 1,
        votes: 1,
        controls: 0,
        doubt: null,
        decide: null,
        limit: null,
        items: null,
        roles: {},
        sampling: {},
        ran: [suite],
        sha256: { [suite]: data.sha256 },
        shard: null,
        planned: {},
        files: [],
        suites: { [suite]: { ...options } },
      })
      return folder
    },
    labelsOf: async (outcome, name, questions, raters) => labelsOfRun(outcome, join(root, name), questions, raters),
    correlate(labels, run, ...args) {
      writeFileSync(join(root, 'labels.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return holdfastHere(['judge', 'measure', 'labels.jsonl', '--run', run, '--all', ...args], root)
    },
  }
}
