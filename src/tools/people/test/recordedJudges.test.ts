import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { hasShared, isLong, sharedFolder } from '../../../../test/shared.ts'
import { random } from '../../../core/base/random.ts'
import { correctedRate } from '../agreement/corrected.ts'
import { correctedMean } from '../agreement/correctedMean.ts'
import { judgeAgreement } from '../agreement/judgeAgreement.ts'
import type { JudgedUnit } from '../agreement/judgedUnit.ts'

const data = join(sharedFolder, 'data', 'llmbar')
const SUBSETS = ['Natural', 'Neighbor', 'GPTInst', 'GPTOut', 'Manual']
const LABELLED = 100
const DRAWS = isLong ? 200 : 25

/** Evaluators and strategies whose verdicts on all 419 pairs are recorded; in the short run every third. */
function recorded(): { name: string; folder: string }[] {
  if (!hasShared) return []
  const evaluators = [join(data, 'replay', 'GPT-4'), join(data, 'more', 'ChatGPT'), join(data, 'more', 'PaLM2')]
  const all = evaluators.flatMap((folder) =>
    readdirSync(folder)
      .filter((strategy) => SUBSETS.every((subset) => readdirSync(join(folder, strategy)).includes(`${subset}.json.gz`)))
      .map((strategy) => ({ name: `${folder.split('/').at(-1)} ${strategy}`, folder: join(folder, strategy) })),
  )
  return all.filter((_, at) => isLong || at % 3 === 0)
}

interface RecordedFile {
  readonly items: readonly {
    readonly index: number
    readonly label: number
    readonly winner: Readonly<Record<'forward' | 'swapped', string | null>>
  }[]
}

/** Each verdict as yes or no to "output 1 is better", the gold label as what people say. A pair is a cluster of two orders. */
function verdicts(folder: string): (JudgedUnit & { readonly human: number })[] {
  return SUBSETS.flatMap((subset) => {
    const { items } = JSON.parse(gunzipSync(readFileSync(join(folder, `${subset}.json.gz`))).toString('utf8')) as RecordedFile
    return items.flatMap(({ index, label, winner }) =>
      Object.entries(winner).flatMap(([order, verdict]) => {
        // What says neither is no verdict.
        if (verdict === null) return []
        const cluster = `${subset}/${index}`
        const human = Number(label === 1)
        return [{ id: `${cluster} ${order}`, judge: Number(String(verdict) === '1'), human, ratings: [human], slice: subset, cluster }]
      }),
    )
  })
}

describe.skipIf(!hasShared)(`recorded judges of LLMBar, of whose pairs ${LABELLED} are labelled`, () => {
  test.each(recorded())('$name: the corrected rate and the accuracy cover those of all pairs', ({ folder, name }) => {
    const all = verdicts(folder)
    const pairs = [...new Set(all.map(({ cluster }) => cluster))]
    const share = (of: (unit: (typeof all)[number]) => boolean) => all.filter(of).length / all.length
    const truth = { rate: share(({ human }) => human === 1), accuracy: share(({ human, judge }) => human === judge) }
    const held = { lee: 0, ppi: 0, accuracy: 0 }
    // A judge near chance tells too little for Lee's formula in some draws: it says so.
    const had = { lee: 0, ppi: 0, accuracy: 0 }
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const labelled = new Set(random('labelled pairs', name, draw).sample(pairs, LABELLED))
      const units: JudgedUnit[] = all.map((unit) => (labelled.has(unit.cluster) ? unit : { ...unit, human: undefined, ratings: [] }))
      const found = {
        lee: correctedRate(units),
        ppi: correctedMean(units),
        ...(draw < (isLong ? 20 : 5) && {
          accuracy: judgeAgreement({ units, binary: true, clustered: true, drawn: true }).accuracy ?? {
            missing: '',
          },
        }),
      }
      for (const [key, figure] of Object.entries(found)) {
        if ('missing' in figure || !figure.ci95) continue
        const [low, high] = figure.ci95
        const wanted = key === 'accuracy' ? truth.accuracy : truth.rate
        had[key as keyof typeof had] += 1
        held[key as keyof typeof held] += Number(low <= wanted && wanted <= high)
      }
    }
    expect(had.ppi).toBe(DRAWS)
    // Three standard errors below 95 %.
    for (const key of ['lee', 'ppi', 'accuracy'] as const)
      if (had[key] > 0) expect(held[key] / had[key], key).toBeGreaterThan(0.95 - 3 * Math.sqrt((0.95 * 0.05) / had[key]))
  })
})
