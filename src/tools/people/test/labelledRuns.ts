import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdfastHere } from '../../../../test/command.ts'
import { writeRun } from '../../../../test/outcome.ts'
import type { Finished } from '../../../../test/run.ts'
import type { SuiteOutcome } from '../../../../test/runSuite.ts'
import { saveRunSettings } from '../../../core/config/runSettings.ts'
import { latestRecords } from '../../../core/format/records.ts'
import { RUN_SCHEMA, type RunFolder, runFolder } from '../../../core/format/runFolder.ts'
import { type LabelQuestion, questionHash, type SuiteQuestions } from '../../../judging/questions/labelQuestion.ts'
import type { Label } from '../labels/label.ts'
import { runQuestions } from '../labels/runQuestions.ts'

/** A folder with runs that people labelled. */
export interface LabelledRuns {
  readonly root: string
  /** Writes a run as its process leaves it, with its settings. */
  write(outcome: SuiteOutcome, name: string): Promise<RunFolder>
  /** Labels of a run, by what each rater says of a question; undefined for nothing. */
  labelsOf(
    outcome: SuiteOutcome,
    name: string,
    questions: SuiteQuestions,
    raters: Readonly<Record<string, (question: LabelQuestion, index: number) => number | undefined>>,
  ): Promise<Label[]>
  /** `holdfast correlate <run> labels.jsonl …`. */
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
    async labelsOf(outcome, name, questions, raters) {
      const labels: Label[] = []
      let index = 0
      for (const { record, questions: asked } of runQuestions(
        runFolder(join(root, name)),
        latestRecords(outcome.records),
        () => questions,
      )) {
        for (const question of asked) {
          for (const [rater, says] of Object.entries(raters)) {
            const value = says(question, index)
            const { suite, item, trial } = record
            if (value !== undefined)
              labels.push({ suite, item, trial, question: question.question, sha256: questionHash(question), rater, value })
          }
          index += 1
        }
      }
      return labels
    },
    correlate(labels, run, ...args) {
      writeFileSync(join(root, 'labels.jsonl'), labels.map((line) => `${JSON.stringify(line)}\n`).join(''))
      return holdfastHere(['correlate', run, 'labels.jsonl', ...args], root)
    },
  }
}
