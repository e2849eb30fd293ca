import { z } from 'zod'

/** Who answers a call: the model under test, the evaluator, the one who objects, the one who interviews, the one who plays a user. */
export const ROLES = ['candidate', 'judge', 'refuter', 'interactor', 'user'] as const

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number]

/** Who answers when data is made: writes it, solves it without its key, turns texts into vectors. A judge may look at it too. */
export const DATA_ROLES = ['author', 'solver', 'embedder'] as const

/** Who answers a call, of a run or of a command that makes data. */
export type CallRole = Role | (typeof DATA_ROLES)[number]

/** A role as the key of a record. */
export const roleName = z.string().refine((name) => ROLES.some((role) => role === name), `not one of ${ROLES.join(', ')}`)
