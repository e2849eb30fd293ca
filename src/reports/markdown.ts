import { present } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import { markdownCell } from '../core/base/text/markdownCell.ts'
import { singleLine } from '../core/base/text/singleLine.ts'
import type { ItemRecord } from '../core/format/records.ts'
import { isOrdinaryRun, isSimulated, type ScoresDocument, type SuiteScores } from '../core/format/scoresDocument.ts'
import type { JudgeStanding } from '../judging/certificate/certificate.ts'
import { type Block, sentences } from './blocks/block.ts'
import { markdownBlocks } from './blocks/markdownBlocks.ts'
import { nextStep } from './decision/nextStep.ts'
import { type RuleLine, runDecision } from './decision/runDecision.ts'
import { extentFacts, lookupFacts, measuredModel } from './decision/runFacts.ts'
import { flipCounts, suiteRows, suiteTitle } from './decision/suiteRow.ts'
import { causeFacts, failureBlocks, type Regressions } from './failureBlocks.ts'
import { gateBlocks } from './gateBlocks.ts'
import { grouped } from './layout.ts'
import { besideBlocks, scoreBlocks, suitesTable } from './suiteBlocks.ts'

/** What report.md is made from. */
export interface MarkdownInput {
  readonly document: ScoresDocument
  readonly records: readonly ItemRecord[]
  /** How the suites differ from the baseline. */
  readonly figures: readonly { readonly suite: string; readonly comparison?: Regressions | undefined }[]
  /** The line beside the judge's name; absent where no model but the judge is measured. */
  readonly standing?: JudgeStanding | undefined
  /** The run as commands take it. */
  readonly run: string
  /** Folder in which they are typed, where that is another one. */
  readonly folder?: string | undefined
}

/** A run as markdown, for the summary of a CI step. The decision and what changed come first, as on the page. */
export function markdownReport({ document, records, figures, standing, run, folder }: MarkdownInput): string {
  const name = isPlain(run) ? run : 'latest'
  const blocks: Block[] = [
    { kind: 'fold', summary: 'Models, data, seed', blocks: [{ kind: 'facts', facts: lookupFacts(document, standing) }] },
    ...Object.entries(document.suites).map(([suite, scores]) =>
      suiteBlock(suite, scores, { document, records, run: name }, figures.find((entry) => entry.suite === suite)?.comparison),
    ),
  ]
  return [markdownSummary(document, name, standing, folder), ...markdownBlocks(blocks)].join('\n')
}

/** A code span takes no escapes, so that a folder with an odd name is the latest one. */
const isPlain = (text: string) => /^[\w./+:-]+$/.test(text)

/** What stands first in it: the decision, all suites, the next command, the gates. @param run the run as commands take it. @param folder in which they are typed. */
export function markdownSummary(document: ScoresDocument, run: string, standing?: JudgeStanding, folder?: string): string {
  const { command, why } = nextStep(document, isPlain(run) ? run : 'latest', folder !== undefined && isPlain(folder) ? folder : undefined)
  return [
    ...decisionLines(document, standing),
    ...markdownBlocks(
      present<Block>([isSimulated(document) && { kind: 'simulated' }, !isOrdinaryRun(document.run) && suitesTable(document)]),
    ),
    '',
    `next: \`${command}\` ${markdownCell(why)}`,
    '',
    ...markdownBlocks(gateBlocks(document)),
  ].join('\n')
}

/** The decision, who is decided on, the rules with their distances, and how much ran. */
function decisionLines(document: ScoresDocument, standing: JudgeStanding | undefined): string[] {
  const { run, baseline } = document
  const { sign, heading, rules, reasons, notes, judge } = runDecision(document, standing)
  const day = (time: string) => markdownCell(time.slice(0, 10))
  const against = baseline
    ? ` vs **${markdownCell(baseline.name)}** (${markdownCell(baseline.model)}, ${day(baseline.startedAt)}${ageText(baseline.startedAt, run.startedAt)})`
    : ''
  const { kind, facts } = extentFacts(document, standing)
  const counts = flipCounts(suiteRows(document))
  return [
    `## ${sign && `${sign} `}${markdownCell(heading)}`,
    '',
    `**${markdownCell(measuredModel(run))}**${run.startedAt && ` (${day(run.startedAt)})`}${against}`,
    '',
    ...rules.map(ruleLine),
    ...reasons.map((reason) => `- ✗ ${markdownCell(reason)}`),
    ...(rules.length + reasons.length > 0 ? [''] : []),
    `**${kind}** ${facts.map(markdownCell).join(' · ')} · exit ${document.exitCode}  `,
    ...(counts ? [`**${grouped(counts.newlyFailing)}** newly failing · **${grouped(counts.fixed)}** fixed  `] : []),
    ...notes.map((note) => `${markdownCell(note)}  `),
    ...(judge ? [`${markdownCell(judge.text)} \`${singleLine(judge.command)}\`  `] : []),
    '',
  ]
}

/** How much older the baseline is than the run, from a day on. */
function ageText(baseline: string, run: string | undefined): string {
  const days = Math.floor((Date.parse(run ?? '') - Date.parse(baseline)) / 86_400_000)
  return days > 0 ? `, ${counted(days, 'day')} older` : ''
}

function ruleLine({ verdict, title, label, value, texts }: RuleLine): string {
  const name = markdownCell([title, label].filter(Boolean).join(' '))
  return `- ${verdict === 'broken' ? '✗' : '?'} ${name}${value === '' ? '' : ` **${value}**`}: ${markdownCell(texts.join('; '))}`
}

function suiteBlock(
  suite: string,
  scores: SuiteScores,
  { document, records, run }: Pick<MarkdownInput, 'document' | 'records' | 'run'>,
  regressions: Regressions | undefined,
): Block {
  const own = records.filter((record) => record.suite === suite)
  const states = (['passed', 'failed', 'unscored', 'error', 'skipped'] as const).filter((state) => scores[state] > 0)
  const failures = failureBlocks(own, regressions)
  return {
    kind: 'section',
    title: suiteTitle(suite, document.presentation),
    id: suite,
    blocks: present<Block>([
      ...sentences([`${counted(scores.items, 'item')}: ${states.map((state) => `${grouped(scores[state])} ${state}`).join(', ')}`]),
      { kind: 'facts', facts: causeFacts(own, run) },
      ...scoreBlocks(suite, document, own),
      ...besideBlocks(suite, document).flat(),
      failures.length > 0 && { kind: 'fold', summary: 'Items below their threshold', blocks: failures },
    ]),
  }
}
