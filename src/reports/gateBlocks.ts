import { present } from '../core/base/collections.ts'
import type { ScoresDocument } from '../core/format/scoresDocument.ts'
import { type Block, type Fact, withoutEmpty } from './blocks/block.ts'
import { ruleText, shownText } from './decision/ruleText.ts'
import { changeText, figureText, gateNaming } from './decision/suiteRow.ts'
import { earlyGateText } from './earlyText.ts'
import { grouped } from './layout.ts'

/** The rules of a run and how they came out; none where there are no rules. @param baseline name of the baseline that drops are measured against. */
export function gateBlocks(document: Pick<ScoresDocument, 'suites' | 'presentation' | 'gates'>, baseline?: string): Block[] {
  const gates = document.gates.map((gate) => {
    const { highest, ...naming } = gateNaming(gate, document)
    return { ...gate, highest, naming: { ...naming, digits: Math.max(highest ?? 0, Math.abs(gate.value ?? 0)) > 10 ? 2 : 3 } }
  })
  if (gates.length === 0) return []
  const rows = gates.map(
    ({ metric, value, rule, verdict, base, change, pairs, ci95, highest, suite = '', key = '', naming: { title, label, digits } }) => {
      const end = (of: number) => (change === undefined ? figureText : changeText)(of, digits)
      // A change rests on the items of both runs alone, and so do the figures beside it.
      const n = pairs ?? document.suites[suite]?.metrics[key]?.n
      const now = base === undefined || change === undefined ? value : base + change
      return [
        metric,
        [title, label].filter(Boolean).join(' '),
        n === undefined ? '' : grouped(n),
        now === null ? '–' : figureText(now, digits) + (highest === undefined ? '' : ` of ${Number(highest.toFixed(2))}`),
        base === undefined ? '' : figureText(base, digits),
        change === undefined ? '' : changeText(change, digits),
        ci95?.map(end).join(' to ') ?? '',
        rule,
        verdict === 'broken' ? { text: 'BROKEN', isStrong: true } : verdict,
      ]
    },
  )
  const facts = gates.flatMap(({ naming, ...gate }): Fact[] => {
    const { metric, key, rule, verdict, note } = gate
    const named = naming.label === key || metric === naming.label ? metric : `${metric} (${naming.label})`
    const early = earlyGateText(gate)
    // What pairs would show is no matter where they have shown it.
    const shown = verdict === 'broken' ? undefined : shownText(gate, naming)
    const isSaid = verdict === 'broken' || verdict === 'undecided'
    return present<Fact>([
      early !== undefined && ['early', `${metric} ${rule}: ${early}`],
      isSaid && [verdict.toUpperCase(), `${named}: ${ruleText(gate, naming)}`],
      shown !== undefined && ['shows', `${metric} ${rule}: ${shown}`],
      note !== undefined && ['! note', `${named}: ${note}`],
    ])
  })
  const figures = ['n', 'now', 'base', 'change', '95 % interval'].map((head) => ({ head, isFigure: true }))
  const columns = [
    { head: 'metric', on: ['terminal'] } as const,
    { head: 'gate', on: ['markdown', 'page'] } as const,
    ...figures,
    { head: 'bound' },
    { head: 'verdict' },
  ]
  const givingWay = [7, 0, 6].map((column, at) => ({ column, least: [8, 12, 10][at] ?? 0 }))
  return [
    { kind: 'heading', text: `gates${baseline === undefined ? '' : ` against baseline ${baseline}`}`, on: ['terminal'] },
    withoutEmpty({ kind: 'table', label: 'Gates', columns, rows, givingWay }),
    { kind: 'gap' },
    { kind: 'facts', facts, column: 8 },
    { kind: 'gap' },
  ]
}
