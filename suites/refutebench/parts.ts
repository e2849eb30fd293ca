import { type CasePart, type CaseSizes, isKept, keptOf, partTitle, sizeIn, splitSentences, wholeParts } from '../../src/kit.ts'
import type { Draws, Edit } from './demands.ts'
import { AXES, type Style, upTo } from './names.ts'
import type { RefuteItem } from './openSeeds.ts'
import { QUERIES, type Seed } from './seeds.ts'

const DOCUMENT = 'document'

/** How plain each side of a refuter's style can be. */
const PLAINEST: Style = { clarity: 'clear', abstraction: 'concrete', emotion: 'calm' }

/**
 * What a dialogue can be made smaller by: irrelevant queries, objections after the first, the style of the refuter, and the document
 * that is summarized. Sentences to translate and instructions to write stay whole: without a part of them the task is another one.
 *
 * @param drawn what is drawn for the whole item.
 */
export function refutebenchParts({ protocol, seed, irrelevant }: RefuteItem, { foci, style }: Pick<Draws, 'foci' | 'style'>): CasePart[] {
  const sentences = documentOf(seed)?.length ?? 0
  return [
    ...wholeParts('distractor', 'distractor', protocol === 'persistent' ? irrelevant : [], ({ query }) => query),
    ...foci.slice(1).map(
      (focus, index): CasePart => ({
        name: `objection-${index + 2}`,
        kind: 'turn',
        title: `objection ${index + 2}, about ${focus}`,
        size: 1,
      }),
    ),
    ...AXES.filter((axis) => style[axis] !== PLAINEST[axis]).map(
      (axis): CasePart => ({ name: axis, kind: 'demand', title: `the refuter is ${style[axis]}, else ${PLAINEST[axis]}`, size: 1 }),
    ),
    ...(sentences > 1
      ? [{ name: DOCUMENT, kind: 'context', title: partTitle(seed.query), size: sentences, least: 1, unit: 'sentences' } as const]
      : []),
  ]
}

/**
 * A dialogue with less of it. The right answers stay: each objection is about the wording of the answer before it, and an answer is
 * rated by that objection alone, whatever else was talked about, and however it was put. The first objection always stays. Ratings
 * are named by the objections that are left, in their order.
 *
 * @returns undefined where an objection that takes back a part of an earlier one is left without it.
 */
export function cutRefutebench(
  item: RefuteItem,
  sizes: CaseSizes,
  { foci, style, demands }: Pick<Draws, 'foci' | 'style' | 'demands'>,
): RefuteItem | undefined {
  const plain = AXES.filter((axis) => style[axis] !== PLAINEST[axis] && !isKept(sizes, axis))
  const objections = keptObjections(demands, foci.length, sizes)
  if (!objections) return undefined
  const irrelevant = item.protocol === 'persistent' ? keptOf(item.irrelevant, 'distractor', sizes) : item.irrelevant
  const sentences = documentOf(item.seed) ?? []
  const seed = shortened(item.seed, Math.max(1, sizeIn(sizes, DOCUMENT, sentences.length)))
  const isWhole =
    plain.length === 0 && objections.length === foci.length && irrelevant.length === item.irrelevant.length && seed === item.seed
  if (isWhole) return item
  return { ...item, seed, irrelevant, again: item.again === item.seed ? seed : item.again, smaller: { objections, plain } }
}

/** What is drawn for an item, of a smaller one what is left of it. */
export function drawsLeft(draws: Draws, { smaller }: Pick<RefuteItem, 'smaller'>): Draws {
  if (!smaller) return draws
  const { objections, plain } = smaller
  const left = <T>(of: readonly T[]) => of.filter((_, index) => objections.includes(index))
  const style = { ...draws.style, ...Object.fromEntries(plain.map((axis) => [axis, PLAINEST[axis]])) }
  return { ...draws, foci: left(draws.foci), demands: left(draws.demands), style }
}

/** Places of the objections that are kept; undefined where one narrows a demand that is not. */
function keptObjections(demands: readonly Edit[], count: number, sizes: CaseSizes): number[] | undefined {
  const all = upTo(0, count - 1)
  const kept = new Set(all.filter((index) => index === 0 || isKept(sizes, `objection-${index + 1}`)))
  for (const index of all) {
    const narrowed = demands.findIndex(
      ({ kind, from }, earlier) => earlier < index && kind === 'swap' && (demands[index]?.from ?? '').includes(from),
    )
    if (kept.has(index) && narrowed !== -1 && !kept.has(narrowed)) return undefined
  }
  return all.filter((index) => kept.has(index))
}

/** The sentences of the document that a seed has summarized; undefined for other tasks. */
function documentOf({ task, query }: Seed): string[] | undefined {
  const request = QUERIES.summarization('')
  if (task !== 'summarization' || !query.endsWith(request)) return undefined
  return splitSentences(query.slice(0, query.length - request.length))
}

/** The first sentences: what a document is about stands in them as a rule. */
function shortened(seed: Seed, count: number): Seed {
  const sentences = documentOf(seed)
  if (!sentences || count >= sentences.length) return seed
  return { ...seed, query: QUERIES.summarization(sentences.slice(0, count).join(' ')) }
}
