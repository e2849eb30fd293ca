import { counted } from '../../core/base/text/counted.ts'
import { measuredRole } from '../../core/format/measuredRole.ts'
import { isOrdinaryRun } from '../../core/format/ordinaryTests.ts'
import { originText } from '../../core/format/originText.ts'
import type { ScoresDocument } from '../../core/format/scoresDocument.ts'

/** How many items there are, and how many of them ran: figures of a sample are not those of the whole. */
export function sampleFact(document: ScoresDocument): { readonly kind: 'FULL' | 'SAMPLE' | 'PART'; readonly text: string } {
  const { run, suites } = document
  const leftOut = Object.values(run.early ?? {}).reduce((sum, { items, ofItems }) => sum + ofItems - items, 0)
  const ran = Object.values(suites).reduce((sum, { items }) => sum + items, 0) - leftOut
  if (isOrdinaryRun(run)) return { kind: 'FULL', text: `${counted(ran, 'test')} that called models` }
  const all = Object.entries(run.data).reduce((sum, [suite, { items }]) => sum + (suites[suite] ? items : 0), 0)
  const trials = (run.trials ?? 1) > 1 ? `, ${run.trials} trials each` : ''
  const chosen = run.items && suites[run.items.suite] ? ', chosen by a file' : ''
  const limit = run.limit === undefined ? '' : `, at most ${run.limit} a task`
  const of = `${ran.toLocaleString('en')} of ${counted(all, 'item')}${chosen}${limit}${trials}${leftOut > 0 ? ', ended early' : ''}`
  if (run.shard !== undefined) return { kind: 'PART', text: `${run.shard}, ${of}` }
  if (run.partial) return { kind: 'PART', text: of }
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
export function judgeText({ roles }: ScoresDocument['run'], certificate: string | undefined): string | undefined {
  if (!roles.judge || !roles.candidate) return undefined
  return `judge ${roles.judge.model}, ${certificate ?? 'uncertified'}`
}

/** The model that a run is about: the candidate, or the judge where there is none; with a mark for another program's run. */
export function measuredModel(run: Pick<ScoresDocument['run'], 'roles' | 'origin'>): string {
  return (measuredRole(run)?.model ?? 'no model') + originText(run)
}
