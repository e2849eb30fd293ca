import type { ScoresDocument } from './scoresDocument.ts'

/** What follows the model of a run that another program made; empty for one of Holdfast's own. */
export function originText({ origin }: Pick<ScoresDocument['run'], 'origin'>): string {
  return origin === 'inspect' ? ', Inspect log' : ''
}
