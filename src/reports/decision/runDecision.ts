import { present } from '../../core/base/collections.ts'
import { counted } from '../../core/base/text/counted.ts'
import { leftOutTexts } from '../../core/format/leftOut.ts'
import { type GateResult, isIncomplete, isOrdinaryRun, judgeMark, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import type { JudgeStanding } from '../../judging/certificate/certificate.ts'
import { earlyEndText } from '../earlyText.ts'
import { gateNotes, ruleText } from './ruleText.ts'
import { modelNotes, unprovenJudge } from './runFacts.ts'
import { figureText, floorText, gateNaming, lastRunText, suiteRows, suiteTitle } from './suiteRow.ts'

/** The rules on one metric that came out the same way. */
export type RuleLine = ReturnType<typeof ruleLines>[number]

const SIGNS = { held: '✓', broken: '✗', open: '?', none: '' } as const

/** Reasons that the heading and the lines of the rules say already: of rules, and of ordinary tests. */
const OF_RULES = /^\d[\d,]* of \d[\d,]* (?:gate|rule)s? (?:broken|undecided)|^\d[\d,]* of \d[\d,]* tests? failed$/

/** What a run decides, to be read first. @param standing of its judge, where it is to be told of. */
export function runDecision(document: ScoresDocument, standing?: JudgeStanding) {
  const { kind, heading } = headingOf(document)
  return {
    /** `held` and `broken` decide a release; `open` decides nothing yet, and `none` has no rules. */
    kind,
    /** So that no colour is needed to tell it. */
    sign: SIGNS[kind],
    heading,
    rules: [...ruleLines(document, 'broken'), ...ruleLines(document, 'undecided')],
    /** Other reasons why the exit code is not 0. */
    reasons: (document.reasons ?? []).filter((reason) => !OF_RULES.test(reason) && !heading.includes(reason)),
    /** What else is to be known to read it right. */
    notes: notesOf(document, heading),
    /** What is to be known of its judge, with a command. */
    judge: unprovenJudge(document, standing),
  }
}

type Heading = { readonly kind: keyof typeof SIGNS; readonly heading: string }

function headingOf(document: ScoresDocument): Heading {
  const { run, suites, gates, exitCode, reasons = [] } = document
  if (isOrdinaryRun(run)) return ordinaryHeading(suites, exitCode, reasons)
  const count = (wanted: GateResult['verdict']) => gates.filter(({ verdict }) => verdict === wanted).length
  const [broken, undecided, held, pending] = [count('broken'), count('undecided'), count('held'), count('pending')]
  const all = counted(gates.length, 'gate')
  if (broken > 0)
    return { kind: 'broken', heading: `Do not release: ${broken} of ${all} broken${undecided > 0 ? `, ${undecided} undecided` : ''}` }
  if (isIncomplete(document)) return { kind: 'open', heading: 'Not decided: the run is incomplete' }
  if (exitCode !== 0) {
    const [first = 'see the terminal for the reason'] = reasons
    const why = OF_RULES.test(first) || (reasons.length === 0 && undecided > 0) ? `${undecided} of ${all} undecided` : first
    return { kind: 'broken', heading: `${gates.length > 0 ? 'Do not release' : 'Failed'}: ${why.replace(/\.$/, '')}` }
  }
  if (run.shard !== undefined)
    return { kind: 'open', heading: `Part ${run.shard} of a run: nothing is decided before all parts are merged` }
  if (gates.length === 0) return { kind: 'none', heading: completeHeading(document) }
  if (held === gates.length) return { kind: 'held', heading: `Release: ${held === 1 ? 'its 1 gate' : `all ${held} gates`} held` }
  if (pending === gates.length) return { kind: 'none', heading: 'Complete: no gate was checked, their suites did not run' }
  const rest = present([
    undecided > 0 && `${undecided} undecided`,
    pending > 0 && `${pending} not checked because ${pending === 1 ? 'its suite' : 'their suites'} did not run`,
  ])
  return { kind: 'open', heading: `No gate broken: ${held} of ${all} held, ${rest.join(', ')}` }
}

/** What is to be known first where nothing is to be decided: the figure of the suite, or of how many there are figures. */
function completeHeading(document: ScoresDocument): string {
  const [row, ...others] = suiteRows(document)
  if (!row || others.length > 0) return `Complete: ${counted(others.length + (row ? 1 : 0), 'suite')}`
  const { title, now, value, most, interval, mark } = row
  return `${title} ${now}${value !== undefined && most ? ` of ${most}` : ''}${interval && ` (${interval})`}${mark && `, ${mark}`}`
}

function ordinaryHeading(suites: ScoresDocument['suites'], exitCode: number, reasons: readonly string[]): Heading {
  const sum = (of: 'items' | 'failed') => Object.values(suites).reduce((total, scores) => total + scores[of], 0)
  if (sum('failed') > 0) return { kind: 'broken', heading: `${sum('failed')} of ${counted(sum('items'), 'test')} with dialogues failed` }
  if (exitCode !== 0) return { kind: 'broken', heading: `Failed: ${reasons[0] ?? 'see the terminal for the reason'}` }
  return { kind: 'held', heading: `${sum('items') === 1 ? 'The 1 test' : `All ${sum('items')} tests`} with dialogues passed` }
}

/** The rules with this verdict, those on one metric in a line. */
function ruleLines(document: ScoresDocument, verdict: GateResult['verdict']) {
  const gates = document.gates.filter((gate) => gate.verdict === verdict)
  return [...new Set(gates.map(({ metric }) => metric))].map((metric) => {
    const own = gates.filter((gate) => gate.metric === metric)
    const [first] = own as [GateResult]
    const { value } = first
    const naming = gateNaming(first, document)
    const { suite, title, label, digits } = naming
    const texts = own.map((gate) => ruleText(gate, naming))
    return { suite, title, label, verdict, value: value === null ? '' : figureText(value, digits), texts }
  })
}

function notesOf(document: ScoresDocument, heading: string): string[] {
  const { run, suites } = document
  const sum = (state: 'passed' | 'failed' | 'unscored' | 'error') => Object.values(suites).reduce((total, own) => total + own[state], 0)
  const [failed, scored, without] = [sum('failed'), sum('passed') + sum('failed'), sum('unscored') + sum('error')]
  const decides = (document.reasons ?? []).some((reason) => reason.startsWith('HOLDFAST_STRICT'))
  const warnings = modelNotes(document).filter(({ isWarning }) => isWarning)
  const titled = (suite: string, text: string) => `${suiteTitle(suite, document.presentation)}: ${text}`
  const each = (textOf: (suite: string) => string | undefined) =>
    Object.keys(suites).flatMap((suite, _at, { length }) => {
      const text = textOf(suite)
      return text === undefined ? [] : [length > 1 ? titled(suite, text) : text]
    })
  const sentence = (text: string | undefined) => text && `${text}.`
  return present([
    ...Object.entries(suites).map(([suite, scores]) => {
      const text = judgeMark(scores)
      return text !== '' && !heading.includes(text) && titled(suite, `${text}.`)
    }),
    ...each((suite) => sentence(floorText(suite, document))),
    ...each((suite) => sentence(lastRunText(suite, document))),
    ...gateNotes(document),
    ...each((suite) => earlyEndText(document, suite)),
    ...Object.entries(suites).flatMap(([suite, { leftOut }]) => leftOutTexts(leftOut).map((text) => titled(suite, `${text}.`))),
    failed > 0 &&
      !isOrdinaryRun(run) &&
      `${failed.toLocaleString('en')} of ${counted(scored, 'scored item')} ${failed === 1 ? 'is' : 'are'} below the threshold${decides ? '' : ', which decides nothing'}.`,
    without > 0 &&
      `${counted(without, 'item')} without a score: ${sum('unscored')} unscored, ${sum('error')} in error. They are in no mean.`,
    ...warnings.map(({ role, text }) => `${role}: ${text}.`),
  ])
}
