import { realpathSync } from 'node:fs'
import { singleLine } from '../core/base/text/singleLine.ts'
import { metricName } from '../core/format/metricName.ts'
import { originText } from '../core/format/originText.ts'
import type { ItemRecord } from '../core/format/records.ts'
import type { RunFolder } from '../core/format/runFolder.ts'
import type { Presentation, ScoresDocument, SuiteScores } from '../core/format/scoresDocument.ts'
import { fittedTable } from '../reports/fittedTable.ts'
import { grouped, wrapWords } from '../reports/layout.ts'
import { taskTable } from '../reports/scoreTable.ts'
import { headlineText, suiteHeading } from '../reports/suiteHeading.ts'

const STATES = ['passed', 'failed', 'unscored', 'error', 'skipped'] as const

/** A run in short: models, states of its items, and the scores of each suite by task. */
export function runLines(folder: RunFolder, records: readonly ItemRecord[], document: ScoresDocument | undefined, width: number): string[] {
  const lines = (text: string) => wrapWords(singleLine(text), width - 1, 2).map((line) => ` ${line}`)
  const states = STATES.map((state) => `${grouped(records.filter(({ status }) => status === state).length)} ${state}`).join(', ')
  const head = [...lines(realpathSync(folder.path)), ...lines(`${grouped(records.length)} records: ${states}`)]
  if (!document) return [...head, ' no scores.json: the run did not end']
  const models = Object.entries(document.run.roles).map(([role, { model, simulated }]) => [
    role,
    `${model}${simulated ? ', simulated' : ''}${originText(document.run)}`,
  ])
  const roles = fittedTable(models, width, new Set([0, 1]), [{ column: 1, least: 24 }])
  const byName = Object.entries(document.suites).sort(([one], [other]) => (one < other ? -1 : 1))
  const suites = byName.flatMap(([suite, scores]) => [
    '',
    ...suiteHeading(suite, scores, document.presentation?.[suite], width),
    ...suiteTable(suite, scores, document.presentation?.[suite], records, width),
  ])
  return [...head, ...roles, ...suites, '', ...lines('Every metric: add --metrics. Items below their threshold: add --below.')]
}

function suiteTable(
  suite: string,
  scores: SuiteScores,
  presentation: Presentation | undefined,
  records: readonly ItemRecord[],
  width: number,
): string[] {
  const { tasks = [], display, headline } = presentation ?? {}
  const own = records.filter((record) => record.suite === suite)
  const counts = tasks.map(({ task }) => {
    const scored = own.filter((record) => record.task === task && (record.status === 'passed' || record.status === 'failed'))
    return { task, scored: scored.length, passed: scored.filter(({ status }) => status === 'passed').length }
  })
  return taskTable({ tasks, display, headline }, scores, counts, width)
}

/** Every metric of a run, by its key, with its name in words. */
export function metricLines(document: ScoresDocument | undefined, width: number): string[] {
  if (!document) return [' no scores.json: the run did not end']
  return Object.entries(document.suites).flatMap(([suite, scores], at) => {
    const presentation = document.presentation?.[suite]
    const digits = presentation?.display?.percent ? 2 : 3
    const rows = Object.entries(scores.metrics).map(([key, own]) => [
      key,
      own.value.toFixed(digits),
      own.ci95?.map((end) => end.toFixed(digits)).join(' to ') ?? '',
      grouped(own.n),
      metricName(key, own) ?? '',
    ])
    const { label, unit } = headlineText(scores, presentation)
    return [
      ...(at > 0 ? [''] : []),
      ...wrapWords(singleLine(`${suite}, read first by ${label}${unit}`), width - 1, 2).map((line) => ` ${line}`),
      ...fittedTable([['metric', 'value', '95 % interval', 'n', 'in words'], ...rows], width, new Set([0, 2, 4]), [
        { column: 4, least: 16 },
        { column: 0, least: 16 },
      ]),
    ]
  })
}
