import type { LeftOut } from '../../src/kit.ts'
import type { Checker, Pair, Rb1Kind, Rb1Task, Refutebench1Options } from './names.ts'
import type { Script } from './script.ts'

/** One dialogue to be held. */
export interface Rb1Item {
  /** `<task>/<kind>/<set>/<row>`. */
  readonly id: string
  readonly task: Rb1Task
  readonly kind: Rb1Kind
  /** Irrelevant queries between feedback and final query. */
  readonly nc: number
  /** Of translations. */
  readonly pair?: Pair | undefined
  /** Of e-mails with a single feedback. */
  readonly checker?: Checker | undefined
  /** What varies together: dialogues that begin with the same query. */
  readonly row: string
  readonly script: Script
}

/** Items of a task, and their rows as they were read. */
export interface TaskItems {
  readonly items: readonly Rb1Item[]
  readonly rows: readonly unknown[]
  /** What of the release the options ask for and the folder does not have. */
  readonly leftOut?: readonly LeftOut[]
}

/** Which set of rows an item is of. */
export type SetName = Pick<Rb1Item, 'task' | 'kind' | 'nc' | 'pair'>

/** Whether the options ask for a set of rows. */
export function isWanted({ kind, nc, pair }: SetName, { kinds, ncs, pairs }: Refutebench1Options): boolean {
  return kinds.includes(kind) && (ncs as readonly string[]).includes(String(nc)) && (pair === undefined || pairs.includes(pair))
}
