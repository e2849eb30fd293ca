import { groupBy, type LabelQuestion, random } from '../../../kit.ts'

/**
 * Who is asked what. The first `overlap` items go to every rater, so that it can be told how far raters agree. Of the rest each goes
 * to one: to a rater who labelled some of it already, else to the one with the fewest judgements.
 *
 * @param items in random order: those that everybody gets are then a random part of them. Each is a drawn item's trial, with the
 *   judgements that it takes and the raters who labelled any of it already.
 * @param raters one at least.
 * @returns indexes of the items of each rater, in the order of the raters.
 */
export function deal(
  items: readonly { readonly work: number; readonly labelledBy: ReadonlySet<string> }[],
  raters: readonly string[],
  overlap: number,
): number[][] {
  const hands = raters.map((name) => ({ name, indexes: [] as number[], work: 0 }))
  for (const [index, { work, labelledBy }] of items.entries()) {
    const known = hands.find(({ name }) => labelledBy.has(name))
    const idlest = hands.reduce((least, hand) => (hand.work < least.work ? hand : least))
    for (const hand of index < overlap ? hands : [known ?? idlest]) {
      hand.indexes.push(index)
      hand.work += work
    }
  }
  return hands.map(({ indexes }) => indexes)
}

/** Share of the items that every rater gets where nothing else is said, and the least number of them. */
const OVERLAP = { share: 0.2, least: 5 }

/**
 * How many items go to every rater.
 *
 * @param wanted a number of items, or below 1 a share of them; undefined for a fifth of them, at least 5.
 * @returns 0 for one rater, and never more than there are.
 */
export function overlapOf(wanted: number | undefined, items: number, raters: number): number {
  if (raters < 2) return 0
  if (wanted === undefined) return Math.min(items, Math.max(OVERLAP.least, Math.ceil(OVERLAP.share * items)))
  return Math.min(items, wanted < 1 ? Math.ceil(wanted * items) : wanted)
}

/** An item's trial with what a rater is asked of it. */
export interface AskedRecord<Question extends LabelQuestion = LabelQuestion> {
  /** Unique among the records. */
  readonly key: string
  readonly questions: readonly Question[]
}

/**
 * The order in which a rater is asked. Records are in random order, other for each rater. A record's questions stay together, so that
 * its texts are read once: those about one answer in random order, and answers as they were given, for a later one tells of earlier
 * ones. Where two outputs are compared in both orders, the second comparison comes after all first ones: a rater would only repeat
 * what was said a moment ago.
 */
export function askingOrder<Question extends LabelQuestion>(
  records: readonly AskedRecord<Question>[],
  seed: number,
  rater: string,
): { readonly key: string; readonly question: Question }[] {
  const inOrder = [...records].sort((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  const stream = random('annotate order', seed, rater)
  const parted = stream.shuffle(inOrder).map(({ key, questions }) => {
    const groups = groupBy(passes(questions), ({ isTurned }) => isTurned)
    const asked = (isTurned: boolean) =>
      (groups.get(isTurned) ?? []).flatMap(({ group }) => stream.shuffle(group).map((question) => ({ key, question })))
    return { first: asked(false), turned: asked(true) }
  })
  return [...parted.flatMap(({ first }) => first), ...stream.shuffle(parted).flatMap(({ turned }) => turned)]
}

/** Questions by the texts that they have judged, and whether earlier ones have the same texts judged in another order. */
function passes<Question extends LabelQuestion>(questions: readonly Question[]) {
  const known = new Set<string>()
  return [...groupBy(questions, (question) => comparedTexts(question).asShown).values()].map((group) => {
    const keys = group.map((question) => comparedTexts(question).inAnyOrder)
    const isTurned = keys.some((key) => known.has(key))
    for (const key of keys) known.add(key)
    return { group, isTurned }
  })
}

/**
 * The texts that a question has judged, to be held against those of other questions: `asShown` in the order in which they are shown,
 * `inAnyOrder` in one of their own, which is the same with the two outputs changed about.
 */
export function comparedTexts({ kind, shown }: Pick<LabelQuestion, 'kind' | 'shown'>) {
  const texts = shown.flatMap(({ text, isJudged }) => (isJudged ? [text] : []))
  return { asShown: JSON.stringify(texts), inAnyOrder: JSON.stringify([kind, ...[...texts].sort()]) }
}
