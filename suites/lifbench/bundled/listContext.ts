import type { Random, Tokenizer } from '../../../src/kit.ts'
import type { ListContext } from '../data/source.ts'
import type { Length } from '../lengths.ts'
import { indexElements, readElements } from '../scoring/elementIndex.ts'

/** One element in three is a sentence, about as in the released lists (90,000 UUIDs to some 45,000 sentences). */
const SENTENCE_EVERY = 3

/**
 * A list of UUIDs and instruction-like sentences that fills the budget. The lines are counted one by one: a token never
 * spans the newline and the next number, so their sum is the count of the whole (checked by a test).
 */
export function bundledList(
  sentences: readonly string[],
  length: Length,
  index: number,
  random: Random,
  tokenizer: Tokenizer,
): ListContext {
  const budget = length.budget * 1024
  const tempting = random.shuffle(sentences)
  const uuid = timeBasedUuids(random)
  const lines: string[] = []
  let tokens = 0
  for (;;) {
    const sentence = random.int(1, SENTENCE_EVERY) === 1 ? tempting.pop() : undefined
    const line = `${lines.length + 1}. ${sentence ?? uuid()}\n`
    const size = tokenizer.count(line)
    if (tokens + size > budget) break
    tokens += size
    lines.push(line)
  }
  const text = lines.join('')
  return {
    scenario: 'list',
    index,
    length,
    text,
    tokens: { tokenizer: tokenizer.name, count: tokens },
    elements: indexElements(readElements(text)),
  }
}

/**
 * UUIDs of version 1 as one machine makes them in one go, without dashes: only the first eight digits differ. The
 * official half credit for a wrong UUID (docs/suites/lifbench.md, Q14) depends on that, so scores compare.
 */
function timeBasedUuids(random: Random): () => string {
  const hex = (digits: number, value: number) => value.toString(16).padStart(digits, '0')
  const node = hex(4, random.int(0, 0xffff)) + hex(8, random.int(0, 0x7fffffff))
  const rest = `${hex(4, random.int(0, 0xffff))}11ef${hex(4, random.int(0x8000, 0xbfff))}${node}`
  let time = random.int(0x10000000, 0x70000000)
  const made: string[] = []
  return () => {
    if (made.length === 0) {
      const batch = Array.from({ length: 512 }, () => {
        time += random.int(20, 400)
        return hex(8, time) + rest
      })
      made.push(...random.shuffle(batch))
    }
    return made.pop() as string
  }
}
