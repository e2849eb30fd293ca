import { z } from 'zod'

/** Who answers a call: the model under test, the evaluator, the one who objects, the one who interviews. */
export const ROLES = ['candidate', 'judge', 'refuter', 'interactor'] as const

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number]

/** A role as the key of a record. */
export const roleName = z.string().refine((name) => ROLES.some((role) => role === name), `not one of ${ROLES.join(', ')}`)
