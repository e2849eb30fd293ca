import { CHECKLIST_FORMS, fencedText, imitates, isList, listed, type PythonValue, parsePythonJson, readListed } from '../../../src/kit.ts'
import type { FbCriterion, FbItem } from '../items.ts'

/** One entry of a judge's reply: a criterion as the judge wrote it. */
export interface JudgedCriterion {
  readonly criterion: string
  readonly reason: string
  readonly met: boolean
  /** As the judge returned it; null where the criterion has no weight. */
  readonly weight: number | null
}

/** What the official check makes of a judge's reply (docs/suites/fb-bench.md, R3). All but `accepted` mean: ask again. */
export type JudgementOutcome =
  | { readonly outcome: 'accepted'; readonly entries: readonly JudgedCriterion[]; readonly score: number }
  | { readonly outcome: 'rejected'; readonly reason: string }
  | { readonly outcome: 'not_json' }
  | { readonly outcome: 'falsy_json' }

const TOLERANCE = 1e-6
const FIELDS = ['评判理由', '评判结果', 'weight'] as const

/**
 * Reads a judge's reply by the official rules: one JSON object, whatever its keys, each entry with a reason, a result of
 * 是 or 否 and a weight of null or over 0 up to 1. Entries keep the judge's order.
 */
export function readJudgement(text: string): JudgementOutcome {
  const parsed = parsePythonJson(text)
  if (!parsed) return { outcome: 'not_json' }
  const { value } = parsed
  if (isFalsy(value)) return { outcome: 'falsy_json' }
  if (!isKind(value, 'dict')) return { outcome: 'rejected', reason: 'it is not a JSON object' }
  const entries: JudgedCriterion[] = []
  for (const [key, entry] of value.entries) {
    const read = readEntry(String(key), entry)
    if (typeof read === 'string') return { outcome: 'rejected', reason: read }
    entries.push(read)
  }
  const score = judgementScore(entries)
  return score === undefined
    ? { outcome: 'rejected', reason: 'the weights of what is met sum to more than 1' }
    : { outcome: 'accepted', entries, score }
}

/** The criteria of an item as a judge is shown them where the form is not the official one. */
export function listedCriteria({ checklist }: Pick<FbItem, 'checklist'>): string {
  return listed(checklist.map(({ text, weight }) => (weight === null ? text : `${text} (weight ${weight})`)))
}

/** Reads a judge's reply in the form of bundled items: what it says of each criterion, with the checklist's weights; else why it is unusable. */
export function readOwnJudgement(
  content: string,
  { checklist, language }: Pick<FbItem, 'language'> & { readonly checklist: readonly Pick<FbCriterion, 'text' | 'weight'>[] },
  shown: readonly string[],
): { readonly value: readonly JudgedCriterion[] } | { readonly unusable: string } {
  const texts = checklist.map(({ text }) => text)
  const read = CHECKLIST_FORMS[language].read(content, texts, shown)
  if ('unusable' in read) return read
  return { value: read.value.map((verdict, index) => ({ ...verdict, weight: checklist[index]?.weight ?? null })) }
}

/** The entries of each of a judge's replies that is accepted, with the prompt that it answers. */
export function acceptedVotes(
  replies: readonly { readonly content?: string | undefined; readonly prompt?: string }[],
): (readonly JudgedCriterion[])[] {
  return replies.flatMap(({ content = '', prompt = '' }) => {
    const list = fencedText(prompt, 'criteria') ?? ''
    if (list.startsWith('1. ')) {
      const checklist = readListed(list).map((line) => {
        const [, text = line, weight] = /^(.*) \(weight ([\d.e-]+)\)$/s.exec(line) ?? []
        return { text, weight: weight === undefined ? null : Number(weight) }
      })
      const language = prompt.endsWith(CHECKLIST_FORMS.zh.example) ? 'zh' : 'en'
      const own = readOwnJudgement(content, { checklist, language }, [])
      return 'value' in own ? [own.value] : []
    }
    const read = readJudgement(content)
    return read.outcome === 'accepted' ? [read.entries] : []
  })
}

/**
 * Why a reply that the official rules accept may be that of an answer the judge quoted, and not the judge's own
 * (docs/suites/fb-bench.md, R3): the judge was shown a result in the form of a verdict, and its reply is not exactly of the form asked
 * for. Undefined where nothing is wrong.
 *
 * @param shown the texts of the conversation that the judge was shown.
 */
export function quotationIn(text: string, { checklist }: Pick<FbItem, 'checklist'>, shown: readonly string[]): string | undefined {
  if (!imitates(/评判结果/, shown)) return undefined
  const parsed = parsePythonJson(text)
  if (!parsed || !isKind(parsed.value, 'dict') || parsed.repeatsKey) return 'an object in it has a key twice'
  const { entries } = parsed.value
  const wanted = new Set<PythonValue>(checklist.map((criterion) => criterion.text))
  if (entries.length !== wanted.size || entries.some(([key]) => !wanted.has(key))) return 'its keys are not the criteria, word for word'
  if (entries.some(([, entry]) => isKind(entry, 'dict') && entry.entries.length > FIELDS.length))
    return 'an entry has more fields than those asked for'
  return undefined
}

/**
 * Score of a judgement (docs/suites/fb-bench.md, R4): the weights of what is met are added up in the judge's order; a met criterion
 * without weight gives 1 at once. Undefined where the sum leaves 0..1.
 */
export function judgementScore(entries: readonly Pick<JudgedCriterion, 'met' | 'weight'>[]): number | undefined {
  let total = 0
  for (const { met, weight } of entries) {
    if (!met) continue
    if (weight === null) return 1
    total += weight
  }
  return total >= -TOLERANCE && total <= 1 + TOLERANCE ? total : undefined
}

/**
 * The score by rules that do not pay for faults of the official ones (docs/suites/fb-bench.md, R6): criteria are matched to the
 * checklist, by text or else by position; weights are the checklist's; in response maintenance the first criterion decides, which
 * says that the right answer is kept, or all do, where officially any criterion does, even one that describes giving in.
 */
export function strictScore(
  item: Pick<FbItem, 'scenario' | 'checklist'>,
  entries: readonly JudgedCriterion[],
  rule: 'first' | 'all' = 'first',
): number {
  const met = metCriteria(item, entries)
  if (item.scenario === 'rm') return Number(rule === 'all' ? met.every(Boolean) : met[0])
  return item.checklist.reduce((sum, { weight }, index) => sum + (met[index] ? (weight ?? 0) : 0), 0)
}

/** Which criteria of the checklist are met: by their text, or else by their place in the reply. */
function metCriteria({ checklist }: Pick<FbItem, 'checklist'>, entries: readonly JudgedCriterion[]): boolean[] {
  const isOwn = ({ criterion }: JudgedCriterion) => checklist.some(({ text }) => text === criterion)
  return checklist.map(({ text }, index) => {
    const byText = entries.find((entry) => entry.criterion === text)
    const inPlace = entries.length === checklist.length ? entries[index] : undefined
    return (byText ?? (inPlace && !isOwn(inPlace) ? inPlace : undefined))?.met ?? false
  })
}

function readEntry(criterion: string, entry: PythonValue): JudgedCriterion | string {
  const named = JSON.stringify(criterion)
  if (criterion === '') return 'a criterion has no text'
  if (!isKind(entry, 'dict')) return `the entry of ${named} is not an object`
  const fields = new Map(entry.entries as readonly (readonly [string, PythonValue])[])
  for (const name of FIELDS) if (!fields.has(name)) return `the entry of ${named} has no ${name}`
  const [reason, result] = [fields.get('评判理由'), fields.get('评判结果')]
  const weight = readWeight(fields.get('weight') ?? null)
  if (typeof reason !== 'string' || reason === '') return `评判理由 of ${named} is not a text`
  if (result !== '是' && result !== '否') return `评判结果 of ${named} is neither 是 nor 否`
  if (weight === undefined) return `weight of ${named} is neither null nor over 0 up to 1`
  return { criterion, reason, met: result === '是', weight }
}

/** Python takes `true` for 1 here. */
function readWeight(value: PythonValue): number | null | undefined {
  if (value === null) return null
  const weight = value === true ? 1 : isKind(value, 'int') || isKind(value, 'float') ? Number(value.value) : Number.NaN
  return weight > 0 && weight <= 1 ? weight : undefined
}

type Kinds = Exclude<PythonValue, null | boolean | string>

function isKind<Kind extends Kinds['kind']>(value: PythonValue, kind: Kind): value is Extract<Kinds, { kind: Kind }> {
  return typeof value === 'object' && value !== null && value.kind === kind
}

/** Python's truth: empty, zero, null and false are false. */
function isFalsy(value: PythonValue): boolean {
  if (isKind(value, 'dict')) return value.entries.length === 0
  if (isList(value)) return value.items.length === 0
  return isKind(value, 'int') || isKind(value, 'float') ? Number(value.value) === 0 : !value
}
