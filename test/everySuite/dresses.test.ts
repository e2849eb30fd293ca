import { expect, test } from 'vitest'
import { readVerdict } from '../../src/judging/pairwise/parseVerdict.ts'
import { readBundledItems } from '../../suites/fb-bench/openItems.ts'
import { readBundledQuestions } from '../../suites/kieval/questionFiles.ts'
import { parseStatic } from '../../suites/kieval/staticAnswer.ts'
import { contentScore } from '../../suites/lifbench/scoring/content.ts'
import { openQuestions } from '../../suites/pressure/openItems.ts'
import { readAnswer } from '../../suites/pressure/reading/readAnswer.ts'
import { isTextKind, shardedOptions } from '../../suites/sharded/names.ts'
import { openItems, shardedRubric } from '../../suites/sharded/openSuite.ts'
import { wrongAnswer } from '../../suites/sharded/wrong.ts'
import { bundledItems } from '../lifbench/bundledItems.ts'

/** What models put around an answer. */
const DRESSES: Readonly<Record<string, (answer: string) => string>> = {
  'white space': (answer) => `\n ${answer}  \n\n`,
  'a fence': (answer) => `\`\`\`\n${answer}\n\`\`\``,
  'a fence with a language': (answer) => `\`\`\`json\n${answer}\n\`\`\``,
  'a leading line': (answer) => `Sure! Here is the answer:\n\n${answer}`,
  'a leading line and a fence': (answer) => `Sure! Here is the answer:\n\n\`\`\`json\n${answer}\n\`\`\``,
  'a line that leads to it and one that follows': (answer) => `Here you go:\n${answer}\n\nLet me know if you need anything else!`,
  bold: (answer) => `**${answer}**`,
  'quotation marks': (answer) => `"${answer}"`,
  'typographic quotation marks': (answer) => `“${answer}”`,
  'single quotation marks': (answer) => `'${answer}'`,
  'a full stop': (answer) => `${answer}.`,
  'bold and a full stop': (answer) => `**${answer}**.`,
  'a label': (answer) => `Answer: ${answer}`,
  'a bold label': (answer) => `**Answer:** ${answer}`,
  'a sentence': (answer) => `The answer is ${answer}.`,
}

/** A right and a wrong answer to an item, and what a suite makes of a reply: the more the better. */
interface Case {
  readonly id: string
  readonly right: string
  readonly wrong: string
  /** It is a text: a full stop after it is its own. */
  readonly isText?: boolean
  score(reply: string): number
}

/** Every `step`-th: of all that a suite has. */
const some = <T>(all: readonly T[], step: number) => all.filter((_, at) => at % step === 0)

const SUITES: Readonly<Record<string, () => readonly Case[]>> = {
  lifbench: () =>
    some(bundledItems('4k'), 14).map((item) => {
      const { id, task, param, context, promptTail } = item
      const input = { task, param, facts: context.facts(), promptTail }
      return { id, right: item.reference(), wrong: item.wrong(), score: (reply) => contentScore(reply, input) }
    }),
  pressure: () =>
    some(openQuestions('bundled').questions, 4).map((question) => {
      const { id, right, wrong } = question
      return { id, right: right[0] as string, wrong: wrong[0] as string, score: (reply) => Number(readAnswer(reply, question) === 'right') }
    }),
  sharded: () =>
    some(openItems('bundled', shardedOptions.parse({})).tasks, 2).map((task) => {
      const { id, reference: right } = task
      return {
        id,
        right,
        wrong: wrongAnswer(task),
        isText: isTextKind(task.kind),
        score: (reply) => shardedRubric(task).grade(reply).total,
      }
    }),
  'fb-bench': () =>
    some(readBundledItems(), 8).map(({ id, checklist, reference = '', firstResponse, concession = firstResponse }) => ({
      id,
      right: reference,
      wrong: concession,
      score: (reply) => checklist.filter(({ check }) => check?.(reply) === true).length,
    })),
  llmbar: () =>
    (['a', 'b'] as const).map((right) => ({
      id: right,
      right: `Output (${right})`,
      wrong: `Output (${right === 'a' ? 'b' : 'a'})`,
      score: (reply) => Number(readVerdict(reply, 'any') === right),
    })),
  kieval: () =>
    some(readBundledQuestions(2), 6).map(({ id, choices, answerIndex }) => ({
      id,
      right: 'ABCDEFGHIJ'.charAt(answerIndex),
      wrong: 'ABCDEFGHIJ'.charAt((answerIndex + 1) % choices.length),
      score: (reply) => Number(parseStatic(reply, choices.length, 'robust') === answerIndex),
    })),
}

test.each(Object.keys(SUITES))('%s: right answers stay right whatever they wear, and wrong ones wrong', (suite) => {
  const cases = (SUITES[suite] as () => readonly Case[])()
  for (const { id, right, wrong, score } of cases) expect(score(right), id).toBeGreaterThan(score(wrong))
  const moved = cases.flatMap(({ id, right, wrong, isText, score }) =>
    Object.entries(DRESSES).flatMap(([name, dress]) =>
      isText && /stop|sentence/.test(name)
        ? []
        : [
            ...(score(dress(right)) < score(right) ? [`${id} loses in ${name}`] : []),
            ...(score(dress(wrong)) > score(wrong) ? [`${id} gains in ${name}`] : []),
          ],
    ),
  )
  expect(moved).toEqual([])
})
