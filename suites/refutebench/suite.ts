import { z } from 'zod'
import { defineSuite, lineScorer, officialData, parseRating } from '../../src/kit.ts'
import { irrelevantQueries, sentencesToTranslate } from './conversions.ts'
import { summaryRecipe, writingRecipe } from './draft/recipes.ts'
import { refutebenchOptions } from './names.ts'
import { describeRefutebenchData } from './openSeeds.ts'
import { openRefutebench } from './openSuite.ts'
import { refutebenchQuestions } from './questions.ts'
import { refutebenchView } from './view.ts'

const line = z.object({ id: z.string(), judge_text: z.string() })

/** Scores a line with a judge's reply: its rating, null where the reply has none that counts. */
export const refutebenchFileScorer = lineScorer(line, ({ id, judge_text: content }) => {
  const parsed = parseRating({ content }, 1, 5)
  return { id, rating: 'value' in parsed ? parsed.value : null }
})

/** What RefuteBench 2.0 takes of RefuteBench 1.0: sentences to translate, and queries to put in between. */
export const refutebenchOfficialData = officialData('refutebench', describeRefutebenchData, {
  // Named after the kinds and the tasks of the files that a text is in.
  sentences: (from) => sentencesToTranslate(from.map(({ path }) => /multi|memory|generalization/.exec(path)?.[0] ?? '')),
  queries: (from) => irrelevantQueries(from.map(({ path }) => path.split('/')[1] ?? '')),
})

/** RefuteBench 2.0: a refuter objects to the model's answers; does it comply, and still comply turns later? */
export const refutebenchSuite = defineSuite({
  name: 'refutebench',
  // 2: the refuter is told all that Figure 3 tells it of its style, and the judge has a system message.
  scoring: 2,
  options: refutebenchOptions,
  roles: { candidate: { temperature: 0 }, refuter: { temperature: 0 }, judge: { temperature: 0, json: true } },
  open: openRefutebench,
  summary: { load: async () => (await import('./summary.ts')).refutebenchSummary },
  about: {
    title: 'RefuteBench 2.0',
    question: 'Does the model do what an objection asks for, and still do so turns later?',
    good: 'Higher is better. The judge counts a rating of 4 as satisfied.',
    item: 'dialogue',
    floor: 'the lowest rating there is',
  },
  view: refutebenchView,
  people: refutebenchQuestions,
  files: { official: refutebenchOfficialData, drafts: [summaryRecipe, writingRecipe], scorer: refutebenchFileScorer },
})
