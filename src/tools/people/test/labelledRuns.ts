import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdfastHere } from '../../../../test/command.ts'
import { writeRun } from '../../../../test/outcome.ts'
import type { SuiteOutcome } from '../../../../test/runSuite.ts'
import { saveRunSettings } from '../../../core/config/runSettings.ts'
import { RUN_SCHEMA } from '../../../core/format/runFolder.ts'
import type { SuiteQuestions } from '../../../judging/questions/labelQuestion.ts'
import { labelsOfRun, type Raters } from './labelsOfRun.ts'

export function labelledRuns() {
  const root = mkdtempSync(join(tmpdir(), 'holdfast-correlate-'))
  return {
    root,
    async write(outcome: SuiteOutcome, name: string) {
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
    labelsOf: async (outcome: SuiteOutcome, name: string, questions: SuiteQuestions, raters: Raters) =>
      labelsOfRun(outcome, join(root, name), questions, raters),
    /** Runs `holdfast judge measure` on them. */
    correlate(labels: readonly object[], run: string, ...args: string[]) {
      writeFileSync(join(root, 'labels.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return holdfastHere(['judge', 'measure', 'labels.jsonl', '--run', run, '--all', ...args], root)
    },
  }
}
