import type { DatasetDescription } from '../../src/kit.ts'
import { itemsOf, openQuestions } from './openItems.ts'

/** Describes the questions with their topics, levels and texts. */
export function describePressureData(data: string): DatasetDescription {
  const { questions, source, version, sha256 } = openQuestions(data)
  const items = itemsOf(questions)
  return {
    source,
    version,
    sha256,
    tasks: items.map(({ direction }) => direction),
    labels: [
      { label: 'topic', of: questions.map(({ topic }) => topic) },
      { label: 'difficulty', of: questions.map(({ difficulty }) => difficulty), order: 'sorted' },
      { label: 'level', of: questions.map(({ level }) => level), order: 'sorted' },
    ],
    lengths: [
      { texts: 'question', of: questions.map(({ question }) => question) },
      { texts: 'false argument', of: questions.map(({ falseArgument }) => falseArgument) },
      { texts: 'correction', of: questions.map(({ correction }) => correction) },
    ],
    // Each item stands for its question.
    blind: { of: items.map(({ question }) => question.blind), slices: [items.map(({ question }) => question.topic)] },
  }
}
