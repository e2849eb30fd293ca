import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type DatasetDescription, type DescribedLabel, isBundled } from '../../src/kit.ts'
import { openQuestions, VALID_IDS } from './openQuestions.ts'
import { kievalOptions } from './options.ts'
import { letterOf } from './question.ts'

/** More questions than any set has. */
const ALL = 1_000_000

/** Describes all questions of all sets, and says how many of them the lists name as valid. */
export async function describeKievalData(data: string): Promise<DatasetDescription> {
  const open = (options: object) => openQuestions(data, kievalOptions.parse({ questions: ALL, ...options }), 0)
  const { items, source, version, sha256 } = await open({ validation: 'none' })
  const validFor = async (list: 'gpt4' | 'gpt35'): Promise<DescribedLabel> => {
    const valid = (await open({ list })).items.length
    // The card shows numbers only, so it does not matter which question a value stands for.
    return { label: `valid for ${list}`, of: items.map((_, index) => (index < valid ? 'yes' : 'no')), order: 'appearance' }
  }
  const hasLists = !isBundled(data) && existsSync(join(data, 'kieval', VALID_IDS))
  const each = <Key extends keyof (typeof items)[number]>(key: Key) => items.map((item) => item[key])
  return {
    source,
    version,
    sha256,
    tasks: each('set'),
    labels: [
      { label: 'answer', of: items.map(({ answerIndex }) => letterOf(answerIndex)), order: 'sorted' },
      { label: 'choices', of: items.map(({ choices }) => choices.length) },
      { label: 'domain', of: each('domain') },
      { label: 'level', of: each('level'), order: 'appearance' },
      ...(hasLists ? [await validFor('gpt4'), await validFor('gpt35')] : []),
    ],
    lengths: [
      { texts: 'question', of: each('question') },
      { texts: 'choice', of: items.flatMap(({ choices }) => choices) },
    ],
    blind: { of: each('blind'), slices: [each('level'), each('domain')] },
    notes: !isBundled(data) && !hasLists ? [`no ${VALID_IDS}: a run uses all questions`] : [],
  }
}
