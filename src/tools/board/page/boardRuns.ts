import { type Content, html } from '../../../kit.ts'
import type { BoardRun, BoardSuite } from '../board.ts'

/** A run of a board's page. */
export interface PageRunLink {
  /** As the user named it. */
  readonly name: string
  /** Address of its own page, from the board's; null where it has none. */
  readonly page: string | null
}

/** The letter of each run of a board by its name: A to Z, then AA, AB and so on, the same in every suite. */
export function runKeys(suites: readonly BoardSuite[], order: readonly string[]): ReadonlyMap<string, string> {
  const present = new Set(suites.flatMap(({ runs }) => runs.map(({ name }) => name)))
  return new Map(order.filter((name) => present.has(name)).map((name, at) => [name, letters(at)]))
}

function letters(at: number): string {
  const last = String.fromCharCode(65 + (at % 26))
  return at < 26 ? last : letters(Math.floor(at / 26) - 1) + last
}

/** A run's letter and label, in its own direction of writing. */
export function runName({ name, label, simulated, simulatedRoles }: BoardRun, keys: ReadonlyMap<string, string>): Content {
  return html`<span class="key">${keys.get(name) ?? ''}</span> <bdi class="model">${label}</bdi>${simulated && html` <span class="badge sim">sim</span>`}${simulatedRoles.map((role) => html` <span class="badge sim">sim ${role}</span>`)}`
}

/** Whether a simulated model had a role in any run of a suite. */
export function isSimulatedBoard({ runs }: Pick<BoardSuite, 'runs'>): boolean {
  return runs.some(({ simulated, simulatedRoles }) => simulated || simulatedRoles.length > 0)
}
