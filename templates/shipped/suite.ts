import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  bundledVersion,
  criterion,
  defineSuite,
  HoldfastError,
  isBundled,
  type OpenSuite,
  packageRoot,
  parseJsonl,
  rubric,
} from '../../src/kit.ts'

/** One line of items.jsonl. */
const itemSchema = z.strictObject({
  id: z.string().min(1),
  question: z.string().min(1),
  answer: z.string().min(1),
  /** An answer of the right form that is wrong. */
  wrong: z.string().min(1),
})

type Item = z.output<typeof itemSchema>

/** suite-name: what it asks, in one line. */
export const suiteNameSuite = defineSuite({
  name: 'suite-name',
  roles: { candidate: { temperature: 0 } },
  about: {
    title: 'suite-name',
    question: 'Does the model know the capital of a country?',
    good: 'Higher is better: 1 is the right name in every answer.',
    item: 'question',
  },
  summary: ({ items, mean }) => ({
    score: { ...mean(items), label: 'right answers', range: [0, 1], headline: { unit: 'share', digits: 3 } },
  }),
  open: ({ config: { data } }): OpenSuite<Item> => {
    const file = isBundled(data) ? join(packageRoot, 'fixtures', 'suite-name', 'items.jsonl') : join(data, 'suite-name', 'items.jsonl')
    if (!existsSync(file))
      throw new HoldfastError('DATA', `Failed to read HOLDFAST_DATA: no file ${file}. Put your items there, or use bundled.`)
    return {
      items: parseJsonl(readFileSync(file), itemSchema, file),
      data: isBundled(data) ? { source: 'bundled', version: bundledVersion(data, 1) } : { source: 'own items' },
      reference: (item) => item.answer,
      wrong: (item) => item.wrong,
      planned: (item) => ({
        waves: 1,
        roles: { candidate: { calls: 1, promptTokens: Math.ceil(item.question.length / 4), completionTokens: 20 } },
      }),
      body: async (item, { candidate, expect }) => {
        const answer = await candidate.ask(item.question)
        await expect(answer).toPassRubric(rubric([criterion('names it', { check: (text) => text.includes(item.answer) })]))
      },
    }
  },
})
