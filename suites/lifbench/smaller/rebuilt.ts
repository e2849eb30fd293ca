import type { LifbenchContext, TemplateValues } from '../data/source.ts'
import { askedOf, type LifbenchItem, loadedContext } from '../items.ts'

/** An item about a smaller context, with everything that follows from it made anew. */
export function rebuilt(item: LifbenchItem, context: LifbenchContext, values: TemplateValues, param: unknown): LifbenchItem {
  // Not the key of the whole context: what shares a prefix with it is another text.
  const loaded = loadedContext(`${item.context.key}/smaller`, context, item.skeleton)
  const asked = { ...item, context: loaded, values, param }
  return { ...asked, ...askedOf(asked) }
}
