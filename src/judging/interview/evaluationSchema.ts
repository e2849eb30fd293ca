import { ASPECTS, STOP_REASONS } from './evaluation.ts'

type Schema = Readonly<Record<string, unknown>>

/** In strict mode an object has all its fields, in this order, and no other. */
function objectOf(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

const score = { type: 'integer', enum: [1, 2, 3, 4] }
const comment = { type: 'string' }

/** The form of an evaluation as a JSON schema, for endpoints that take one: a comment stands before its score. */
export const EVALUATION_SCHEMA = {
  name: 'evaluation',
  schema: objectOf({
    ...Object.fromEntries(ASPECTS.map((aspect) => [aspect, objectOf({ comment, score })])),
    overall_comment: comment,
    overall_score: score,
    stop_conversation: { type: 'boolean' },
    stop_reason: { type: 'string', enum: STOP_REASONS },
  }),
}
