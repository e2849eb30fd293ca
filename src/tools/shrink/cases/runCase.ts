import { hash } from 'node:crypto'
import {
  type CasePart,
  type CaseSizes,
  type ItemRun,
  isScored,
  type OpenSuite,
  partTitle,
  redactSecrets,
  scoreItem,
  stoppedByBudget,
  stoppedWithRun,
  sum,
  TurnChoice,
  tokenizer,
  usageError,
} from '../../../kit.ts'
import { type CaseCalls, EndedEarly, SeenCalls } from './caseCalls.ts'

/** Runs of one case have the trial of the item, and numbers so far apart: seeds and the cache tell them apart by it. */
const REPEATS_APART = 1000

/** The item that smaller cases are made of, and what they run with. */
export type CaseItem = Omit<ItemRun, 'measured' | 'controlled' | 'undue' | 'isDirect' | 'choice'>

/** How one run of a case ended. */
export type CaseRun = Awaited<ReturnType<typeof runCase>>

/** A turn of the dialogue as a part of any suite's case. */
const TURN = /^turn-(\d+)$/

/** The item cut by its suite; undefined where so little is no case. Turns of the dialogue are left out as it is held. */
export function smallerItem({ opened, entry }: Pick<CaseItem, 'opened' | 'entry'>, parts: readonly CasePart[], sizes: CaseSizes): unknown {
  const own = ownParts(opened, entry.item)
  const cut = smallerParts(parts, sizes).flatMap(({ name }) => (own.has(name) ? [[name, sizes[name] ?? 0] as const] : []))
  return cut.length > 0 && opened.cut ? opened.cut(entry.item, Object.fromEntries(cut)) : entry.item
}

function ownParts(opened: CaseItem['opened'], item: unknown): Set<string> {
  return new Set((opened.parts?.(item) ?? []).map(({ name }) => name))
}

function smallerParts(parts: readonly CasePart[], sizes: CaseSizes): readonly CasePart[] {
  return parts.filter(({ name, size }) => (sizes[name] ?? size) < size)
}

/**
 * Runs an item with so much of each of its parts.
 *
 * @param parts all there are; those that `opened.parts` names are cut by the suite, the others are turns of the dialogue.
 * @param repeat 0 for the first run of the case; others have other seeds, and are answered by no earlier one.
 * @throws EndedEarly where no calls or money are left, and where the command was stopped.
 */
export async function runCase(item: CaseItem, parts: readonly CasePart[], sizes: CaseSizes, repeat: number, calls: CaseCalls) {
  const { entry, opened, trial } = item
  const own = ownParts(opened, entry.item)
  const smaller = smallerParts(parts, sizes)
  const left = smaller.flatMap(({ name }) => (own.has(name) ? [] : [Number(TURN.exec(name)?.[1] ?? 0) - 1]))
  const choice = new TurnChoice(left)
  const seen = new SeenCalls()
  const ofCase = { ...item, entry: { ...entry, item: smallerItem(item, parts, sizes) } }
  const kept = smaller.map(({ name }) => [name, sizes[name] ?? 0]).sort()
  const suffix = kept.length === 0 ? undefined : hash('sha256', JSON.stringify(kept)).slice(0, 12)
  const runtime = calls.runtimeFor(item.runtime, suffix, seen)
  const { result } = await scoreItem({ ...ofCase, runtime, trial: trial + repeat * REPEATS_APART, choice })
  const { record, lost, criteria } = result
  if (stoppedWithRun(record)) throw new EndedEarly('stopped')
  if (seen.refused || stoppedByBudget(record)) throw new EndedEarly('budget')
  // Where no candidate is called the judge is what is measured.
  const measured = seen.candidate.length > 0 ? seen.candidate : seen.judge
  const most = Math.max(...measured.map((call) => call.messages.length))
  const longest = measured.findLast((call) => call.messages.length === most)
  const messages = longest ? [...longest.messages, { role: 'assistant' as const, content: longest.answer }] : []
  return {
    status: record.status,
    /** Share of the total lost at each point, by their titles. */
    lost,
    /** What decides these points. */
    criteria,
    /** Names of its scores, lost or not. */
    scored: Object.keys(record.scores) as readonly string[],
    /** 0 to 1 as a rule; null without a score. */
    total: isScored(record) ? (record.scores.total ?? null) : null,
    reason: record.reason ?? record.error ?? '',
    /** The longest conversation of the candidate in the run, with its last answer. */
    messages: messages.map(({ role, content }) => ({ role, content: redactSecrets(content) })),
    /** Tokens of the prompt of that answer, counted here where the endpoint does not. */
    tokens: longest ? (longest.promptTokens ?? sum(longest.messages.map(({ content }) => tokenizer('o200k_base').count(content)))) : 0,
    /** Turns that the body asked for, and whether the last one was among them. */
    asked: choice.asked,
    endsOnTrunk: choice.endsOnTrunk,
    /** Whether it may end otherwise the next time. */
    byChance: seen.byChance,
  }
}

/** Parts that are turns to the dialogue: a suite that names one of these says all there is to say of its turns. */
const OF_TURNS: ReadonlySet<CasePart['kind']> = new Set(['turn', 'distractor', 'round'])

/**
 * What an item can be made smaller by: the parts that its suite names, and where it names no turns those of the dialogue as the
 * body asked for them.
 *
 * The last turn is never left out where it is the question that is scored. For a smaller case nor is the last objection: without
 * what it demands any answer falls short of it, which is no smaller form of the failure.
 *
 * @param run a run of the whole item.
 * @param keep names of parts that are to stay whole, and whether the last objection is.
 * @throws HoldfastError for a name that no part has.
 */
export function caseParts(
  opened: Pick<OpenSuite<unknown>, 'parts' | 'freeTurns'>,
  item: unknown,
  run: Pick<CaseRun, 'asked' | 'endsOnTrunk'>,
  { keep = [], keepsObjection = false }: { readonly keep?: readonly string[] | undefined; readonly keepsObjection?: boolean } = {},
): CasePart[] {
  const own = [...(opened.parts?.(item) ?? [])]
  const all = opened.freeTurns === false || own.some(({ kind }) => OF_TURNS.has(kind)) ? own : [...own, ...turnParts(run, keepsObjection)]
  const unknown = keep.find((name) => !all.some((part) => part.name === name))
  if (unknown !== undefined) {
    const names = all.map(({ name }) => name).join(', ') || 'none'
    throw usageError(`Failed to keep ${JSON.stringify(unknown)}: the item has no such part. Its parts: ${names}.`)
  }
  return all.map((part) => (keep.includes(part.name) ? { ...part, least: part.size } : part))
}

/** The turns of a dialogue, each as a part. */
function turnParts({ asked, endsOnTrunk }: Pick<CaseRun, 'asked' | 'endsOnTrunk'>, keepsObjection: boolean): CasePart[] {
  const objection = asked.findLastIndex(({ kind }) => kind === 'refutation')
  const isKept = (place: number) => (endsOnTrunk && place === asked.length - 1) || (keepsObjection && place === objection)
  return asked.map(({ kind, user }, place) => ({
    name: `turn-${place + 1}`,
    kind: kind === 'distractor' ? 'distractor' : 'turn',
    title: partTitle(user),
    size: 1,
    ...(isKept(place) && { least: 1 }),
  }))
}
