import { literal, singleLine } from '../../../kit.ts'

/** What a test is made of: a conversation up to the turn that went wrong. */
export interface WrongTurn {
  /** Name of the benchmark. */
  readonly suite: string
  /** Name of the file that it comes from. */
  readonly source: string
  /** Its place from 1. */
  readonly turn: number
  readonly system: string
  readonly earlier: readonly { readonly user: string; readonly assistant: string }[]
  readonly user: string
  /** The answer that went wrong. */
  readonly wrong: string
  /** What a right answer does. */
  readonly criterion: string
}

/** Id of the item of a turn. */
export function turnItem(turn: number): string {
  return `turn-${turn}`
}

/**
 * A conversation with a wrong answer as a benchmark of one item, which `holdfast shrink` makes smaller: the turns before are given as
 * they were, and the last question is asked anew. Texts are string literals, so that nothing in them is code.
 */
export function writeChatTest({ suite, source, turn, system, earlier, user, wrong, criterion }: WrongTurn): string {
  const given = earlier.flatMap((own) => [
    '          {',
    `            user: ${literal(own.user)},`,
    `            assistant: ${literal(own.assistant)},`,
    '          },',
  ])
  return [
    `// Written by holdfast data import-chat from ${singleLine(source)}: the answer to turn ${turn} went wrong.`,
    "import { benchmark, criterion, rubric } from 'holdfast'",
    '',
    'benchmark(',
    `  ${literal(suite)},`,
    '  {',
    '    items: [',
    '      {',
    `        id: ${literal(turnItem(turn))},`,
    ...(system === '' ? [] : [`        system: ${literal(system)},`]),
    ...(earlier.length === 0 ? [] : ['        earlier: [', ...given, '        ],']),
    `        user: ${literal(user)},`,
    `        wrong: ${literal(wrong)},`,
    '      },',
    '    ],',
    '    // What sim:wrong answers.',
    '    wrong: (item) => item.wrong,',
    "    roles: ['candidate', 'judge'],",
    '  },',
    '  async (item, { dialogue, expect }) => {',
    ...(system === '' ? [] : ['    // An application brings its own: leave this out.', '    dialogue.system(item.system)']),
    ...(earlier.length === 0
      ? []
      : [
          '    // An application that keeps its own conversation must hear them: await dialogue.ask(user).',
          '    for (const { user, assistant } of item.earlier) dialogue.given(user, assistant)',
        ]),
    '    await dialogue.ask(item.user)',
    '    await expect(dialogue).toPassRubric(',
    '      rubric([',
    '        // A judge decides. For a program write `check: (text) => …` in place of `calibration`, and no judge among the roles.',
    `        criterion(${literal(criterion)}, { calibration: { simulated: (text) => text !== item.wrong } }),`,
    '      ]),',
    '    )',
    '  },',
    ')',
    '',
  ].join('\n')
}
