import fc from 'fast-check'
import type { CasePart, CaseSizes } from '../../../kit.ts'
import { EndedEarly } from './caseCalls.ts'

/** How a case ended: it failed for the item's reason, it did not, or it could not be scored. */
export type CaseOutcome = 'fails' | 'passes' | 'unknown'

/** Tries a case. The same sizes may be asked for again, which must cost nothing. Throws EndedEarly where no budget is left. */
export type CaseTest = (sizes: CaseSizes) => Promise<CaseOutcome>

/** The smallest case that a search has found. */
export type SmallestCase = Awaited<ReturnType<typeof smallestCase>>

/**
 * The smallest case that still fails, from a case that does. First in large steps: without any distractor, then without halves,
 * quarters and so on of what can be left out (ddmin: Zeller and Hildebrandt 2002, "Simplifying and isolating failure-inducing
 * input"). Then in small ones, by fast-check's shrinking of a record of whole numbers.
 *
 * What it ends with is a local minimum: no single part of it can be left out or cut to its least, and none cut by one more of its
 * unit. So it is also where failing does not grow with what is kept.
 *
 * @param from sizes of the case to begin with, which fails.
 * @throws EndedEarly where the command was stopped; a budget that ends cuts the search short.
 */
export async function smallestCase(parts: readonly CasePart[], from: CaseSizes, test: CaseTest) {
  // What does not belong to the matter goes first, what is cut by the unit last: other parts may make it short by themselves.
  const orderOf = (part: CasePart) => (part.kind === 'distractor' ? 0 : part.size - leastOf(part) > 1 ? 2 : 1)
  const inOrder = [...parts].sort((one, other) => orderOf(one) - orderOf(other))
  const needed: string[] = []
  let sizes: CaseSizes = { ...wholeSizes(parts), ...from }
  const sizeOf = ({ name, size }: CasePart) => sizes[name] ?? size
  // Parts of which there is something left to take away.
  const removable = (some = inOrder) => some.filter((part) => sizeOf(part) > leastOf(part))
  const cut = (some: readonly CasePart[]) => ({ ...sizes, ...Object.fromEntries(some.map((part) => [part.name, leastOf(part)])) })
  // Goes on from a case if it fails.
  const takes = async (smaller: CaseSizes) => {
    if ((await test(smaller)) !== 'fails') return false
    sizes = smaller
    return true
  }
  const inLargeSteps = async () => {
    const distractors = removable().filter(({ kind }) => kind === 'distractor')
    if (distractors.length > 1) await takes(cut(distractors))
    for (let size = Math.ceil(removable().length / 2); size > 1; ) {
      let smaller = false
      const left = removable()
      for (let at = 0; at < left.length; at += size) {
        // Parts that went with an earlier group are no longer there.
        const group = removable(left.slice(at, at + size))
        if (group.length > 1 && (await takes(cut(group)))) smaller = true
      }
      size = smaller ? Math.min(size, Math.ceil(removable().length / 2)) : Math.ceil(size / 2)
    }
  }
  // Looks for any single part that can still be left out, or cut by one.
  const byOne = async () => {
    for (const part of removable()) {
      if (await takes(cut([part]))) return true
      if (sizeOf(part) - 1 > leastOf(part) && (await takes({ ...sizes, [part.name]: sizeOf(part) - 1 }))) return true
    }
    return false
  }
  const inSmallSteps = async () => {
    const arbitrary = fc.record(Object.fromEntries(inOrder.map((part) => [part.name, fc.integer({ min: leastOf(part), max: part.size })])))
    type Shrinking = { readonly value: CaseSizes; readonly context: unknown }
    let at: Shrinking = { value: sizes, context: undefined }
    for (let next: Shrinking | undefined = at; next; ) {
      at = next
      next = undefined
      for (const { value, context } of arbitrary.shrink(at.value, at.context)) {
        if (!(await takes(value))) continue
        next = { value, context }
        break
      }
      // What failed to get smaller before may do so now that other parts are smaller.
      if (!next && (await byOne())) next = { value: sizes, context: undefined }
    }
  }
  try {
    await inLargeSteps()
    await inSmallSteps()
    // Of what cannot be scored nobody knows whether it would fail.
    for (const part of removable()) if ((await test(cut([part]))) === 'passes') needed.push(part.name)
  } catch (error) {
    if (!(error instanceof EndedEarly) || error.why === 'stopped') throw error
    return { sizes, needed, cutShort: true }
  }
  return {
    /** How much of each part it keeps, every part named. */
    sizes,
    /** Parts without which, each alone, it does not fail. */
    needed,
    /** Whether the budget ended the search. */
    cutShort: false,
  }
}

/** The whole case: all there is of each part. */
export function wholeSizes(parts: readonly CasePart[]): CaseSizes {
  return Object.fromEntries(parts.map(({ name, size }) => [name, size]))
}

/** The least that may be left of a part. */
export function leastOf({ least = 0 }: CasePart): number {
  return least
}
