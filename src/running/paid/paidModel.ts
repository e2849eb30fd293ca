import type { CallRole } from '../../core/format/role.ts'
import type { Model } from '../../models/model.ts'
import type { PaidCommand } from './paidCommand.ts'

/** A role of a command as a model whose calls are filed under one item. */
export function paidModel(command: PaidCommand, role: CallRole, item: string): Model {
  const name = command.modelOf(role)
  return {
    name,
    simulated: name.startsWith('sim:'),
    ask: (prompt, { ask: _again, ...options } = {}) =>
      command.ask({ ...options, role, item, prompt: typeof prompt === 'function' ? prompt() : prompt }),
  }
}
