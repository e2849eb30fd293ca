import { readJsonl, z } from 'holdfast'

/** One line of items.jsonl. A line that does not fit is named, with its field, before the first call. */
export const itemSchema = z.strictObject({
  id: z.string().min(1),
  /** The text the question is about; items about one text are right or wrong together. */
  source: z.string(),
  lang: z.enum(['en', 'de']),
  kind: z.enum(['lookup', 'reasoning', 'unknown']),
  text: z.string().min(1),
  question: z.string().min(1),
  /** What a right answer says: every fact, each in any of its wordings. */
  facts: z.array(z.array(z.string().min(1)).min(1)).min(1),
  maxWords: z.number().int().positive(),
  /**
   * What no program can decide and a judge does, by its words. `simulated` is a pattern: what simulated judges find met, so
   * that the benchmark runs without a key. A real judge never sees it.
   */
  judged: z.array(z.strictObject({ criterion: z.string().min(1), simulated: z.string().min(1) })).default([]),
  /** An answer with full marks: what the simulated models answer, and what calibrates the scoring. */
  reference: z.string().min(1),
})

/** A question about a text. */
export type Item = z.output<typeof itemSchema>

/** The items, in the order of the file. */
export async function readItems(): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of readJsonl(new URL('./items.jsonl', import.meta.url), itemSchema)) items.push(item)
  return items
}
