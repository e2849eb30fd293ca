import { present } from '../core/base/collections.ts'
import { counted } from '../core/base/text/counted.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import type { Fact } from './blocks/block.ts'
import { grouped } from './layout.ts'

const TIMED_OUT =
  'came when asked anew, since a timeout cut off the one before: shorter answers take the place of long ones. Lower maxTokens or raise timeoutSeconds'

/** What a reader must know of the models of a run beside their names: who answered, what was cut off, what was not sent; a warning bears on what the figures are worth. */
export function modelNotes({ run, usage }: Pick<ScoresDocument, 'run' | 'usage'>) {
  return Object.entries(run.roles).flatMap(([role, { model, served = [], fingerprints = [], adapted = [] }]) => {
    const counts: Partial<ScoresDocument['usage'][string]> = usage[role] ?? {}
    const { calls = 0, thought = 0, reasoningTokens = 0, unclosed = 0, unaskedVotes = 0 } = counts
    const note = (text: string, isWarning = false) => ({ role, text, isWarning })
    const warned = (count = 0, what: string) => count > 0 && note(`${grouped(count)} of ${counted(calls, 'answer')} ${what}`, true)
    const [first] = served
    return present([
      served.length > 1 && note(`answered as ${served.join(', ')}: the model behind the name changed during the run`, true),
      served.length === 1 && first !== undefined && !model.includes(first) && note(`answered as ${first}`),
      fingerprints.length > 1 && note(`${fingerprints.length} builds of the server answered (${fingerprints.join(', ')})`, true),
      warned(counts.cut, 'cut off by their cap'),
      warned(counts.malformed, 'came with fields that could not be read and were left out'),
      warned(counts.unmetered, 'came without token counts: their cost is not known'),
      warned(counts.timedOut, TIMED_OUT),
      thought > 0 &&
        note(`thought before ${counted(thought, 'answer')}${reasoningTokens > 0 ? `, ${grouped(reasoningTokens)} tokens` : ''}`),
      unaskedVotes > 0 && note(`${counted(unaskedVotes, 'vote')} not asked for, since the others had decided`),
      unclosed > 0 && note(`${counted(unclosed, 'session')} did not close: what was said in them stays stored`),
      adapted.length > 0 && note(`changed for its endpoint: ${adapted.join(', ')}`),
    ])
  })
}

/** The notes with their roles, warnings with a mark. */
export function modelFacts(document: Pick<ScoresDocument, 'run' | 'usage'>): Fact[] {
  return modelNotes(document).map(({ role, text, isWarning }) => [isWarning ? `! ${role}` : role, text])
}
