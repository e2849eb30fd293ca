import { join } from 'node:path'
import { z } from 'zod'
import { readJson } from '../../../src/kit.ts'
import type { FbItem } from '../items.ts'
import { TASKS } from '../names.ts'

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
