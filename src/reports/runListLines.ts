import { counted } from '../core/base/text/counted.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import { measuredRole } from '../core/format/measuredRole.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import type { ListedRun } from '../deciding/runList.ts'
import { grouped, paint, wrapText, wrapWords } from './layout.ts'
import { headlineText } from './suiteHeading.ts'

/** What `runs --json` says of a run. */
export interface RunSummary {
  readonly name: string
  readonly latest: boolean
  readonly state: ListedRun['state']
  readonly canResume: boolean
  readonly startedAt: string
  /** Undefined for a run without scores.json, as all that follows but the model and the suites' names. */
  readonly id: string | undefined
  /** The model that was measured. */
  readonly model: string | undefined
  readonly simulated: boolean
  readonly suites: readonly { readonly suite: string; readonly metric?: string; readonly value?: number; readonly shown?: string }[]
  readonly verdict: string
  readonly exitCode: number | undefined
  readonly items: number | undefined
  readonly usd: number | undefined
}

/** A run of the list as plain data. */
export function runSummary({ name, isLatest, state, problem, canResume, startedAt, document, settings }: ListedRun): RunSummary {
  const measured = document && measuredRole(document.run)
  const costs = Object.values(document?.usage ?? {}).flatMap(({ usd }) => (usd === null ? [] : [usd]))
  const scored = Object.entries(document?.suites ?? {}).sort(([one], [other]) => (one < other ? -1 : 1))
  const model = measured?.model ?? settings?.roles.candidate ?? settings?.roles.judge
  return {
    name,
    latest: isLatest,
    state,
    canResume,
    startedAt,
    id: document?.run.id ?? settings?.id,
    model,
    simulated: measured?.simulated ?? model?.startsWith('sim:') ?? false,
    suites: document
      ? scored.map(([suite, scores]) => {
          const { value: shown, key, number } = headlineText(scores, document.presentation?.[suite])
          return { suite, ...(shown !== undefined && { metric: key, value: number, shown }) }
        })
      : (settings?.ran ?? []).map((suite) => ({ suite })),
    verdict: problem ?? verdictOf(document, canResume),
    exitCode: document?.exitCode,
    items: document && scored.reduce((sum, [, { items }]) => sum + items, 0),
    usd: costs.length === 0 ? undefined : costs.reduce((sum, usd) => sum + usd, 0),
  }
}

function verdictOf(document: ScoresDocument | undefined, canResume: boolean): string {
  const goOn = canResume ? ', can be resumed' : ''
  if (!document) return `did not end${goOn}`
  const { gates, exitCode, run } = document
  const broken = gates.filter(({ verdict }) => verdict === 'broken').length
  const undecided = gates.filter(({ verdict }) => verdict === 'undecided').length
  const rules = [
    ...(broken > 0 ? [`${broken} of ${counted(gates.length, 'rule')} broken`] : []),
    ...(undecided > 0 ? [`${undecided} undecided`] : []),
  ]
  if (run.partial) return [`incomplete${goOn}`, ...rules].join(', ')
  if (rules.length > 0) return rules.join(', ')
  if (exitCode !== 0) return `exit ${exitCode}`
  return gates.length > 0 ? 'gates held' : 'complete, no gates'
}

/** The runs of a project for the terminal, three lines each. */
export function runListLines(runs: readonly RunSummary[], total: number, width: number): string[] {
  if (runs.length === 0) return [' No runs under reports/runs yet. Run a suite: npx vitest run suites/<name>']
  const lines = (text: string, indent: number) =>
    wrapWords(singleLine(text), width - 1 - indent, 0).map((line) => `${' '.repeat(indent + 1)}${line}`)
  return [
    ...runs.flatMap(({ name, latest, startedAt, model, simulated, suites, verdict, items, usd }) => {
      const when = `${startedAt.slice(0, 16).replace('T', ' ')} UTC`
      const facts = [
        ...(model === undefined ? [] : [`${model}${simulated ? ', simulated' : ''}`]),
        ...(items === undefined ? [] : [`${grouped(items)} items`]),
        ...(usd === undefined ? [] : [`$${usd.toFixed(2)}`]),
        when,
      ]
      const figures = suites.map(({ suite, shown }) => `${suite}${shown === undefined ? '' : ` ${shown}`}`.replaceAll(' ', '\u00a0'))
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
