import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { summaryRules } from '../../../src/deciding/suiteRules.ts'
import { MAIN_SUBSETS, SUBSETS, type Subset } from '../../../suites/llmbar/names.ts'
import { llmbarSuite } from '../../../suites/llmbar/suite.ts'
import { llmbarSummary } from '../../../suites/llmbar/summary.ts'
import { metricsOf, once } from '../../outcome.ts'
import { replayOf } from '../../replayFile.ts'
import { runSuite, type SuiteOutcome } from '../../runSuite.ts'
import { hasShared, sharedFolder } from '../../shared.ts'
import { llmbarData, type RecordedStrategy, readExpected, readRecording, replayLines } from '../recorded.ts'

const { summarize: summarizeLlmbar } = summaryRules('llmbar', llmbarSummary)

/** Subsets of which the source stores a run. */
function recordedSubsets(strategy: RecordedStrategy): Subset[] {
  return SUBSETS.filter((subset) => existsSync(join(llmbarData, 'replay', 'GPT-4', strategy, `${subset}.json.gz`)))
}

function replay(strategy: RecordedStrategy): Promise<SuiteOutcome> {
  const subsets = recordedSubsets(strategy)
  const calls = subsets.flatMap((subset) => replayLines(subset, readRecording(strategy, subset)))
  const options = { strategy, subsets }
  return runSuite(llmbarSuite, { judge: replayOf(calls), data: join(sharedFolder, 'data'), suites: { llmbar: options } })
}

/** GPT-4's rows of the paper's Table 2, but for ChatEval: accuracy and agreement of the five subsets, the adversarial and the overall mean. */
const TABLE_2: Readonly<Record<RecordedStrategy, readonly number[]>> = {
  Vanilla_NoRules: [93.5, 97.0, 64.2, 89.6, 76.6, 90.2, 76.6, 87.2, 75.0, 89.1, 73.1, 89.0, 77.2, 90.6],
  Vanilla: [95.5, 95.0, 78.7, 93.3, 86.4, 94.6, 77.7, 93.6, 80.4, 82.6, 80.8, 91.0, 83.7, 91.8],
  CoT: [94.5, 91.0, 75.0, 90.3, 83.2, 90.2, 74.5, 87.2, 73.9, 82.6, 76.6, 87.6, 80.2, 88.3],
  Swap: [94.5, 97.0, 77.6, 97.0, 88.0, 95.7, 73.4, 97.9, 81.5, 93.5, 80.1, 96.0, 83.0, 96.2],
  Swap_CoT: [94.0, 100.0, 78.7, 99.3, 85.3, 96.7, 79.8, 97.9, 77.2, 93.5, 80.3, 96.8, 83.0, 97.5],
  Metrics: [93.0, 94.0, 83.2, 93.3, 89.7, 90.2, 73.4, 89.4, 81.5, 80.4, 82.0, 88.3, 84.2, 89.5],
  Reference: [95.5, 97.0, 80.6, 89.6, 87.5, 90.2, 77.7, 85.1, 84.8, 87.0, 82.6, 88.0, 85.2, 89.8],
  Metrics_Reference: [96.0, 96.0, 85.4, 94.8, 89.7, 90.2, 72.3, 83.0, 83.7, 84.8, 82.8, 88.2, 85.4, 89.8],
}

interface Reading {
  /** Of the five subsets by the strict reading: accuracy and agreement. */
  readonly strict: readonly [number, number]
  /** Pairs of which both verdicts took the output shown first, and of which both took the second. */
  readonly taken: readonly [number, number]
  /** Kappa of the labels with either order, and of the orders. */
  readonly kappa: readonly [number, number, number]
}

/** Computed from the recorded completions by a script in Python that shares nothing with this code. No verdict of the five is null. */
const READ: Readonly<Record<RecordedStrategy, Reading>> = {
  Vanilla_NoRules: { strict: [77.1811, 90.6268], taken: [19, 18], kappa: [0.522615927994, 0.536900516163, 0.82337393048] },
  Vanilla: { strict: [83.7477, 91.8149], taken: [20, 10], kappa: [0.656502630201, 0.723073066229, 0.856876095917] },
  CoT: { strict: [80.2067, 88.2717], taken: [32, 13], kappa: [0.623137089704, 0.627343215507, 0.785624140166] },
  Swap: { strict: [83.0163, 96.2035], taken: [13, 2], kappa: [0.661354400264, 0.694474193916, 0.92842419342] },
  Swap_CoT: { strict: [83.1124, 97.6861], taken: [4, 4], kappa: [0.680076126224, 0.670526159842, 0.961796216093] },
  Metrics: { strict: [84.1618, 89.4595], taken: [27, 11], kappa: [0.690021738883, 0.737375924512, 0.818829365982] },
  Reference: { strict: [85.2078, 89.7665], taken: [29, 10], kappa: [0.704304869442, 0.727739081862, 0.814220261713] },
  Metrics_Reference: { strict: [85.4316, 89.751], taken: [28, 7], kappa: [0.723426048163, 0.765951140548, 0.833339015604] },
}

/** Declares the tests of strategies whose GPT-4 completions are recorded. A strategy takes a second: a file has a few of them. */
export function describeRecorded(strategies: readonly RecordedStrategy[]): void {
  describe.skipIf(!hasShared).each(strategies)('GPT-4 recorded with %s (skipped without the shared folder)', (strategy) => {
    const outcome = once(() => replay(strategy))
    const metrics = async () => metricsOf(await outcome())

    test('accuracy and agreement of every subset equal expected.json to the last bit', async () => {
      const runs = readExpected().runs.filter((run) => run.strategy === strategy)
      expect(runs.map(({ subset }) => subset).sort()).toEqual(recordedSubsets(strategy).sort())
      const ours = await metrics()
      for (const { subset, accuracy, agreement } of runs) {
        expect([ours[`accuracy.${subset}`]?.value, ours[`agreement.${subset}`]?.value], subset).toEqual([accuracy, agreement])
      }
    })

    test('its row of Table 2 at one decimal', async () => {
      const ours = await metrics()
      const cells = [...MAIN_SUBSETS, 'adversarial', 'average'].flatMap((name) =>
        ['accuracy', 'agreement'].map((of) => Number((ours[`${of}.${name}`]?.value ?? Number.NaN).toFixed(1))),
      )
      expect(cells).toEqual(TABLE_2[strategy])
    })

    test('the means equal expected.json', async () => {
      const row = readExpected().table.find((entry) => entry.strategy === strategy)
      const ours = await metrics()
      expect(ours['accuracy.adversarial']?.value).toBeCloseTo(row?.adversarialMacro.acc ?? Number.NaN, 10)
      expect(ours['agreement.adversarial']?.value).toBeCloseTo(row?.adversarialMacro.agr ?? Number.NaN, 10)
      expect(ours['accuracy.average']?.value).toBeCloseTo(row?.overallMacro.acc ?? Number.NaN, 10)
      expect(ours['agreement.average']?.value).toBeCloseTo(row?.overallMacro.agr ?? Number.NaN, 10)
    })

    test('kappa of the two orders equals the official one where no verdict is null', async () => {
      const records = (await outcome()).records
      let compared = 0
      for (const { subset, official } of readExpected().runs.filter((run) => run.strategy === strategy)) {
        const own = records.filter(({ task }) => task === subset)
        if (own.some(({ scores }) => scores.null !== 0)) continue
        compared += 1
        expect(summarizeLlmbar(own)['kappa.agreement']?.value, subset).toBeCloseTo(official.kappa_agreement, 12)
      }
      expect(compared).toBeGreaterThan(0)
    })

    test('strict reading, bias and kappa of the five subsets are what a script of its own finds', async () => {
      const five = (await outcome()).records.filter(({ task }) => (MAIN_SUBSETS as readonly string[]).includes(task))
      expect(five).toHaveLength(419)
      const ours = summarizeLlmbar(five)
      const { strict, taken, kappa } = READ[strategy]
      expect(['accuracy', 'agreement'].map((of) => Number(ours[`strict.${of}.average`]?.value.toFixed(4)))).toEqual(strict)
      expect(ours.first_bias?.value).toBeCloseTo((100 * (taken[0] - taken[1])) / 419, 10)
      for (const [index, of] of ['forward', 'swapped', 'agreement'].entries())
        expect(ours[`kappa.${of}`]?.value, of).toBeCloseTo(kappa[index] ?? Number.NaN, 10)
      expect([ours.null_rate?.value, ours['strict.null_rate']?.value, ours.tie_rate?.value]).toEqual([0, 0, 0])
    })

    test('the calls are those that were recorded, and every second stage is asked with the recorded explanations', async () => {
      const { calls } = await outcome()
      const asked = new Map(calls.map((call) => [`${call.key.item} ${call.key.call}`, call]))
      const recorded = recordedSubsets(strategy).flatMap((subset) => replayLines(subset, readRecording(strategy, subset))) as {
        item: string
        call: string
      }[]
      expect([...asked.keys()].sort()).toEqual(recorded.map(({ item, call }) => `${item} ${call}`).sort())
      for (const subset of recordedSubsets(strategy)) {
        for (const { index, stages = [] } of readRecording(strategy, subset)) {
          for (const order of ['forward', 'swapped'] as const) {
            const reply = stages[1]?.[order]
            if (!reply) continue
            const prompt = asked.get(`${subset}/${index} ${order}-2`)?.messages.at(-1)?.content ?? ''
            const hashes = ['a', 'b'].map((place) =>
              sha256(new RegExp(`<(explanation-${place}-\\w+)>\n(.*)\n</\\1>`, 's').exec(prompt)?.[2] ?? ''),
            )
            expect(hashes, `${subset}/${index} ${order}`).toEqual([reply.explanation_a_sha256, reply.explanation_b_sha256])
          }
        }
      }
    })
  })
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
