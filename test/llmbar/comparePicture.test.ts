import { describe, expect, test } from 'vitest'
import type { ComparedRun } from '../../src/deciding/compare/comparedRun.ts'
import type { Markup } from '../../src/reports/page/markup.ts'
import { llmbarSuite, llmbarView } from '../../suites/llmbar/suite.ts'
import { once } from '../outcome.ts'
import { runSuite } from '../runSuite.ts'

/** A little run on bundled pairs; their source as another one where it is given. */
async function compared(judge: string, strategy: string, source?: string): Promise<ComparedRun> {
  const { records, concluded } = await runSuite(llmbarSuite, { judge, limit: 2, suites: { llmbar: { strategy } } })
  const { run } = concluded.document
  const data = { llmbar: { sha256: '', items: 10, source: source ?? run.data.llmbar?.source ?? '' } }
  return { name: strategy, records, document: { ...concluded.document, run: { ...run, data } } }
}

const textOf = (markup: Markup | undefined) => (markup?.html ?? '').replace(/<style.*?<\/style>|<[^>]*>/gs, ' ')

describe('the picture of several runs', () => {
  const runs = once(() => Promise.all([compared('sim:judge', 'Vanilla'), compared('sim:judge?bias=first', 'CoT')]))

  test('shows natural and adversarial pairs by judge and strategy', async () => {
    const text = textOf(llmbarView.comparePicture?.(await runs()))
    expect(text).toContain('Accuracy on natural and adversarial pairs')
    expect(text).toContain('Vanilla, sim:judge')
    expect(text).toContain('CoT, sim:judge?bias=first')
  })

  test('stands beside people only where all runs have the pairs that people were asked about', async () => {
    expect(textOf(llmbarView.comparePicture?.(await runs()))).not.toContain('people')
    const [one, other] = [await compared('sim:judge', 'Vanilla', 'official'), await compared('sim:judge', 'CoT', 'official')]
    expect(textOf(llmbarView.comparePicture?.([one, other]))).toContain('people agree with the labels on 90 % of Natural')
    expect(textOf(llmbarView.comparePicture?.([one, ...(await runs())]))).not.toContain('people')
  })

  test('is none of one run', async () => expect(llmbarView.comparePicture?.((await runs()).slice(0, 1))).toBeUndefined())
})
