import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { HoldfastError, packageRoot, readJsonl } from '../../../kit.ts'
import { setName } from '../pairFile/readPairFile.ts'

/** An answer with criteria of which it is known whether it meets them. */
export interface LabelledAnswer {
  readonly id: string
  /** What varies together: the id where the line names nothing. */
  readonly cluster: string
  /** The conversation before the answer, oldest first. */
  readonly conversation: readonly { readonly role: string; readonly content: string }[]
  readonly answer: string
  readonly reference?: string | undefined
  readonly criteria: readonly { readonly text: string; readonly met: boolean }[]
}

/** The labelled answers of a file. */
export interface LabelledCriteria {
  readonly items: readonly LabelledAnswer[]
  readonly name: string
  readonly sha256: string
}

const label = z.union([z.literal(0), z.literal(1)], { error: 'expected 1 for met and 0 for not met' })
/** How a program keys the bundled criteria: no part of what is asked, and none of what is measured. */
const check = z.record(z.string(), z.unknown())
const line = z
  .strictObject({
    id: z.string().min(1),
    question: z.string().min(1).optional(),
    messages: z
      .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
      .min(1)
      .optional(),
    answer: z.string(),
    reference: z.string().min(1).optional(),
    cluster: z.string().min(1).optional(),
    criteria: z
      .array(z.strictObject({ text: z.string().min(1), met: label, check: check.optional() }))
      .min(1)
      .refine((all) => new Set(all.map(({ text }) => text)).size === all.length, 'two criteria have the same text'),
  })
  .refine(({ question, messages }) => (question === undefined) !== (messages === undefined), {
    path: ['question'],
    message: 'expected one of question and messages',
  })

/** The name of the file of labelled criteria that is shipped, and of its set. */
const BUNDLED = 'bundled'

/**
 * Reads a file of labelled criteria, JSON lines (`.gz` too), or the bundled one by the name `bundled`.
 *
 * @throws HoldfastError naming file, line and field of the first line that does not fit, and for labels that are all alike: no figure
 * of them tells a judge from one that always says so.
 */
export async function readLabelledCriteria(file: string): Promise<LabelledCriteria> {
  const path = file === BUNDLED ? join(packageRoot, 'fixtures', 'criteria', 'checkable.jsonl') : file
  const items: LabelledAnswer[] = []
  const ids = new Set<string>()
  for await (const entry of readJsonl(path, line)) {
    const { id, question, messages, answer, reference, cluster, criteria } = entry
    if (ids.has(id))
      throw new HoldfastError('DATA', `Failed to read ${path}: the id ${JSON.stringify(id)} stands twice. Give each answer its own.`)
    ids.add(id)
    items.push({
      id,
      cluster: cluster ?? id,
      conversation: messages ?? [{ role: 'user', content: question as string }],
      answer,
      ...(reference !== undefined && { reference }),
      criteria: criteria.map(({ text, met }) => ({ text, met: met === 1 })),
    })
  }
  const labels = new Set(items.flatMap(({ criteria }) => criteria.map(({ met }) => met)))
  if (labels.size < 2) {
    throw new HoldfastError(
      'DATA',
      `Failed to read ${path}: every criterion is labelled ${labels.has(true) ? 'met' : 'not met'}, which a judge that always says so gets right. Add some of the other kind.`,
    )
  }
  return {
    items,
    name: file === BUNDLED ? 'checkable' : setName(basename(path).replace(/(?:\.jsonl?)?(?:\.gz)?$/i, '')),
    sha256: createHash('sha256').update(JSON.stringify(items)).digest('hex'),
  }
}
