import { counted } from '../core/base/text/counted.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import { readableUri, savedModel } from '../core/format/modelText.ts'
import { namesSimulated } from '../core/format/modelUri.ts'
import { measuredRole, type ScoresDocument } from '../core/format/scoresDocument.ts'
import type { ListedRun } from '../deciding/runList.ts'
import { runDecision } from './decision/runDecision.ts'
import { type SuiteRow, suiteRows } from './decision/suiteRow.ts'
import { grouped, paint, unbroken, wrapText, wrapWords } from './layout.ts'
import { restsText, valueText } from './suiteBlocks.ts'

/** What `runs --json` says of a run. Of one without scores.json there are the model and the suites' names alone. */
export type RunListEntry = ReturnType<typeof runListEntry>

/** A run of the list as plain data. */
export function runListEntry({ name, isLatest, state, problem, canResume, startedAt, document, settings }: ListedRun) {
  const measured = document && measuredRole(document.run)
  const costs = Object.values(document?.usage ?? {}).flatMap(({ usd }) => (usd === null ? [] : [usd]))
  const saved = measured && savedModel(measured)
  const model = saved ?? measured?.model ?? settings?.roles.candidate ?? settings?.roles.judge
  return {
    name,
    latest: isLatest,
    state,
    canResume,
    startedAt,
    id: document?.run.id ?? settings?.id,
    model,
    /** Its answers were taken from the calls of a run. */
    saved: saved !== undefined,
    simulated: measured?.simulated ?? namesSimulated(model ?? ''),
    suites: document ? suiteRows(document).map(suiteSummary) : (settings?.ran ?? []).map((suite): SuiteSummary => ({ suite })),
    verdict: problem ?? (document ? listedVerdict(document) : 'did not end') + (canResume ? ', can be resumed' : ''),
    exitCode: document?.exitCode,
    items: document && Object.values(document.suites).reduce((sum, { items }) => sum + items, 0),
    usd: costs.length === 0 ? undefined : costs.reduce((sum, usd) => sum + usd, 0),
  }
}

/** Figures stand on a line of their own. */
function listedVerdict(document: ScoresDocument): string {
  const { kind, heading } = runDecision(document)
  return kind === 'none' && document.gates.length === 0 ? 'Complete, no gates' : heading
}

type SuiteSummary = Pick<SuiteRow, 'suite'> & { readonly metric?: string; readonly value?: number | undefined; readonly shown?: string }

function suiteSummary(row: SuiteRow): SuiteSummary {
  const { suite, key: metric, value } = row
  return {
    suite,
    metric,
    value,
    shown: value === undefined ? restsText(row) + (row.mark && `, ${row.mark}`) : `${valueText(row)} (${row.basis})`,
  }
}

/** The runs of a project for the terminal, three lines each. @param elsewhere where there are runs instead. */
export function runListLines(runs: readonly RunListEntry[], total: number, width: number, elsewhere?: string): string[] {
  if (runs.length === 0) return [` No runs under reports/runs yet. ${elsewhere ?? 'Run a suite: npx vitest run suites/<name>'}`]
  const lines = (text: string, indent: number) =>
    wrapWords(singleLine(text), width - 1 - indent, 0).map((line) => `${' '.repeat(indent + 1)}${line}`)
  return [
    ...runs.flatMap(({ name, latest, startedAt, model, saved, simulated, suites, verdict, items, usd }) => {
      const when = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
      const facts = [
        ...(model === undefined ? [] : [`${readableUri(model)}${saved ? ', saved answers' : ''}${simulated ? ', simulated' : ''}`]),
        ...(items === undefined ? [] : [counted(items, 'item')]),
        ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
        when,
      ]
      const figures = suites.map(({ suite, shown }) => unbroken([suite, shown].filter((text) => text !== undefined).join(' ')))
      return [
        ...lines(`${name}${latest ? ' (latest)' : ''}: ${verdict}`, 0).map((line, at) => (at === 0 ? paint('bold', line) : line)),
        ...wrapText(singleLine(facts.join(' · ')), width - 3).map((line) => `   ${line}`),
        ...(figures.length > 0 ? lines(figures.join(', '), 2) : []),
        '',
      ]
    }),
    ...lines(
      `${total > runs.length ? `The newest ${grouped(runs.length)} of ${counted(total, 'run')}: --last <count> shows more.` : `${counted(total, 'run')}.`} Show one: npx holdfast show <name>`,
      0,
    ),
  ]
}
