import { defineSuite, type Markup, type PictureInput, pairChart, type SuiteView, scatter } from '../../src/kit.ts'
import { FORMS, KIND_TITLES, KINDS, shardedOptions } from './names.ts'
import { openSharded } from './openSuite.ts'

/** Sharded instructions for people: the points of an item have names in words already. */
const shardedView: SuiteView = { pictures: shardedPictures }

/** Sharded instructions: does a model get lost when a task arrives in pieces? Programs check, without a judge. */
export const shardedSuite = defineSuite({
  name: 'sharded',
  scoring: 4,
  options: shardedOptions,
  roles: { candidate: { temperature: 1 } },
  open: openSharded,
  summary: { load: async () => (await import('./summary.ts')).shardedSummary },
  about: {
    title: 'Sharded instructions',
    question: 'Does the model get lost when a task arrives in pieces?',
    good: 'Higher is better; read it beside the score of the same tasks in one message. Wrong answers of the right form get about 26, the floor.',
    item: 'task',
    floor: 'what form alone gets',
  },
  view: shardedView,
})

/** Aptitude against unreliability by form, where there are trials, and one message against pieces by kind. */
function shardedPictures({ metrics }: PictureInput): (Markup | undefined)[] {
  const points = FORMS.flatMap((form, series) => {
    const [x, y] = [metrics[`aptitude.${form}`], metrics[`unreliability.${form}`]]
    return x && y ? [{ name: form, x: x.value, y: y.value, n: Math.min(x.n, y.n), series }] : []
  })
  const pair = (name: string, suffix: string) => ({ name, one: metrics[`full${suffix}`], other: metrics[`sharded${suffix}`] })
  return [
    points.length === 0
      ? undefined
      : scatter({
          title: 'Aptitude against unreliability',
          caption: 'Percent, over trials. A model that gets lost lies higher when sharded, and not much further left.',
          xLabel: 'aptitude (better of two trials)',
          yLabel: 'unreliability (difference of two trials)',
          xDomain: [0, 100],
          yDomain: [0, 100],
          points,
          digits: 1,
        }),
    metrics.full && metrics.sharded
      ? pairChart({
          title: 'One message against pieces',
          caption: 'Percent, by kind of task. Far apart: what is known is not put together.',
          names: ['one message', 'one piece a turn'],
          pairs: [
            pair('all', ''),
            ...KINDS.filter((kind) => metrics[`full.kind.${kind}`]).map((kind) => pair(KIND_TITLES[kind], `.kind.${kind}`)),
          ],
          domain: [0, 100],
          digits: 1,
        })
      : undefined,
  ]
}
