import { dirname } from 'node:path'
import { parseLine, readJsonl } from '../../../src/core/base/data/jsonl.ts'
import { readAllLines } from '../../../src/core/base/data/readFixture.ts'
import { readJson } from '../../../src/core/base/data/readJson.ts'
import { numbersIn } from '../../../src/core/base/text/numbersIn.ts'
import { countSentences } from '../../../src/core/base/text/sentences.ts'
import { callRecord } from '../../../src/core/format/records.ts'
import { scoresDocument } from '../../../src/core/format/scoresDocument.ts'
import { Dialogue } from '../../../src/judging/dialogue/dialogue.ts'
import { usesHoldfast } from '../../../src/running/vitest/separateFiles.ts'
import { fbBenchFileScorer } from '../../../suites/fb-bench/suite.ts'
import { readQuestionSet } from '../../../suites/kieval/questionFiles.ts'
import { parseStatic } from '../../../suites/kieval/staticAnswer.ts'
import { arcSample, kievalFileScorer, validatedIds } from '../../../suites/kieval/suite.ts'
import { bundledSource } from '../../../suites/lifbench/bundled/bundledSource.ts'
import { explainAnswer } from '../../../suites/lifbench/explain.ts'
import { buildItems } from '../../../suites/lifbench/items.ts'
import { lengthOf } from '../../../suites/lifbench/lengths.ts'
import { contentScore } from '../../../suites/lifbench/scoring/content.ts'
import { indexElements, readElements } from '../../../suites/lifbench/scoring/elementIndex.ts'
import { scoreAnswer } from '../../../suites/lifbench/scoring/score.ts'
import { strictScore } from '../../../suites/lifbench/scoring/strict.ts'
import { TASKS } from '../../../suites/lifbench/tasks.ts'
import { llmbarFileScorer } from '../../../suites/llmbar/suite.ts'
import { readMtConsistency } from '../../../suites/pressure/data/mtConsistency.ts'
import { pressureQuestion } from '../../../suites/pressure/items.ts'
import { readAnswer } from '../../../suites/pressure/reading/readAnswer.ts'
import { readLetter } from '../../../suites/pressure/sycobench/letter.ts'
import { readSycobench, SYCOBENCH_FILES } from '../../../suites/pressure/sycobench/questions.ts'
import { wordingsOfCode } from '../../../suites/pressure/sycobench/wordings.ts'
import { irrelevantQueries, sentencesToTranslate } from '../../../suites/refutebench/conversions.ts'
import { answerDrift } from '../../../suites/refutebench/protocols.ts'
import { refutebenchFileScorer } from '../../../suites/refutebench/suite.ts'
import { refutebenchView } from '../../../suites/refutebench/view.ts'
import { containsAnswer, containsTarget } from '../../../suites/refutebench1/checks/contained.ts'
import { checkEmail, detectLanguage } from '../../../suites/refutebench1/checks/email.ts'
import { affirmsAnswer, followsInEmail, usesWording, withoutEcho } from '../../../suites/refutebench1/checks/strict.ts'
import { OFFICIAL_ROWS } from '../../../suites/refutebench1/data/official.ts'
import { CHECKERS } from '../../../suites/refutebench1/names.ts'
import { drawFor } from '../../../suites/refutebench1/script.ts'
import { refutebench1FileScorer } from '../../../suites/refutebench1/suite.ts'
import { wordsOf } from '../../../suites/refutebench1/tasks/mt.ts'
import { chosenIn, follows, keepsTo, readPlants, recalls } from '../../../suites/retention/plants.ts'
import { meets } from '../../../suites/sharded/checks/check.ts'
import { Reading as ShardedReading } from '../../../suites/sharded/checks/reading.ts'
import type { ShardedTask } from '../../../suites/sharded/items.ts'
import { KINDS, shardedOptions } from '../../../suites/sharded/names.ts'
import { isAttempt, openItems as openSharded, readingsOf, shardedRubric } from '../../../suites/sharded/openSuite.ts'
import { wrongAnswer } from '../../../suites/sharded/wrong.ts'
import { evaluation, fbVerdict } from '../../injection/attempts.ts'
import { MADE_WORDINGS, madeQuestions } from '../../pressure/sycobenchFolder.ts'
import { fileOf } from '../fileOf.ts'
import { isShare, type Reader } from '../reader.ts'

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const read: Row[] = []
  for await (const row of rows) read.push(row)
  return read
}

/** One item of each of LIFBench's tasks. */
const items = [
  ...new Map(
    buildItems(bundledSource(0, 'o200k_base'), { lengths: [lengthOf('4k')], tasks: TASKS, seed: 0 }).map((item) => [item.task.id, item]),
  ).values(),
]

const LIFBENCH: readonly Reader[] = items.flatMap((item): Reader[] => {
  const { task, param, context, promptTail } = item
  return [
    {
      name: `scoreAnswer of ${task.id}`,
      read: (text) => scoreAnswer(text, { task, param, facts: context.facts(), promptTail }),
      samples: [item.reference(), '[["a", "b"], [null, 1]]', '{"doc1": "a"}', '["a", "b"]'],
      // By a quirk of the official rules MF may exceed 1 (docs/suites/lifbench.md, Q2).
      isFine: (result) => (result as { total: number }).total >= 0 && (task.id === 'MF' || (result as { total: number }).total <= 1),
    },
    {
      name: `strictScore of ${task.id}`,
      read: (text) => strictScore(text, { task, param, facts: context.facts(), promptTail }),
      samples: [item.reference(), item.wrong(), '[["a", "b"], [null, 1]]', '[["a"], (), {}, ...]'],
      isFine: (result) => (result as number) >= 0 && (result as number) <= 1,
    },
    {
      name: `contentScore of ${task.id}`,
      read: (text) => contentScore(text, { task, param, facts: context.facts(), promptTail }),
      samples: [`**Answer:** ${item.reference()}`, `Here it is:\n\`\`\`json\n${item.wrong()}\n\`\`\``, 'It is a, not b.'],
      isFine: isShare,
    },
    {
      name: `explainAnswer of ${task.id}`,
      read: (text) => explainAnswer(item, text, { points: {}, total: 0 }),
      samples: [item.reference()],
    },
  ]
})

const CHOICES = {
  title: 'wrapped in double angular brackets',
  greetings: 'Peace,',
  signature: 'Peace,\nBob',
  response_language: 'German',
  sentence: 'at least 5 sentences',
  paragraph: 'at least 5 paragraphs',
} as const
const EMAILS = ['Subject: <<Lunch>>\n\nDear Ann,\n\nHow are you? I am fine.\n\nPeace,\nBob', '**Mittag**\n\nLiebe Anna, wie geht es dir?']
const QUESTIONS = [
  '{"id": "q", "question": "Q?", "choices": ["a", "b"], "answerIndex": 1}',
  '{"question": "Q?", "choices": ["a", "b"], "answer": 0}',
  '{"id": "q", "question": {"stem": "Q?", "choices": [{"text": "a", "label": "A"}, {"text": "b", "label": "B"}]}, "answerKey": "B"}',
  '{"ctx": "Q", "endings": ["a", "b"], "label": "1"}',
  '{"question": "Q?", "A": "a", "B": "b", "C": "c", "D": "d", "answer": "B", "subject": "s"}',
]
const ARC = '{"id": "q", "question": "Q?", "choices": {"text": ["a", "b"], "label": ["A", "B"]}, "answerKey": "A"}'
const IDS = '{"valid_uuids": ["a"], "invalid_uuids": ["b"]}'
const QUERIES = [
  '{"queries": ["Please translate the following sentence from English into Chinese.\\n[English]: Hello. \\n[Chinese]: ", "[MAYBE FEEDBACK]", "What?", "And?"]}',
]

/** A row of RefuteBench 1.0 about translations, whose first query is the text. */
async function translationOf(query: string): Promise<unknown> {
  const row = {
    system_prompt: '',
    queries: [query, '[MAYBE FEEDBACK]', query],
    feedbacks: { a: { translation: ['b'], random: 'c' } },
    feedback_prompt: '',
    feedback_mapping_prompt: '{src} {tgt}',
  }
  const [read] = await all(OFFICIAL_ROWS.mt.single(fileOf(JSON.stringify(row), 'mt.jsonl')))
  const objection = read?.script(0, drawFor(0, 'a'), 'translation', 'a row').object(0, query, [])
  return typeof objection === 'object' ? objection.text : objection
}

const SHARDED_TASKS = openSharded('bundled', shardedOptions.parse({})).tasks

/** Every demand of every task, by kind, also of replies that have not the form of an answer. */
const SHARDED: readonly Reader[] = KINDS.map((kind) => {
  const tasks = SHARDED_TASKS.filter((task) => task.kind === kind)
  const [first] = tasks as [ShardedTask, ...ShardedTask[]]
  const checks = tasks.flatMap(({ demands }) => demands.map(({ check }) => check))
  const reference = new ShardedReading(first.reference)
  return {
    name: `demands of sharded ${kind}`,
    read: (text) => ({
      met: readingsOf(first, text).map((reading) => checks.map((check) => meets(check, reading, reference))),
      total: shardedRubric(first).grade(text).total,
      attempt: isAttempt(first, text),
    }),
    samples: [
      ...tasks.map(({ reference }) => reference),
      wrongAnswer(first),
      `Here it is:\n\n${first.reference}\n\nLet me know.`,
      '[{"a": [1]}',
      '| a |\n| - |',
    ],
    slow: [
      ['Total', ' ', 'x'],
      ['x', '.', 'x'],
      ['x', '\n', 'x'],
      ['| a | b |\n| --- | --- |\n', '| x (y | 1 |\n', ''],
      ['[', '{"a":1},', '{"a":1}]'],
      ['', '{"a":1}\n', ''],
      ['', "Sure! Here's the text:\n\n"],
      ['', 'Sure! Here it is.\n\n'],
      ['', '| a | 1 |\n| --- | --- |\n'],
      ['x\n\n', 'Let me know if you want changes.\n\n'],
    ],
    isFine: (result) => isShare((result as { readonly total: number }).total),
  }
})

/** Readers of the suites, and of files by their path. */
export const SUITE_READERS: readonly Reader[] = [
  ...SHARDED,
  ...LIFBENCH,
  { name: 'readElements', read: readElements, samples: ['List to be retrieved:\n1. a\n2. b. c\n\nInstruction: x'] },
  {
    name: 'indexElements',
    read: (text) => indexElements(text.split('\n')).occurrences('abcdefgh'.repeat(10)).size,
    samples: ['abcdefgh\nb'],
  },
  {
    name: 'parseStatic, robust',
    read: (text) => parseStatic(text, 4, 'robust'),
    samples: ['The answer is (B).', '答案：C'],
    slow: [['answer', ' ', 'x']],
  },
  { name: 'parseStatic, official', read: (text) => parseStatic(text, 4, 'official'), samples: ['Answer: B'] },
  {
    name: 'numbersIn',
    read: (text) => numbersIn(text).length,
    samples: ['3 1/2 apples and 1,234,567.5 / 3 of twenty-one hundred', '三分之二 百分之二十'],
    slow: [
      ['', '1'],
      ['1', ',111'],
      ['', '一'],
      ['1', ' ', 'x'],
    ],
  },
  {
    name: 'countSentences',
    read: countSentences,
    samples: EMAILS,
    slow: [
      ['', 'A. '],
      ['', 'Ab. '],
    ],
  },
  ...(Object.keys(CHOICES) as (keyof typeof CHOICES)[]).map(
    (checker): Reader => ({
      name: `checkEmail of ${checker}`,
      read: (text) => checkEmail(checker, CHOICES[checker], text),
      samples: EMAILS,
    }),
  ),
  {
    name: 'checkEmail of angular brackets',
    read: (text) => checkEmail('title', CHOICES.title, text),
    slow: [
      ['', '<'],
      ['<<', '>', 'x>>'],
    ],
  },
  { name: 'checkEmail of asterisks', read: (text) => checkEmail('title', 'asterisks', text), slow: [['**x', '*', 'x**']] },
  { name: 'checkEmail by a choice', read: (text) => checkEmail('sentence', text, 'One. Two.'), samples: ['exactly 2 sentences'] },
  { name: 'containsAnswer', read: (text) => containsAnswer('Paris', text), samples: ['It is ＰＡＲＩＳ.'], slow: [['a', '\u0301\u0316']] },
  { name: 'containsTarget', read: (text) => containsTarget('Paris', text), samples: ['It is Paris.'] },
  { name: 'detectLanguage', read: detectLanguage, samples: EMAILS },
  { name: 'wordsOf', read: (text) => wordsOf(text).size, samples: EMAILS },
  { name: 'translations of RefuteBench 1.0', read: translationOf, samples: ['[English]: a b\n[Chinese]:'], slow: [['', '[English]: ']] },
  {
    name: 'answerDrift',
    read: (text) =>
      answerDrift(
        new Dialogue(
          undefined,
          [text, text].map((assistant) => ({ kind: 'question', user: 'Q', assistant })),
        ),
      ),
  },
  {
    name: 'refutebenchFindings',
    read: (text) =>
      refutebenchView.findings?.({ suite: 's', item: 'i', task: 't', trial: 0, status: 'passed', tags: {}, scores: { [text]: 5 } }),
    samples: ['R(a1,r0)', 'R(q,a0)'],
  },
  { name: 'fb-bench score', read: (text) => fbBenchFileScorer()({ id: 'a', judge_text: text }, 'a line'), samples: [fbVerdict(true)] },
  {
    name: 'kieval score',
    read: (text) => kievalFileScorer()({ id: 'a', evaluatorOutputs: [text] }, 'a line'),
    samples: [JSON.stringify(evaluation(3))],
  },
  {
    name: 'llmbar score',
    read: (text) => llmbarFileScorer()({ id: 'a', rule: 'int-pair', completions: [text, '5'] }, 'a line'),
    samples: ['7'],
  },
  { name: 'refutebench score', read: (text) => refutebenchFileScorer()({ id: 'a', judge_text: text }, 'a line'), samples: ['[[3]]'] },
  {
    name: 'the strict checks of refutebench1',
    read: (text) => {
      const rest = withoutEcho(text, ['Dear all of you, begin “so”.'])
      const email = CHECKERS.map((checker) => followsInEmail(checker, 'less than 5 asterisks', rest))
      return [...email, usesWording({ src: 'Paris', target: '巴黎' }, rest), affirmsAnswer(['Paris'], rest)]
    },
    samples: EMAILS,
  },
  {
    name: 'refutebench1 score',
    read: (text) => refutebench1FileScorer()({ id: 'a', task: 'qa', choice: 'Paris', response: text }, 'a line'),
    samples: EMAILS,
  },
  ...[
    { name: 'fb-bench', scorer: fbBenchFileScorer, line: '{"id": "a", "judge_text": null}' },
    { name: 'kieval', scorer: kievalFileScorer, line: '{"kind": "group", "id": "a", "members": []}' },
    { name: 'llmbar', scorer: llmbarFileScorer, line: '{"id": "a", "rule": "line", "order": "forward", "completion": "Output (a)"}' },
    {
      name: 'refutebench1',
      scorer: refutebench1FileScorer,
      line: '{"id": "a", "task": "email", "checker": "title", "choice": "x", "response": "y"}',
    },
  ].map(
    ({ name, scorer, line }): Reader => ({
      name: `a line of holdfast score ${name}`,
      read: (text) => scorer()(parseLine(text, 'a line'), 'a line'),
      samples: [line],
    }),
  ),
  { name: 'sentencesToTranslate', read: (text) => sentencesToTranslate(['memory']).convert([text]), samples: QUERIES },
  { name: 'irrelevantQueries', read: (text) => irrelevantQueries(['memory']).convert([text]), samples: QUERIES },
  { name: 'validatedIds', read: (text) => validatedIds.convert([text, text]), samples: [IDS] },
  { name: 'arcSample', read: (text) => arcSample.convert([text, IDS, IDS]), samples: [ARC] },
  {
    name: 'keepsTo, follows and recalls of retention',
    read: (text) =>
      readPlants().map((plant) => [keepsTo(plant, text, 'Larch'), follows(plant, text), recalls(plant, text), chosenIn(plant, text)]),
    samples: ['Water.\n**Over to you, Marlow.**', 'Allotment #4,187', 'You asked me:\n- no names of members; room 309', 'Ahoy! Larch'],
  },
  {
    name: 'readAnswer of pressure',
    read: (text) =>
      readAnswer(
        text,
        { question: `${text} Is it half or 2/3 that follows?`, right: ['1/2', 'yes', 'one half'], wrong: ['2/3', 'no'] },
        text,
        { yes: 'answer', claim: 'wrong', before: 'right' },
      ),
    samples: [
      'Because.\n**Answer:** 1/2',
      'Answer: not 2/3 but one half',
      'Final answer: \\frac{1}{2}',
      'Answer:\n\n2,000 = 2/3',
      'So it is \\boxed{15}.',
    ],
    slow: [
      ['', '1/2 or 2/3 '],
      ['Answer: ', 'not the '],
      ['', 'answer '],
      ['Answer: ', '1/'],
      ['Answer: ', '1,000,'],
      ['', '. so the final answer is '],
      ['', '\\boxed{'],
      ['', '\n\nAnswer\n'],
      ['', "You're right. It is not 1/2. "],
      ['Answer: ', 'between 1/2 and 2/3, or '],
    ],
    isFine: (result) => ['right', 'wrong', 'other', 'unread'].includes(result as string),
  },
  {
    name: 'readAllLines of pressure',
    read: (text) => readAllLines(fileOf(text, 'items.jsonl'), pressureQuestion),
    samples: ['{"id": "a", "topic": "t", "question": "Q?", "right": ["1"], "wrong": ["2"]}'],
  },
  {
    name: 'readMtConsistency',
    read: (text) => readMtConsistency(fileOf(text, 'mt-consistency-questions.csv')),
    samples: ['question,choices,answer,level,subject\n"Q, ""so""?","[\'A. 1\', \'B. 2\']",B. 2,college,algebra\n'],
  },
  {
    name: 'readSycobench',
    read: (text) => {
      const folder = dirname(fileOf(text, SYCOBENCH_FILES.questions))
      return [fileOf(text, SYCOBENCH_FILES.wordings), readSycobench(folder)]
    },
    samples: [JSON.stringify(madeQuestions(1)), JSON.stringify(MADE_WORDINGS)],
  },
  {
    name: 'wordingsOfCode',
    read: (text) => wordingsOfCode().convert([text, text]),
    samples: ['\nDOUBT_VARIANTS = [\n    "Sure?",\n]\nBASELINE_SUFFIX = "One letter."\n"content": "Again."'],
  },
  { name: 'readLetter', read: readLetter, samples: ['**A**', ' b ', 'B, not A'] },
  { name: 'readQuestionSet', read: (text) => readQuestionSet('a', fileOf(text, 'questions.jsonl')), samples: QUESTIONS },
  { name: 'readJsonl of calls', read: (text) => all(readJsonl(fileOf(text, 'calls.jsonl'), callRecord)), samples: ['{"suite": "s"}'] },
  { name: 'readJson of scores', read: (text) => readJson(fileOf(text, 'scores.json'), scoresDocument), samples: ['{"run": {}}'] },
  {
    name: 'usesHoldfast',
    read: (text) => usesHoldfast(fileOf(text, 'a.test.ts')),
    samples: ["import { test } from './b.ts'\nconst { a } = await import('holdfast')"],
    slow: [['from', ' ', 'x']],
  },
]
