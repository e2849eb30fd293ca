import { present, sum } from '../core/base/collections.ts'
import { parseJson } from '../core/base/data/parseJson.ts'
import { counted } from '../core/base/text/counted.ts'
import { shellWord } from '../core/base/text/shellWord.ts'
import { withEntries } from '../core/config/environment.ts'
import type { ResolvedConfig } from '../core/config/resolve.ts'
import type { HoldfastOptions } from '../core/config/schema.ts'
import { dataLabel } from '../core/format/dataLabel.ts'
import { WAYS } from '../core/format/gates.ts'
import { type ModelEntry, usesBatch } from '../core/format/modelEntry.ts'
import { isAtOpenAI, withoutCredentials } from '../core/format/modelUri.ts'
import { type CallVolume, plusVolume } from '../core/format/plannedUse.ts'
import type { PlanSummary } from '../core/format/planSummary.ts'
import type { Role } from '../core/format/role.ts'
import type { DecisionForecast } from '../deciding/early/decisionForecast.ts'
import { type Estimated, type PlanEstimate, type RoleEstimate, together } from '../deciding/estimate.ts'
import type { RuleForecast } from '../deciding/gates/ruleForecast.ts'
import { mayThink, mostThoughts } from '../models/probe.ts'
import { type Block, columnsOf, type Fact } from './blocks/block.ts'
import { terminalBlocks } from './blocks/terminalBlocks.ts'
import { shareText } from './decision/ruleText.ts'
import { digitsOf, figureText } from './decision/suiteRow.ts'
import { clock, FILE_WIDTH, grouped, roughly, screenWidth, splitTable } from './layout.ts'
import { taskName } from './taskName.ts'

/** A plan for the terminal. */
export function planLines(suite: string, plan: PlanSummary, estimate: PlanEstimate, config: ResolvedConfig): string[] {
  const [items, tokens] = together(plan.tasks.map((task) => [task.items, task.tokens]))
  const isTold = plan.byRole !== undefined
  const facts = present<Fact>([
    ['suite', suite],
    // Of a suite that measures the judge no candidate is called.
    ...plan.roles.map((role) => [role, describeRole(config, role)] as const),
    ['data', `${dataLabel(plan)}, sha256 ${plan.sha256.slice(0, 12)}`],
    config.trials > 1 && ['trials', String(config.trials)],
    !isTold && ['calls', 'not told by the benchmark: give it a `planned` function'],
    plan.distinctTokens < tokens && ['tokens in', `${roughly(tokens)} a trial, ${roughly(plan.distinctTokens)} distinct`],
    ...batchFacts(plan, config),
    ...timeFacts(estimate),
    ...budgetFacts(estimate, config),
    config.shard !== undefined && ['shard', `${config.shard.index}/${config.shard.count} of this, by tokens`],
    ...plan.notes.map((note) => ['', note] as const),
  ])
  const tasks = plan.tasks.map(({ task, title, ...of }) => [taskName({ task, title }), roughly(of.items), roughly(Math.round(of.tokens))])
  const blocks = present<Block>([
    { kind: 'facts', facts },
    isTold && { kind: 'lines', lines: () => ['', ...volumeTable('role', estimate.roles, FILE_WIDTH)] },
    isTold && { kind: 'facts', facts: [...lengthFacts(estimate, config), ...thoughtFacts(estimate, config)] },
    {
      kind: 'table',
      label: 'Tasks',
      columns: columnsOf(['task', 'items', 'tokens in']),
      rows: [...tasks, ['all', roughly(items), roughly(Math.round(tokens))]],
    },
  ])
  return terminalBlocks(blocks, FILE_WIDTH)
}

/** Whose thoughts are in the upper end alone, because nobody has said yet whether it thinks. */
function thoughtFacts({ roles: called }: PlanEstimate, { roles }: ResolvedConfig): Fact[] {
  const open = Object.entries(called).flatMap(([role, { free }]) => {
    const entry = roles[role as Role]
    return free || !(entry?.members ?? (entry ? [entry] : [])).some(mayThink) ? [] : [{ role, room: mostThoughts(entry) }]
  })
  if (open.length === 0) return []
  const names = new Intl.ListFormat('en-GB').format(open.map(({ role }) => role))
  const room = grouped(Math.max(...open.map((one) => one.room)))
  const advice = 'Set reasoningTokens in the entry in models, 0 of one that does not think.'
  return [['thoughts', `up to ${room} tokens in each call of ${names}, which may think. ${advice}`]]
}

/** How many waves of batches the run takes, and what is paid for them; nothing of a run without batches. */
function batchFacts({ waves, roles: called }: PlanSummary, { roles, exportsBatch }: ResolvedConfig): Fact[] {
  const byBatch = called.filter((role) => {
    const entry = roles[role]
    return entry !== undefined && (exportsBatch ? entry.uri.includes('openai:') : usesBatch(entry))
  })
  if (byBatch.length === 0) return []
  const shares = new Set(byBatch.flatMap((role) => roles[role]?.priceShare ?? []))
  const [share] = shares
  const price = shares.size === 1 && share !== undefined ? `, at ${Number((100 * share).toFixed(1))} % of the price` : ''
  const counts = waves === undefined ? 'waves not told by the benchmark' : `${counted(waves, 'wave')} at least`
  return [['batch', `${counts}${price}: ${byBatch.join(', ')}`]]
}

function describeRole({ roles }: ResolvedConfig, role: Role): string {
  const entry = roles[role]
  return entry ? withoutCredentials(entry.uri) + describePrice(entry) : 'none'
}

/** What a model costs, to be put behind its name, with the table that says so; empty without a price. */
export function describePrice({ price, priceFrom, priceShare }: Pick<ModelEntry, 'price' | 'priceFrom' | 'priceShare'>): string {
  if (!price) return ''
  return `, $${priceText(price.in)} in and $${priceText(price.out)} out a million${priceShare === undefined ? '' : ' by batch'}${priceFrom === undefined ? '' : ` (${priceFrom})`}`
}

/** A mean over the models of a panel may have any number of digits. */
function priceText(value: number): string {
  return String(Number(value.toPrecision(4)))
}

/** What each role, or whatever else the estimates are of, takes, and all of them. */
export function volumeTable(of: string, estimates: Readonly<Record<string, RoleEstimate>>, width = screenWidth()): string[] {
  const entries = Object.entries(estimates)
  const all = entries.reduce<{ typical?: CallVolume; most?: CallVolume }>(
    (sum, [, { most, ...typical }]) => ({ typical: plusVolume(sum.typical, typical), most: plusVolume(sum.most, most) }),
    {},
  )
  const priced = entries.flatMap(([, { usd }]) => (usd ? [usd] : []))
  const usd = together(priced)
  const isUnpriced = priced.length < entries.length
  const total = usd[1] > 0 ? `${isUnpriced ? 'over ' : ''}${dollars(usd)}` : isUnpriced ? '' : 'none'
  const rows = [
    [of, 'calls', 'tokens in', 'tokens out', 'cost'],
    ...entries.map(([name, estimate]) => [name, ...volumeCells(estimate, estimate.most), costCell(estimate)]),
    ...(entries.length > 1 && all.typical && all.most ? [['all', ...volumeCells(all.typical, all.most), total]] : []),
  ]
  return splitTable(rows, width).flatMap((part, at) => (at === 0 ? part : ['', ...part]))
}

function volumeCells(typical: CallVolume, most: CallVolume): string[] {
  const cell = (of: keyof CallVolume) => rangeText([typical[of], most[of]], roughly)
  return [cell('calls'), cell('promptTokens'), cell('completionTokens')]
}

function costCell({ usd, free }: RoleEstimate): string {
  if (free) return `none: ${free}`
  return usd ? dollars(usd) : 'no price'
}

/** Where the typical lengths are from, and which roles lack a price. */
function lengthFacts({ roles, unpriced }: PlanEstimate, config: ResolvedConfig): Fact[] {
  const measured = Object.entries(roles).flatMap(([role, { measuredBy }]) =>
    measuredBy === undefined ? [] : [`${role} as run ${measuredBy}`],
  )
  const typical = measured.length > 0 ? `; measured: ${measured.join(', ')}` : ''
  const thoughts = Object.entries(roles).some(([role, { free }]) => !free && mostThoughts(config.roles[role as Role]) > 0)
  const [without, caps] = thoughts ? [', without thoughts,', 'answers and thoughts'] : ['', 'answers']
  const isNamed = (role: string) => config.roles[role as Role] !== undefined
  const named = unpriced.filter(isNamed)
  const unnamed = unpriced.filter((role) => !isNamed(role))
  return present<Fact>([
    ['', `from typical lengths that the suite states${without} to ${caps} at their caps${typical}`],
    unnamed.length > 0 && ['no price', `${unnamed.join(', ')}: name the model`],
    named.length > 0 && [
      'no price',
      `${named.join(', ')}: give its entry in models a price: { in, out }, in US dollars per million tokens`,
    ],
  ])
}

function timeFacts({ seconds, pacedBy }: PlanEstimate): Fact[] {
  const pace = pacedBy === undefined ? 'at the configured limits' : `at the pace of run ${pacedBy}`
  return seconds ? [['time', `${rangeText(seconds, clock)} ${pace}`]] : []
}

/** Whether the budget suffices, as far as that can be told. */
function budgetFacts({ roles, usd, unpriced }: PlanEstimate, { budget: { maxUsd, maxTokens } }: ResolvedConfig): Fact[] {
  const volumes = Object.values(roles).filter(({ free }) => !free)
  const tokensOf = ({ promptTokens, completionTokens }: CallVolume) => promptTokens + completionTokens
  const tokens = together(volumes.map((volume) => [tokensOf(volume), tokensOf(volume.most)]))
  return present<Fact>([
    maxUsd !== undefined && usd && unpriced.length === 0 && ['budget', `$${maxUsd}, ${sufficiency(usd, maxUsd)}`],
    maxTokens !== undefined && volumes.length > 0 && ['budget', `${roughly(maxTokens)} tokens, ${sufficiency(tokens, maxTokens)}`],
  ])
}

function sufficiency([typical, most]: Estimated, cap: number): string {
  if (most <= cap) return 'enough for the most it can take'
  return typical <= cap ? 'enough for a typical run, not for the most it can take' : 'not enough for a typical run: it would end early'
}

/** Both ends; one where they read the same. */
function rangeText([typical, most]: Estimated, text: (value: number) => string): string {
  return text(typical) === text(most) ? text(typical) : `${text(typical)} to ${text(most)}`
}

/** A price as a rule and at most, of which one is said where both read the same. */
function dollars(usd: Estimated): string {
  return rangeText(usd, (value) => {
    if (value >= 1000) return `$${roughly(Math.round(value))}`
    return value > 0 && value < 0.01 ? '<$0.01' : `$${value.toFixed(2)}`
  })
}

/** What the rules of a planned run can tell, for the terminal; none without rules. */
export function ruleLines(rules: readonly RuleForecast[]): string[] {
  const facts = rules.map(({ rule, way, at, chance, shows = 0, by, isMost }): Fact => {
    const asked = `${rule}, ${WAYS[way]}`
    if (chance === undefined)
      return ['gate', `${asked}: no run tells what it can see; state a share of full marks, for instance --full-marks 0.8`]
    const text = (value: number) => figureText(value, digitsOf(undefined, at ?? value))
    const model = at === undefined ? UNCHANGED : `at ${text(at)}`
    const most = isMost ? ', at most: no run tells how far changes vary' : ''
    // One that is red as often already gets no worse to be seen.
    const seen = Number(text(shows)) === 0 ? '' : `, and in 4 of 5 where it gets worse by ${text(shows)}`
    return ['gate', `${asked}: red in ${shareText(chance)} of runs of a model ${model}${seen} (by ${by}${most})`]
  })
  return facts.length === 0 ? [] : ['', ...terminalBlocks([{ kind: 'facts', facts }], FILE_WIDTH)]
}

const UNCHANGED = 'that did not change'

/** How often any of several rules is red, and of which model: rules on a figure are told for one at that figure. @param share of runs. */
export function togetherText(rules: readonly RuleForecast[], share: number): string {
  const told = rules.filter(({ chance }) => chance !== undefined)
  const places = [...new Set(told.flatMap(({ at }) => (at === undefined ? [] : [figureText(at, digitsOf(undefined, at))])))]
  const model = present([
    places.length > 0 && `at ${places.length === 1 ? places[0] : 'these figures'}`,
    told.some(({ at }) => at === undefined) && UNCHANGED,
  ])
  return `all ${rules.length} together: a model ${model.join(' ')} is red by one of them in ${shareText(share)} of runs`
}

/** What a plan knows beside the forecast. */
interface DecisionContext extends Pick<ResolvedConfig, 'roles'> {
  readonly estimate: PlanEstimate
  /** What names the model of each role. A helper without one is the judge. */
  readonly names: Readonly<Partial<Record<Role, string>>>
  /** Variables that the run needs to be the one that was planned. */
  readonly variables: Readonly<Record<string, string>>
}

/** What it costs to decide the gates of a suite early, with the cheapest way as a line to copy; none where that is not asked. */
export function decisionLines(
  suite: string,
  decision: { readonly direct: DecisionForecast; readonly batch: DecisionForecast } | { readonly why: string } | undefined,
  { roles, estimate, names, variables }: DecisionContext,
): string[] {
  if (!decision) return []
  if ('why' in decision) return ['', ...terminalBlocks([{ kind: 'facts', facts: [['decide', `not told: ${decision.why}`]] }], FILE_WIDTH)]
  const { direct, batch } = decision
  const usd = directPrice(estimate, roles)
  const percent = (share: number) => Number((100 * share).toPrecision(2))
  const paid = (...shares: [number, number]) =>
    usd === undefined ? '' : ` (${dollars(shares.map((share) => share * usd) as [number, number])})`
  // A share of no known price says little.
  const all = sum(Object.values(estimate.roles).map(({ calls }) => calls))
  const worth = (share: number) =>
    usd === undefined ? ` (that of some ${grouped(Math.ceil(share * all))} of ${counted(all, 'call')})` : ''
  const text = (how: string, { expected, range90: [low, high] }: DecisionForecast) =>
    `${how}: ${percent(expected)} % of the price of a whole direct run${paid(expected, expected)}${worth(expected)}, ${percent(low)} to ${percent(high)} %${paid(low, high)} in 9 of 10 runs`
  const called = Object.keys(estimate.roles) as Role[]
  const entries = called.flatMap((role) => {
    const { uri = '', members = [roles[role]] } = roles[role] ?? {}
    const typed = names[role] ?? names.judge ?? uri
    const own = typed.startsWith('panel:') ? typed.slice('panel:'.length).split(';') : members.length > 1 ? [] : [typed]
    return members.flatMap((entry, at) =>
      entry?.uri.startsWith('openai:') ? [{ name: withoutCredentials(own[at] ?? entry.uri), entry }] : [],
    )
  })
  const isCheaper = batch.expected < direct.expected && entries.some(({ entry }) => hasBatches(entry))
  const isUnknown = batch.expected < direct.expected && entries.length > 0
  const changed = entries.filter(({ entry }) => usesBatch(entry) !== (isCheaper && hasBatches(entry)))
  const models = Object.fromEntries(changed.map(({ name }) => [name, { ...(name.includes(':') && { uri: name }), batch: isCheaper }]))
  const facts: Fact[] = [
    ['decide', text('direct', direct)],
    [
      '',
      `${text(entries.every(({ entry }) => hasBatches(entry)) ? 'by batch' : 'by batch, where the endpoint has a Batch API', batch)}, with ${counted(batch.waves, 'wave')} as a rule`,
    ],
    ['cheapest', `${isCheaper ? 'by batch, by' : `by direct calls${isUnknown ? `: ${UNKNOWN_BATCHES} By` : ', by'}`} this line:`],
  ]
  const { HOLDFAST_MODELS: own = '{}' } = variables
  const entered = withEntries({ models: parseJson(own) } as HoldfastOptions, { fields: { models } }).models
  const set = { ...variables, ...(changed.length > 0 && { HOLDFAST_MODELS: JSON.stringify(entered) }) }
  const given = Object.entries({ ...set, HOLDFAST_DECIDE: 'early' }).map(([name, value]) => `${name}=${shellWord(value)}`)
  // Not cut to the width: a part of it is another command.
  return ['', ...terminalBlocks([{ kind: 'facts', facts }], FILE_WIDTH), `${given.join(' ')} npx vitest run ${suite}.eval`]
}

const UNKNOWN_BATCHES = "no Batch API is known at the endpoint. If it has one, write batch: true in the model's entry."

/** Whether an endpoint surely has a Batch API: OpenAI's, and one whose entry says so. Most others that speak its language have none. */
function hasBatches(entry: ModelEntry): boolean {
  return usesBatch(entry) || isAtOpenAI(entry)
}

/** What a whole run of direct calls costs as a rule, in US dollars; undefined where that is not known, or nothing. */
function directPrice({ roles: called, unpriced }: PlanEstimate, roles: ResolvedConfig['roles']): number | undefined {
  if (unpriced.length > 0) return undefined
  const usd = sum(Object.entries(called).map(([role, { usd }]) => (usd?.[0] ?? 0) / (roles[role as Role]?.priceShare ?? 1)))
  return usd > 0 ? usd : undefined
}
