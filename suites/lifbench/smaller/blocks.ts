import { type CasePart, type CasePartKind, type CaseSizes, sizeIn } from '../../../src/kit.ts'

/** Blocks that a long row of alike things is cut by: each can go by itself, so that what matters is found wherever it stands. */
const MOST_BLOCKS = 8

/** A row of things in blocks of about the same size. */
interface Block {
  readonly name: string
  readonly places: readonly number[]
}

function blocksOf(name: string, places: readonly number[]): Block[] {
  const count = Math.min(MOST_BLOCKS, places.length)
  return Array.from({ length: count }, (_, at) => ({
    name: count === 1 ? name : `${name}-${at + 1}`,
    places: places.slice(Math.floor((at * places.length) / count), Math.floor(((at + 1) * places.length) / count)),
  }))
}

/** A row of alike things as parts, each of which can be cut from its end or left out. */
export function blockParts(
  name: string,
  places: readonly number[],
  {
    kind,
    unit,
    title,
  }: { readonly kind: CasePartKind; readonly unit: 'entries' | 'sentences'; readonly title: (places: readonly number[]) => string },
): CasePart[] {
  return blocksOf(name, places).map((block) => ({ name: block.name, kind, title: title(block.places), size: block.places.length, unit }))
}

/** The places of a row that a case keeps: of each block the first ones. */
export function keptPlaces(name: string, places: readonly number[], sizes: CaseSizes): number[] {
  return blocksOf(name, places).flatMap((block) => block.places.slice(0, sizeIn(sizes, block.name, block.places.length)))
}
