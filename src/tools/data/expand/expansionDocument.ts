import { EXPRESSIONS_SCHEMA, isBundled, type PaidCommand, type ResolvedConfig } from '../../../kit.ts'
import { comparisonOf, comparisonOfAll } from './compareChoices.ts'
import type { Choice, Expanded } from './expandTemplates.ts'

/** What an expansion was made with. */
export interface ExpansionSettings {
  readonly suite: string
  readonly rewrites: number
  readonly choose: Choice
  readonly config: Pick<ResolvedConfig, 'data' | 'seed' | 'version'>
}

/** The file of an expansion: its expressions, where each comes from, and what the choice is worth (docs/contracts.md, section 6). */
export function expansionDocument(
  expanded: readonly Expanded[],
  command: Pick<PaidCommand, 'modelOf' | 'simulated' | 'paid'>,
  { suite, rewrites, choose, config }: ExpansionSettings,
): object {
  return {
    schema: EXPRESSIONS_SCHEMA,
    suite,
    made: {
      at: new Date().toISOString(),
      by: `holdfast ${config.version}`,
      simulated: command.simulated,
      author: command.modelOf('author'),
      embedder: command.modelOf('embedder'),
      data: isBundled(config.data) ? 'bundled' : 'official',
      seed: config.seed,
      rewrites,
      choose,
      usage: command.paid(),
    },
    expressions: expanded.flatMap(({ expressions }) => expressions.map((expression) => ({ ...expression, use: true }))),
    templates: expanded.map(({ origin: { task, bias, text }, rewritten: { kept, given, refused, broken }, pairs }) => ({
      task,
      ...(bias !== undefined && { bias }),
      text,
      given,
      kept: kept.length,
      refused,
      broken,
      comparison: comparisonOf(pairs) ?? null,
    })),
    comparison: comparisonOfAll(expanded.map(({ pairs }) => pairs)) ?? null,
  }
}
