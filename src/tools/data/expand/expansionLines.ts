import { bannerLines, columns, fittedTable, originName, type PaidCommand, wrapWords } from '../../../kit.ts'
import { REFUSALS } from './checkRewrite.ts'
import { type ChoiceComparison, comparisonOf, comparisonOfAll } from './compareChoices.ts'
import type { Expanded } from './expandTemplates.ts'

/** An expansion for the terminal: what became of the rewrites, the comparison of both choices, and what it took. */
export function expansionLines(expanded: readonly Expanded[], command: Pick<PaidCommand, 'simulated' | 'paid'>, width: number): string[] {
  return [
    ...(command.simulated ? [...bannerLines(width), ''] : []),
    ...rewriteTable(expanded, width),
    '',
    ...comparisonTable(expanded, width),
    '',
    ...fittedTable(
      [
        ['role', 'model', 'calls', 'tokens in', 'tokens out', 'cost'],
        ...command
          .paid()
          .map(({ role, model, calls, promptTokens, completionTokens, usd, simulated }) => [
            role,
            model,
            ...[calls, promptTokens, completionTokens].map((count) => count.toLocaleString('en')),
            simulated ? 'none: simulated' : usd === undefined ? 'no price' : `$${usd.toFixed(2)}`,
          ]),
      ],
      width,
      new Set([0, 1]),
      [{ column: 1, least: 20 }],
    ),
  ]
}

function rewriteTable(expanded: readonly Expanded[], width: number): string[] {
  const rows = expanded.map(({ origin, rewritten: { given, kept, refused, broken }, expressions }) => {
    const reasons = Object.entries(REFUSALS).flatMap(([reason, words]) => {
      const count = refused[reason as keyof typeof REFUSALS]
      return count ? [`${words} ${count}`] : []
    })
    const all = [...reasons, ...(broken > 0 ? [`replies without rewrites ${broken}`] : [])]
    return [originName(origin), String(given), String(kept.length), String(expressions.length), all.join(', ') || 'none']
  })
  return fittedTable([['task', 'rewrites', 'kept', 'chosen', 'refused'], ...rows], width, new Set([0, 4]), [{ column: 4, least: 20 }])
}

/** The paper's appendix B, as far as it needs no run of models. */
function comparisonTable(expanded: readonly Expanded[], width: number): string[] {
  const rows = expanded.flatMap(({ origin, pairs }) => comparisonRow(originName(origin), comparisonOf(pairs)))
  if (rows.length === 0) return [' no comparison with choice at random: it takes two expressions of a task']
  const all = comparisonOfAll(expanded.map(({ pairs }) => pairs))
  const said = `Mean distance between two chosen expressions (vectors of length 1), by clusters and at random, over ${all?.seeds} seeds; the middle 95 % of the differences; and the share of seeds in which clusters lie further apart.`
  return [
    ...columns(
      [['task', 'clusters', 'random', 'difference', '95 %', 'further'], ...rows, ...(rows.length > 1 ? comparisonRow('mean', all) : [])],
      new Set([0]),
    ),
    ...wrapWords(said, width - 1, 0).map((line) => ` ${line}`),
  ]
}

function comparisonRow(name: string, comparison: ChoiceComparison | undefined): string[][] {
  if (!comparison) return []
  const { clustered, random, difference, ci95, wider } = comparison
  const figure = (value: number) => value.toFixed(3)
  return [[name, figure(clustered), figure(random), figure(difference), ci95.map(figure).join(' to '), `${(100 * wider).toFixed(0)} %`]]
}
