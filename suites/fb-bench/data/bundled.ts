import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { blindLevel } from '../../../src/base/data/blindLevel.ts'
import { blindSolving } from '../../../src/base/data/blindSolving.ts'
import type { BundledVersion } from '../../../src/base/data/bundledVersion.ts'
import { parseLine } from '../../../src/base/data/jsonl.ts'
import { parse } from '../../../src/base/data/parse.ts'
import { packageRoot } from '../../../src/base/packageRoot.ts'
import type { FbItem } from '../items.ts'
import { SCENARIOS, TASKS } from '../names.ts'

const patterns = z.array(z.string().transform((source, context) => compile(source, context)))
const bundledItem = z
  .strictObject({
    id: z.string(),
    scenario: z.enum(SCENARIOS),
    task: z.enum(TASKS),
    subtask: z.string(),
    lang: z.enum(['en', 'zh']),
    query: z.string().min(1),
    firstResponse: z.string().min(1),
    feedback: z.string().min(1),
    deficiency: z.array(z.string()),
    feedbackTypes: z.array(z.string()).nonempty(),
    checklist: z
      .array(
        z.strictObject({
          text: z.string(),
          weight: z.number().positive().max(1).optional(),
          check: z.strictObject({ match: patterns, avoid: patterns.default([]) }),
        }),
      )
      .nonempty(),
    reference: z.string().min(1),
    concession: z.string(),
    /** In response maintenance, where there are several criteria. */
    holds: z.enum(['all', 'any']).optional(),
    blind: blindSolving.optional(),
  })
  .refine(({ scenario, checklist, holds }) => (holds !== undefined) === (scenario === 'rm' && checklist.length > 1), {
    path: ['holds'],
    message: 'expected all or any where response maintenance has several criteria, and nothing elsewhere',
  })

function compile(source: string, context: z.RefinementCtx): RegExp {
  try {
    return new RegExp(source, 'isu')
  } catch (error) {
    context.addIssue({ code: 'custom', message: `no regular expression: ${String(error)}`, input: source })
    return z.NEVER
  }
}

/** Folder of the bundled items. */
const FOLDER = join(packageRoot, 'fixtures', 'fb-bench')
/** The items of version 1. The other files of the folder came with version 2. */
const FIRST = 'items.jsonl'

function filesOf(version: BundledVersion): readonly string[] {
  const later = readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl') && name !== FIRST)
  return [FIRST, ...(version === 1 ? [] : later.sort())].map((name) => join(FOLDER, name))
}

/**
 * The items written for this project. Their criteria can be checked by program, so that simulated judges have something
 * true to say.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readBundledItems(version: BundledVersion = 2): FbItem[] {
  return filesOf(version).flatMap((path) => readItems(path, version))
}

function readItems(path: string, version: BundledVersion): FbItem[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line, index) => {
      const where = `${path}, line ${index + 1}`
      const { lang, checklist, concession, blind, ...item } = parse(bundledItem, parseLine(line, where), where)
      return {
        ...item,
        ...(version > 1 && { blind, level: blindLevel(blind) }),
        language: lang,
        concession: concession || undefined,
        checklist: checklist.map(({ text, weight, check: { match, avoid } }) => ({
          text,
          weight: weight ?? null,
          check: (answer: string) => match.every((pattern) => pattern.test(answer)) && !avoid.some((pattern) => pattern.test(answer)),
        })),
      }
    })
}
