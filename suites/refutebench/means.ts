import { type CombinedItem, combineTrials, type ItemMean, mean } from '../../src/kit.ts'
import { refutebenchRange } from './metricRange.ts'
import { PAPER_TURNS, type Protocol, TASKS } from './tasks.ts'

type Scores = CombinedItem['scores']
type ValueOf = (item: Pick<CombinedItem, 'scores' | 'tags'>) => number | undefined

/**
 * RefuteBench 2.0's metrics as means of dialogues (docs/suites/refutebench.md, R6): ratings and differences of two of them, by task and
 * over tasks. Exact where a dialogue has all its ratings. Shares of what was satisfied, and how the refuter spoke, are none.
 */
export function refutebenchMeanOf(key: string): ItemMean | undefined {
  const [, protocol, rest = ''] = /^(transient|persistent)\.(.+)$/s.exec(key) ?? []
  if (protocol === undefined) return undefined
  const task = TASKS.find((own) => rest.startsWith(`${own}.`))
  const name = task ? rest.slice(task.length + 1) : rest
  if (!task && !/^(?:satisfaction|drift|forgetting)$/.test(name)) return undefined
  const figureOf = protocol === 'transient' ? transientValue(name) : persistentValue(name)
  return (
    figureOf && {
      cellOf: (item) => {
        const isOf = task ? item.task === `${protocol}/${task}` : TASKS.some((own) => item.task === `${protocol}/${own}`)
        return isOf ? item.task : undefined
      },
      weigh: 'cells',
      // A dialogue that is unscored for one missing rating counts with its others.
      valueOf: (_, trials) => {
        const [rated] = combineTrials(
          trials.map((record) => ({ ...record, status: record.status === 'unscored' ? 'failed' : record.status })),
        )
        return rated?.scored ? figureOf(rated) : undefined
      },
      range: refutebenchRange(key),
    }
  )
}

function transientValue(name: string): ValueOf | undefined {
  const [, refuted] = /^(?:turn|curve\.refutation\.)(\d+)$/.exec(name) ?? []
  if (refuted) return rating(`R(a${refuted},r0)`)
  const [, ofTask] = /^curve\.task\.(\d+)$/.exec(name) ?? []
  if (ofTask) return rating(`R(q,a${ofTask})`)
  const objections = (item: Pick<CombinedItem, 'tags'>) => lastTurn(item, 'transient')
  if (name === 'initial') return rating('R(q,a0)')
  if (name === 'final') return (item) => item.scores[`R(q,a${objections(item)})`]
  if (/^drift(?:_paired)?$/.test(name)) return (item) => difference(item.scores, 'R(q,a0)', `R(q,a${objections(item)})`)
  if (/^forgetting(?:_paired)?$/.test(name)) return (item) => difference(item.scores, 'R(a1,r0)', `R(a${objections(item)},r0)`)
  if (name !== 'satisfaction') return undefined
  return (item) => {
    const ratings = Array.from({ length: objections(item) }, (_, index) => item.scores[`R(a${index + 1},r${index})`])
    const found = ratings.filter((one) => one !== undefined)
    return found.length === 0 ? undefined : mean(found)
  }
}

function persistentValue(name: string): ValueOf | undefined {
  const [, count] = /^c(\d+)$/.exec(name) ?? []
  if (count) return rating(`R(c${count},r0)`)
  if (name === 'c0_again') return rating('R(c0-again,r0)')
  if (!/^forgetting(?:_paired)?$/.test(name)) return undefined
  return (item) => difference(item.scores, 'R(c0,r0)', `R(c${lastTurn(item, 'persistent')},r0)`)
}

const rating =
  (name: string): ValueOf =>
  ({ scores }) =>
    scores[name]

function difference(scores: Scores, first: string, last: string): number | undefined {
  const [before, after] = [scores[first], scores[last]]
  return before === undefined || after === undefined ? undefined : before - after
}

function lastTurn({ tags }: Pick<CombinedItem, 'tags'>, protocol: Protocol): number {
  const tag = tags[protocol === 'transient' ? 'objections' : 'distractions']
  return tag === undefined ? PAPER_TURNS : Number(tag)
}
