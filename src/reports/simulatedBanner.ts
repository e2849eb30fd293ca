import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { paint, wrapWords } from './layout.ts'

/** What stands on every screen with figures of simulated models. */
export const SIMULATED = 'SIMULATED: built-in fake models. These figures say nothing about a real one.'

/** Whether a simulated model has a role in a run. */
export function isSimulated(document: Pick<ScoresDocument, 'run'> | undefined): boolean {
  return Object.values(document?.run.roles ?? {}).some(({ simulated }) => simulated)
}

/** The banner, where any of the runs has simulated models. */
export function simulatedBanner(runs: readonly { readonly document?: Pick<ScoresDocument, 'run'> | undefined }[], width: number): string[] {
  return runs.some(({ document }) => isSimulated(document)) ? bannerLines(width) : []
}

/** The banner for a screen of this width. */
export function bannerLines(width: number): string[] {
  return wrapWords(SIMULATED, width - 1, 0).map((line) => paint('yellow', ` ${line}`))
}
