import { type LabelQuestion, random } from '../../../../kit.ts'
import { comparedTexts } from './comparedTexts.ts'

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
    const { first, turned } = passes(questions)
    const asked = (groups: readonly (readonly Question[])[]) =>
      groups.flatMap((group) => stream.shuffle(group).map((question) => ({ key, question })))
    return { first: asked(first), turned: asked(turned) }
  })
  return [...parted.flatMap(({ first }) => first), ...stream.shuffle(parted).flatMap(({ turned }) => turned)]
}

/** Questions by the texts that they have judged, and apart from them those that have the same texts judged in another order. */
function passes<Question extends LabelQuestion>(questions: readonly Question[]): Record<'first' | 'turned', Question[][]> {
  const groups = new Map<string, Question[]>()
  const orders = new Map<string, string>()
  const turned = new Set<string>()
  for (const question of questions) {
    const { asShown, inAnyOrder } = comparedTexts(question)
    const known = groups.get(asShown)
    if (known) known.push(question)
    else groups.set(asShown, [question])
    const earlier = orders.get(inAnyOrder)
    if (earlier === undefined) orders.set(inAnyOrder, asShown)
    else if (earlier !== asShown) turned.add(asShown)
  }
  const part = (isTurned: boolean) => [...groups].flatMap(([key, group]) => (turned.has(key) === isTurned ? [group] : []))
  return { first: part(false), turned: part(true) }
}
