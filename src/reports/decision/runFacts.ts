import { present, sum } from '../../core/base/collections.ts'
import { counted } from '../../core/base/text/counted.ts'
import { holdfastCommand } from '../../core/base/text/shellWord.ts'
import { dataLabel } from '../../core/format/dataLabel.ts'
import { modelText } from '../../core/format/modelText.ts'
import { isOrdinaryRun, measuredRole, originText, partOf, type ScoresDocument } from '../../core/format/scoresDocument.ts'
import { knownVerdicts } from '../../core/stats/controls/controlRates.ts'
import { BUNDLED_CRITERIA, type JudgeStanding } from '../../judging/certificate/certificate.ts'
import type { Fact } from '../blocks/block.ts'
import { grouped, roughly } from '../layout.ts'

const TIMED_OUT =
  'came when asked anew, since a timeout cut off the one before: shorter answers take the place of long ones. Lower maxTokens or raise timeoutSeconds'

/** What a reader must know of the models of a run beside their names: who answered, what was cut off, what was not sent; a warning bears on what the figures are worth. */
export function modelNotes({ run, usage }: Pick<ScoresDocument, 'run' | 'usage'>) {
  return Object.entries(run.roles).flatMap(([role, { model, served = [], fingerprints = [], adapted = [] }]) => {
    const counts: Partial<ScoresDocument['usage'][string]> = usage[role] ?? {}
    const { calls = 0, thought = 0, reasoningTokens = 0, unclosed = 0, unaskedVotes = 0 } = counts
    const note = (text: string, isWarning = false) => ({ role, text, isWarning })
    const warned = (count = 0, what: string) => count > 0 && note(`${grouped(count)} of ${counted(calls, 'answer')} ${what}`, true)
    const [first] = served
    return present([
      served.length > 1 && note(`answered as ${served.join(', ')}: the model behind the name changed during the run`, true),
      served.length === 1 && first !== undefined && !model.includes(first) && note(`answered as ${first}`),
      fingerprints.length > 1 && note(`${fingerprints.length} builds of the server answered (${fingerprints.join(', ')})`, true),
      warned(counts.cut, 'cut off by their cap'),
      warned(counts.malformed, 'came with fields that could not be read and were left out'),
      warned(counts.unmetered, 'came without token counts: their cost is not known'),
      warned(counts.timedOut, TIMED_OUT),
      thought > 0 &&
        note(`thought before ${counted(thought, 'answer')}${reasoningTokens > 0 ? `, ${grouped(reasoningTokens)} tokens` : ''}`),
      unaskedVotes > 0 && note(`${counted(unaskedVotes, 'vote')} not asked for, since the others had decided`),
      unclosed > 0 && note(`${counted(unclosed, 'session')} did not close: what was said in them stays stored`),
      adapted.length > 0 && note(`changed for its endpoint: ${adapted.join(', ')}`),
    ])
  })
}

/** The notes with their roles, warnings with a mark. */
export function modelFacts(document: Pick<ScoresDocument, 'run' | 'usage'>): Fact[] {
  return modelNotes(document).map(({ role, text, isWarning }) => [isWarning ? `! ${role}` : role, text])
}

/** How many items there are, and how many of them ran: figures of a sample are not those of the whole. */
export function sampleFact(document: ScoresDocument): { readonly kind: 'FULL' | 'SAMPLE' | 'PART'; readonly text: string } {
  const { run, suites } = document
  const notNeeded = sum(Object.values(run.early ?? {}).map(({ items, ofItems }) => ofItems - items))
  const ran = sum(Object.values(suites).map(({ items }) => items)) - notNeeded
  if (isOrdinaryRun(run)) return { kind: 'FULL', text: `${counted(ran, 'test')} that called models` }
  const all = Object.entries(run.data).reduce((total, [suite, { items }]) => total + (suites[suite] ? items : 0), 0)
  const trials = (run.trials ?? 1) > 1 ? `, ${run.trials} trials each` : ''
  const chosen = run.items && suites[run.items.suite] ? ', chosen by a file' : ''
  const limit = run.limit === undefined ? '' : `, at most ${run.limit} a task`
  const of = `${ran.toLocaleString('en')} of ${counted(all, 'item')}${chosen}${limit}${trials}${notNeeded > 0 ? ', ended early' : ''}`
  const parts = present([
    run.shard !== undefined && `shard ${run.shard}`,
    ...Object.keys(suites).map((suite) => partOf(document, suite).replace('PART: ', '')),
  ])
  const { ran: ended = 0, planned } = run.incomplete ?? {}
  if (planned !== undefined) {
    const isTrials = (run.trials ?? 1) > 1
    const there = !isTrials && planned < all ? `, of ${grouped(all)} there are` : ''
    const text = `${grouped(ended)} of ${counted(planned, isTrials ? 'planned trial' : 'planned item')}${there}`
    return { kind: 'PART', text: [...parts, text].join(' · ') }
  }
  if (run.partial || run.shard !== undefined) return { kind: 'PART', text: [...parts, of].join(' · ') }
  if (ran < all) return { kind: 'SAMPLE', text: of }
  return { kind: 'FULL', text: `${ran === 1 ? 'its 1 item' : `all ${counted(ran, 'item')}`}${trials}` }
}

/** A length of time as people say it: `24 s`, `4 min`, `1 h 12 min`. */
export function durationText(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  if (seconds < 1) return 'under 1 s'
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`
}

/** How long a run took; undefined where its times tell nothing. */
export function runDuration({ startedAt, finishedAt, resumed }: ScoresDocument['run']): string | undefined {
  const took = Date.parse(finishedAt) - Date.parse(startedAt)
  // A clock that was set back, or times that are none.
  if (!(took >= 0)) return undefined
  return resumed ? `${durationText(took)} from first start to end, resumed between` : durationText(took)
}

/** What a run cost, in US dollars; undefined for one that called no model. */
export function costText({ run, usage }: Pick<ScoresDocument, 'run' | 'usage'>): string | undefined {
  const roles = Object.entries(usage).filter(([, { calls }]) => calls > 0)
  if (roles.length === 0) return undefined
  if (roles.every(([role]) => run.roles[role]?.simulated)) return 'no cost: simulated'
  const asked = roles.filter(([role, { calls, cached }]) => !run.roles[role]?.simulated && calls > cached)
  if (asked.length === 0) return 'no cost: all from cache or recording'
  const sum = roles.reduce((total, [, { usd }]) => total + (usd ?? 0), 0)
  const unpriced = asked.filter(([, { usd }]) => usd === null).map(([role]) => role)
  if (unpriced.length === 0) return dollars(sum)
  return unpriced.length === asked.length ? 'price unknown' : `${dollars(sum)} and the ${unpriced.join(' and ')}, price unknown`
}

function dollars(sum: number): string {
  return sum > 0 && sum < 0.005 ? 'under $0.01' : `$${sum.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** The judge and its certificate; undefined for a run without one, or in which the judge is itself what is measured. */
export function judgeText({ roles }: ScoresDocument['run'], standing: JudgeStanding | undefined): string | undefined {
  if (!roles.judge || !roles.candidate) return undefined
  return `judge ${modelText(roles.judge)}, ${standing?.line ?? 'uncertified'}`
}

/**
 * What known answers tell of a judge without a certificate that counts, or that one shows it no better than chance, with the command that
 * measures one; undefined for any other judge, for a simulated or recorded one, and where it is seen not to judge.
 */
export function unprovenJudge({ run, suites }: ScoresDocument, standing: JudgeStanding | undefined) {
  const { judge, candidate } = run.roles
  const isReal = judge && candidate && !judge.simulated && !judge.model.startsWith('replay:') && !isOrdinaryRun(run)
  if (!isReal || standing === undefined || standing.proof === 'better') return undefined
  const judged = Object.values(suites).filter(({ judgeSigns = [] }) => judgeSigns.length === 0)
  if (judged.length === 0) return undefined
  const { rates, isRated } = knownVerdicts(judged)
  const told = rates.map(
    ({ rate, right, of }) =>
      `${rate === 'sensitivity' ? 'accepted' : 'rejected'} ${right} of ${of} ${rate === 'sensitivity' ? 'right' : 'wrong'} points`,
  )
  // LLMBar's pairs by ratings are what is nearest to ratings, and the bundled criteria to criteria of any suite.
  const flags = isRated ? ['--strategy', 'Rating'] : ['--from', BUNDLED_CRITERIA]
  if (standing.proof === 'chance')
    return {
      text: 'By its certificate the judge is not surely right more often than by chance: do not go by its verdicts. The gate minJudgeAccuracy stops such runs. Have people label its answers, or certify another one and have it judge them (judge again):',
      command: holdfastCommand('judge', 'certify', 'MODEL', ...flags),
    }
  const known = told.length > 0 ? `On known answers it ${told.join(' and ')}. Measure it on more` : 'Measure it'
  return {
    text: `The judge has no certificate that counts. ${known}:`,
    command: holdfastCommand('judge', 'certify', judge.model, ...flags),
  }
}

/** The model that a run is about: the candidate, or the judge where there is none; with a mark for another program's run. */
export function measuredModel(run: Pick<ScoresDocument['run'], 'roles' | 'origin'>): string {
  const measured = measuredRole(run)
  return (measured ? modelText(measured) : 'no model') + originText(run)
}

/** That a recording answered what it was not asked; undefined where it did not. */
export function otherwiseText(usage: ScoresDocument['usage']): string | undefined {
  const calls = sum(Object.values(usage).map(({ askedOtherwise = 0 }) => askedOtherwise))
  return calls > 0 ? `${counted(calls, 'call')} answered by a recording that was asked otherwise` : undefined
}

/** What of the answers is older than the run, and what of it was asked otherwise. */
export function reusedTexts({ usage, run }: Pick<ScoresDocument, 'usage' | 'run'>): string[] {
  const roles = Object.values(usage)
  const total = (name: 'calls' | 'fromCache' | 'askedAnew') => sum(roles.map((counts) => counts[name] ?? 0))
  const oldest = Math.min(...roles.map(({ oldestCached }) => oldestCached ?? Number.POSITIVE_INFINITY))
  const share = Math.ceil((100 * total('fromCache')) / total('calls'))
  const isOfRun = oldest >= Date.parse(run.startedAt)
  const since = () => (isOfRun ? 'since this run had asked the same' : `the oldest of ${new Date(oldest).toISOString().slice(0, 10)}`)
  return present([
    Number.isFinite(oldest) && `${share} % of answers from the cache, ${since()}`,
    total('askedAnew') > 0 && `${counted(total('askedAnew'), 'call')} made anew, since what is asked has changed`,
    otherwiseText(usage),
  ])
}

/** How much of a run there was, in words: items, time, cost, and who judged. */
export function extentFacts(document: ScoresDocument, standing: JudgeStanding | undefined) {
  const { kind, text } = sampleFact(document)
  const facts = [text, runDuration(document.run), costText(document), ...reusedTexts(document), judgeText(document.run, standing)]
  return { kind, facts: present(facts) }
}

/** What one looks up: the models with what is to be known of them, the data, the seed. */
export function lookupFacts(document: ScoresDocument, standing: JudgeStanding | undefined): Fact[] {
  const { run } = document
  const maker = `${run.origin ? 'Inspect log, inspect_ai' : 'holdfast'} ${run.version}`
  return [
    ...Object.entries(run.roles).map(([role, { model, simulated }]): Fact => {
      const certified = role === 'judge' && standing !== undefined ? ` · ${standing.line}` : ''
      return [role, `${model}${simulated ? ' (simulated)' : ''}${certified}`]
    }),
    ...modelFacts(document),
    ...Object.entries(run.data)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(
        ([suite, { items, sha256, ...data }]): Fact => [
          `data of ${suite}`,
          `${dataLabel(data)}, ${counted(items, 'item')}, sha256 ${sha256.slice(0, 12)}`,
        ],
      ),
    ['run', `${run.id}, seed ${run.seed}${run.shard ? `, shard ${run.shard}` : ''}, ${maker}`],
  ]
}

const ofCache = (tokens: number) => (tokens > 0 ? ` (${roughly(tokens)} from the endpoint's cache)` : '')

/** What the run took: calls by role, how many of them came from cache or recording, tokens, and cost where prices are known. */
export function usageFacts(usage: ScoresDocument['usage']): Fact[] {
  const parts = Object.entries(usage).map(([role, { calls, cached, promptTokens, cachedTokens = 0, completionTokens, usd }]) =>
    present([
      `${role} ${grouped(calls)}`,
      cached > 0 && `${Math.round((100 * cached) / calls)} % from cache or recording`,
      promptTokens + completionTokens > 0 && `${roughly(promptTokens)} tokens in${ofCache(cachedTokens)}, ${roughly(completionTokens)} out`,
      usd !== null && `$${usd.toFixed(2)}`,
    ]).join(', '),
  )
  const isTold = Object.values(usage).some(({ cached, promptTokens, completionTokens }) => cached + promptTokens + completionTokens > 0)
  return isTold ? [['calls', parts.join('; ')]] : []
}
