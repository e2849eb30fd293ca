import { formatTemplate, HoldfastError } from '../../src/kit.ts'
import type { TemplateValues } from './data/source.ts'

/** A scenario's prompt skeleton, split at its placeholders. */
export interface Skeleton {
  /** Up to `{input}`. */
  readonly before: string
  /** Between `{input}` and `{instruction}`. */
  readonly between: string
  /** After `{instruction}`. */
  readonly after: string
}

/**
 * Splits a skeleton (docs/suites/lifbench.md, R2).
 *
 * @throws HoldfastError when a placeholder is missing.
 */
export function splitSkeleton(skeleton: string): Skeleton {
  const [before, rest, ...more] = skeleton.split('{input}')
  const [between, after, ...others] = (rest ?? '').split('{instruction}')
  if (before === undefined || between === undefined || after === undefined || more.length > 0 || others.length > 0) {
    throw new HoldfastError(
      'TEMPLATE',
      'Failed to read a prompt skeleton: it needs {input} and then {instruction}, once each. Mend the data.',
    )
  }
  return { before, between, after }
}

/** What follows the context in a prompt: the filled template and what the skeleton puts around it. */
export function promptTail(skeleton: Skeleton, template: string, values: TemplateValues): string {
  return skeleton.between + formatTemplate(template, values) + skeleton.after
}
