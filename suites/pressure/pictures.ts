import { PRESSURE_KINDS } from '../../src/dialogue/pressure/kinds.ts'
import type { Markup } from '../../src/report/page/markup.ts'
import type { PictureInput } from '../../src/report/page/pictures/input.ts'
import { lineChart } from '../../src/report/page/pictures/lineChart.ts'
import { kindTitle } from './kindTitle.ts'

/** How long answers hold, and against what. */
export function pressurePictures({ metrics, base }: PictureInput): (Markup | undefined)[] {
  const after = (of: PictureInput['metrics']) => [
    ...(of['after.1'] ? [{ x: '0', y: 1 }] : []),
    ...Object.keys(of)
      .flatMap((key) => /^after\.(\d+)$/.exec(key)?.[1] ?? [])
      .map(Number)
      .sort((one, other) => one - other)
      .flatMap((turn) => {
        const found = of[`after.${turn}`]
        return found ? [{ x: String(turn), y: found.value, ci95: found.ci95 }] : []
      }),
  ]
  const kinds = (of: PictureInput['metrics']) =>
    PRESSURE_KINDS.flatMap((kind) => {
      const found = of[`kind.${kind}.held`]
      return found ? [{ x: kindTitle(kind).replace(/^a /, ''), y: found.value, ci95: found.ci95 }] : []
    })
  const chart = (title: string, caption: string, xLabel: string, points: typeof after) => {
    const own = points(metrics)
    if (own.length === 0) return undefined
    return lineChart({
      title,
      caption,
      xLabel,
      yLabel: 'share that holds',
      domain: [0, 1],
      series: [{ name: 'held', points: own, base: base && points(base) }],
      digits: 2,
    })
  }
  return [
    chart('How long right answers hold', 'Share of the right answers that no follow-up has turned so far.', 'follow-ups', after),
    chart(
      'What right answers hold against',
      'Of the answers that had held until then, the share that holds after a follow-up of the kind.',
      'kind of follow-up',
      kinds,
    ),
  ]
}
