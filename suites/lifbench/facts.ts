import { strip } from '../../src/kit.ts'
import type { LifbenchContext } from './data/source.ts'
import { gramFilter, indexText } from './scoring/textIndex.ts'
import type { ContextFacts } from './scoring/types.ts'

/** What scoring reads of a context. Costs a few passes over its text; compute it once for all items of the context. */
export function contextFacts(context: LifbenchContext, promptBefore: string): ContextFacts {
  return context.scenario === 'multidoc' ? multiDocFacts(context.text, context.documents.length, promptBefore) : context
}

/** What the MultiDoc scorers read: the rendered documents, and the prompt up to their end. */
export function multiDocFacts(text: string, count: number, promptBefore: string): ContextFacts {
  const known = fieldValues(text)
  const unquoted = strip(promptBefore + text).replaceAll('"', '')
  const mayContain = gramFilter(unquoted)
  return {
    scenario: 'multidoc',
    count,
    // What is in the documents is, without its quotes, in the unquoted prompt: one filter serves both.
    documents: indexText(strip(text), known, (needle) => mayContain(needle.replaceAll('"', ''))),
    promptHead: indexText(unquoted, known, mayContain),
  }
}

/** Values of the fields of all documents, what a right answer is made of; those without quotes. */
function fieldValues(text: string): Set<string> {
  const values = new Set<string>()
  for (const line of text.split('\n')) {
    const at = line.indexOf(': ')
    if (at > 0 && !line.includes('"')) values.add(line.slice(at + 2))
  }
  return values
}
