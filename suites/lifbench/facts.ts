import { strip } from '../../src/kit.ts'
import type { LifbenchContext } from './data/source.ts'
import { gramFilter, indexText, type TextIndex } from './scoring/textIndex.ts'
import type { ContextFacts } from './scoring/types.ts'

/** What scoring reads of a context. Costs one pass over its text; compute it once for all items of the context. */
export function contextFacts(context: LifbenchContext, promptBefore: string): ContextFacts {
  if (context.scenario === 'onedoc') return { scenario: 'onedoc', sentences: context.sentences }
  if (context.scenario === 'list') return { scenario: 'list', elements: context.elements }
  return multiDocFacts(context.text, context.documents.length, promptBefore)
}

/** What the MultiDoc scorers read: the rendered documents, and the prompt up to their end. Made when first read. */
export function multiDocFacts(text: string, count: number, promptBefore: string): ContextFacts {
  let indexes: { documents: TextIndex; promptHead: TextIndex } | undefined
  const read = () => {
    indexes ??= indexDocuments(text, promptBefore)
    return indexes
  }
  return {
    scenario: 'multidoc',
    count,
    get documents() {
      return read().documents
    },
    get promptHead() {
      return read().promptHead
    },
  }
}

function indexDocuments(text: string, promptBefore: string): { documents: TextIndex; promptHead: TextIndex } {
  const known = fieldValues(text)
  const unquoted = strip(promptBefore + text).replaceAll('"', '')
  const filter = gramFilter(unquoted)
  return {
    // What is in the documents is, without its quotes, in the unquoted prompt: one filter serves both.
    documents: indexText(strip(text), known, { mayContain: (needle) => filter.mayContain(needle.replaceAll('"', '')) }),
    promptHead: indexText(unquoted, known, filter),
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
