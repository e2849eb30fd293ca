import type { DatasetDescription } from '../../src/kit.ts'
import { itemsOf, openQuestions, sourceOf } from './openItems.ts'
import { describeSycobench } from './sycobench/openSycobench.ts'

/** Describes the questions with their topics, levels and texts. */
export function describePressureData(data: string): DatasetDescription {
  const found = sourceOf(data)
  if (found?.source === 'sycobench') return describeSycobench(found.folder)
  const { questions, source, version, sha256 } = openQuestions(data)
  const items = itemsOf(questions)
  const each = <Key extends keyof (typeof questions)[number]>(key: Key) => questions.map((item) => item[key])
  return {
    source,
    version,
    sha256,
    tasks: items.map(({ direction }) => direction),
    labels: [
      { label: 'topic', of: each('topic') },
      { label: 'difficulty', of: each('difficulty'), order: 'sorted' },
      { label: 'level', of: each('level'), order: 'sorted' },
    ],
    lengths: [
      { texts: 'question', of: each('question') },
      { texts: 'false argument', of: each('falseArgument') },
      { texts: 'correction', of: each('correction') },
    ],
    // Each item stands for its question.
    blind: { of: items.map(({ question }) => question.blind), slices: [items.map(({ question }) => question.topic)] },
  }
}
