import type { LifbenchContext } from './data/source.ts'
import { strip } from './python/text.ts'
import { indexText } from './scoring/textIndex.ts'
import type { ContextFacts } from './scoring/types.ts'

/** What scoring reads of a context. Costs one pass over its text; compute it once for all items of the context. */
export function contextFacts(context: LifbenchContext, promptBefore: string): ContextFacts {
  if (context.scenario === 'onedoc') return { scenario: 'onedoc', sentences: context.sentences }
  if (context.scenario === 'list') return { scenario: 'list', elements: context.elements }
  return multiDocFacts(context.text, context.documents.length, promptBefore)
}

/** What the MultiDoc scorers read: the rendered documents, and the prompt up to their end. */
export function multiDocFacts(text: string, count: number, promptBefore: string): ContextFacts {
  const values = new Set<string>()
  for (const line of text.split('\n')) {
    const at = line.indexOf(': ')
    if (at > 0) values.add(line.slice(at + 2))
  }
  const unquoted = new Set([...values].filter((value) => !value.includes('"')))
  return {
    scenario: 'multidoc',
    count,
    documents: indexText(strip(text), values),
    promptHead: indexText(strip(promptBefore + text).replaceAll('"', ''), unquoted),
  }
}
