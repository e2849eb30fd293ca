import type { Model } from './model.ts'

/** Several models in one role: each vote is another one's. What they say stands in the journal under their own names. */
export function panel(members: readonly Model[]): Model {
  return {
    name: `panel:${members.map(({ name }) => name).join(';')}`,
    simulated: members.some(({ simulated }) => simulated),
    ask: (prompt, options) => (members[(options?.vote ?? 0) % members.length] as Model).ask(prompt, options),
  }
}
