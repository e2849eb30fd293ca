import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  type BundledVersion,
  blindLevel,
  bundledVersion,
  type DatasetDescription,
  dataError,
  dataFolder,
  isBundled,
  jsonHash,
  readAllLines,
  readFixture,
  readJson,
  remembered,
} from '../../src/kit.ts'
import { decide } from './check/decide.ts'
import { bundledItem, type FbItem } from './items.ts'
import { TASKS } from './names.ts'

const common = {
  task_type: z.enum(TASKS),
  sub_task_type: z.string(),
  user_query: z.string(),
  origin_first_response: z.string(),
  feedback: z.string(),
  feedback_type: z.array(z.string()),
  reference_second_response: z.string().nullish(),
}
const item = z.discriminatedUnion('bench_type', [
  z.object({
    ...common,
    bench_type: z.literal('Error Correction'),
    error_type: z.array(z.string()).nonempty(),
    checklist: z.array(z.tuple([z.string(), z.number().positive().max(1)])).nonempty(),
  }),
  z.object({
    ...common,
    bench_type: z.literal('Response Maintenance'),
    error_type: z.null(),
    checklist: z.array(z.string()).nonempty(),
  }),
])

/**
 * The official dataset (v3, 591 items). Ids are `fbv3-` and the index in the file.
 *
 * @throws HoldfastError naming file, item and field of what does not fit.
 */
export function readOfficialItems(folder: string): FbItem[] {
  return readJson(join(folder, 'dataset.json'), z.array(item)).map((entry, index) => ({
    id: `fbv3-${String(index).padStart(3, '0')}`,
    scenario: entry.bench_type === 'Error Correction' ? 'ec' : 'rm',
    task: entry.task_type,
    subtask: entry.sub_task_type,
    language: 'zh',
    query: entry.user_query,
    firstResponse: entry.origin_first_response,
    feedback: entry.feedback,
    deficiency: entry.error_type ?? [],
    feedbackTypes: entry.feedback_type,
    checklist: entry.checklist.map((criterion) =>
      typeof criterion === 'string' ? { text: criterion, weight: null } : { text: criterion[0], weight: criterion[1] },
    ),
    reference: entry.reference_second_response ?? undefined,
  }))
}

/** Files of the bundled items: the first are those of version 1, the others came with version 2. */
const FILES = ['items.jsonl', 'hard.jsonl'] as const

/**
 * The items written for this project. Their criteria can be checked by program as far as a program can read, so that
 * simulated judges have something true to say. Those of version 1 are read as they were, without levels.
 *
 * @throws HoldfastError naming line and field of what does not fit.
 */
export function readBundledItems(version: BundledVersion = 2): FbItem[] {
  const items = FILES.slice(0, version).flatMap((name) => readFixture(`fb-bench/${name}`, bundledItem))
  return items.map(itemOf).map(({ blind, ...item }) => (version === 1 ? item : { ...item, blind, level: blindLevel(blind) }))
}

/** An item in the form of the bundled ones, with checks that say whether a criterion is met; undefined where a program cannot tell. */
export function itemOf({ lang, checklist, concession, ...own }: z.output<typeof bundledItem>): FbItem {
  return {
    ...own,
    language: lang,
    concession: concession || undefined,
    checklist: checklist.map(({ text, weight = null, check }) => {
      const isMet = (answer: string) => {
        const finding = decide(check, answer)
        return finding === 'undecided' ? undefined : finding === 'met'
      }
      // A simulated judge, its known answers and the score ask for the same answers.
      return { text, weight, check: remembered(isMet) }
    }),
  }
}

/**
 * Opens the items, and tells where they come from.
 *
 * @param data `bundled`, `bundled@1`, or a folder whose `fb-bench/` holds official items (`dataset.json`) or one's own (`items.jsonl`).
 * @throws HoldfastError when the folder has no `fb-bench` or an item in it does not fit.
 */
export function openItems(data: string) {
  const version = isBundled(data) ? bundledVersion(data, 2) : undefined
  const { items, source } = version ? { items: readBundledItems(version), source: 'bundled' } : readFolder(data)
  // The hash is of what is asked: measuring how hard an item is changes no data.
  const asked = items.map(({ blind: _blind, level: _level, ...item }) => item)
  return { items, source, ...(version && { version }), sha256: jsonHash(asked) }
}

/** The official items of a folder, or items of one's own in the form of the bundled ones. */
function readFolder(data: string): { readonly items: FbItem[]; readonly source: string } {
  const folder = dataFolder(data, 'fb-bench')
  const own = join(folder, 'items.jsonl')
  if (!existsSync(own)) return { items: readOfficialItems(folder), source: 'official' }
  if (existsSync(join(folder, 'dataset.json'))) {
    throw dataError(
      `Failed to read ${folder}: it has official items in dataset.json and items of your own in items.jsonl. Keep them in two folders.`,
    )
  }
  return { items: readAllLines(own, bundledItem).map(itemOf), source: 'own items' }
}

/** Describes the items with their languages, deficiencies, kinds of feedback and checklists. */
export async function describeFbBenchData(data: string): Promise<DatasetDescription> {
  const { items, ...from } = openItems(data)
  const each = <Key extends keyof (typeof items)[number]>(key: Key) => items.map((item) => item[key])
  return {
    ...from,
    tasks: items.map(({ scenario, task }) => `${scenario}/${task}`).sort(),
    labels: [
      { label: 'language', of: each('language') },
      { label: 'deficiency', of: items.flatMap(({ deficiency }) => deficiency) },
      { label: 'feedback', of: items.flatMap(({ feedbackTypes }) => feedbackTypes) },
      { label: 'level', of: each('level'), order: 'sorted' },
      { label: 'criteria per item', of: items.map(({ checklist }) => checklist.length) },
    ],
    lengths: [
      { texts: 'query', of: each('query') },
      { texts: 'first response', of: each('firstResponse') },
      { texts: 'feedback', of: each('feedback') },
      { texts: 'reference', of: each('reference') },
      { texts: 'criterion', of: items.flatMap(({ checklist }) => checklist.map(({ text }) => text)) },
    ],
    blind: { of: each('blind'), slices: [each('scenario'), each('task')] },
  }
}
