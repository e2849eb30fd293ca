import { singleLine } from '../../core/base/text/singleLine.ts'
import { columns, grouped } from '../../reports/layout.ts'
import type { PaidRole } from './paidCommand.ts'

/** What the calls of a command took, a row a role. */
export function paidTable(paid: readonly PaidRole[]): string[] {
  return columns([
    ['role', 'model', 'calls', 'tokens in', 'tokens out', 'cost'],
    ...paid.map(({ role, model, calls, promptTokens, completionTokens, usd, simulated }) => [
      role,
      singleLine(model),
      grouped(calls),
      grouped(promptTokens),
      grouped(completionTokens),
      simulated ? 'none: simulated' : usd === undefined ? 'no price' : `$${usd.toFixed(4)}`,
    ]),
  ])
}
