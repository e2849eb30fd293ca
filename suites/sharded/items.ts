import { z } from 'zod'
import { checkSchema } from './checks/check.ts'
import { FORMS, KINDS, LEVELS, type ShardedForm } from './names.ts'

/** One line of a file of tasks. */
export const taskSchema = z
  .strictObject({
    /** `<kind>/<name>`. */
    id: z.string().regex(/^[a-z-]+\/[a-z0-9-]+$/, 'expected <kind>/<name> in small letters'),
    kind: z.enum(KINDS),
    level: z.enum(LEVELS),
    /** The whole instruction as one message. */
    full: z.string().min(1),
    /** The same in pieces: first what is wanted, then a fact or a demand each. */
    shards: z.array(z.string().min(1)).min(4).max(7),
    /** What an answer must meet, each with its share. */
    demands: z.array(z.strictObject({ name: z.string().min(1), weight: z.number().positive().default(1), check: checkSchema })).nonempty(),
    /** An answer that meets all. */
    reference: z.string().min(1),
  })
  .refine(({ id, kind }) => id.startsWith(`${kind}/`), { path: ['id'], message: 'expected it to begin with the kind' })
  .refine(({ demands }) => new Set(demands.map(({ name }) => name)).size === demands.length, {
    path: ['demands'],
    message: 'expected names that differ',
  })

/** A task: one instruction, whole and in pieces. */
export type ShardedTask = Readonly<z.output<typeof taskSchema>>

/** A task in one of its forms. */
export interface ShardedItem {
  /** `<kind>/<task>/<form>`. */
  readonly id: string
  readonly form: ShardedForm
  readonly task: ShardedTask
}

/** The items of tasks, those of a task together, in the order of the forms. */
export function itemsOf(tasks: readonly ShardedTask[], forms: readonly ShardedForm[]): ShardedItem[] {
  const wanted = FORMS.filter((form) => forms.includes(form))
  return tasks.flatMap((task) => wanted.map((form) => ({ id: `${task.id}/${form}`, form, task })))
}
