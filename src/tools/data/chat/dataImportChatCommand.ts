import { existsSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { Command } from 'commander'
import {
  type CommandFlags,
  columns,
  counted,
  fittedTable,
  holdfastCommand,
  isBundledSuite,
  labelled,
  literal,
  numberOption,
  printResult,
  redactSecrets,
  screenWidth,
  shellWord,
  singleLine,
  truncate,
  usageError,
  withOptions,
  writeWhole,
} from '../../../kit.ts'
import { type Chat, type ChatTurns, chatTurns } from './chat.ts'
import { Placeholders } from './personal.ts'
import { readChats } from './readChats.ts'

interface ImportFlags extends CommandFlags {
  readonly turn?: number
  readonly criterion?: string
  readonly keepPersonal?: boolean
}

/** `holdfast data import-chat <file> [conversation]`: a conversation with a wrong answer as a test, which `holdfast shrink` makes smaller. */
export function dataImportChatCommand(): Command {
  return withOptions(
    new Command('import-chat')
      .description(
        'Make a test of a chat, a trace of OpenTelemetry or a log of Inspect in which an answer went wrong. Without --turn it lists the turns. Personal data is named and replaced.',
      )
      .argument('<file>', 'file of the conversation; a .jsonl has one in each line')
      .argument('[conversation]', 'which of several: its name, or its number in the list')
      .option('--turn <number>', 'the turn whose answer went wrong, as listed', numberOption({ whole: true, from: 1 }))
      .option('--criterion <sentence>', 'what a right answer does, in a sentence a judge can decide')
      .option('--keep-personal', 'write personal data as it is'),
    ['out', 'file for the test (default: <file>.eval.ts in this folder)'],
  ).action(async (file: string, wanted: string | undefined, flags: ImportFlags) => {
    const chats = await readChats(file)
    const again = (...more: readonly string[]) => holdfastCommand('data', 'import-chat', file, ...more)
    const chat = chosen(chats, wanted, again)
    if (!chat) return printResult(undefined, [...chatLines(chats), '', ` next  ${again('<number>')}`])
    const given = wanted === undefined ? [] : [wanted]
    const conversation = chatTurns(chat)
    const { turn, criterion } = flags
    const stem = basename(file).replace(/\.\w+$/, '')
    const { text, lines } = cleaned(conversation, stem, flags)
    const marked = conversation.turns[(turn ?? 1) - 1]
    if (turn === undefined) {
      const next = again(...given, '--turn', '<number>', '--criterion', '<what a right answer does>')
      return printResult(undefined, [...turnLines(conversation, text), ...leftLines(conversation), '', ` next  ${next}`])
    }
    const failed = (why: string) => usageError(`Failed to import ${file}: ${why}`)
    if (!marked)
      throw failed(`it has ${counted(conversation.turns.length, 'turn')} and no turn ${turn}. List them with ${again(...given)}.`)
    if (marked.assistant === '') throw failed(`turn ${turn} has no answer. Name one that has.`)
    if (criterion === undefined)
      throw failed(`nothing says what a right answer to turn ${turn} does. Add it: --criterion 'names the new address'.`)
    const out = flags.out ?? `${text(stem).replace(/[^\p{L}\p{N}._ -]+/gu, '-')}.eval.ts`
    if (existsSync(out)) throw failed(`${out} exists. Name another file with --out.`)
    await printResult(undefined, [...lines, ...leftLines(conversation), ''])
    // One that a suite of the package has is told apart.
    const name = text(basename(out))
      .replace(/(?:\.eval|\.test)?\.[cm]?[jt]sx?$/, '')
      .replace(/[^\p{L}\p{N}_-]+/gu, '-')
    const names = { suite: isBundledSuite(name) || name === '' ? `chat-${name}` : name, source: text(stem) + extname(file) }
    const test = writeChatTest(conversation, turn, { ...names, criterion }, text)
    writeWhole(out, test)
    await printResult(undefined, [
      ` made  ${singleLine(out)}`,
      ` next  HOLDFAST_MODEL=sim:wrong HOLDFAST_JUDGE=sim:judge npx vitest run ${shellWord(out)}`,
      '       says the wrong answer again, which must score 0. Then run it with your own model and judge, and',
      `       ${holdfastCommand('shrink', 'latest', `turn-${turn}`)}`,
    ])
  })
}

/** The conversation that is meant; undefined where there are several and none is named. */
function chosen(chats: readonly Chat[], wanted: string | undefined, again: () => string): Chat | undefined {
  const only = chats.length === 1 ? chats[0] : undefined
  if (wanted === undefined) return only
  // The number in the list, also where a name is another number.
  const chat = (/^\d+$/.test(wanted) ? chats[Number(wanted) - 1] : undefined) ?? chats.find(({ name }) => name === wanted)
  if (chat) return chat
  throw usageError(`Failed to choose ${JSON.stringify(wanted)}: the file has no such conversation. List them with ${again()}.`)
}

/** What replaces personal data in all texts, and lines that name it. A name may be said after the turn that has a part of it. */
function cleaned({ system, turns }: ChatTurns, file: string, { keepPersonal = false, criterion = '' }: ImportFlags) {
  const placeholders = new Placeholders()
  placeholders.find('system', system)
  for (const [index, { user, assistant, names }] of turns.entries()) {
    // Each by itself: who signs does so at the end.
    placeholders.find(String(index + 1), user, names)
    placeholders.find(String(index + 1), assistant)
  }
  placeholders.find('criterion', criterion)
  placeholders.find('file', file)
  const found = placeholders.all
  const rows = found.map(({ kind, value, turns: where, placeholder }) => [
    where.join(', '),
    kind,
    `${[...singleLine(value)].slice(0, 2).join('')}…`,
    keepPersonal ? 'as it is' : placeholder,
  ])
  const about =
    'Told by how people introduce, greet and sign. Streets and other facts of a person are not told: read the file before you share it.'
  return {
    text: (text: string) => redactSecrets(keepPersonal ? text : placeholders.replace(text)),
    lines: [
      ...(rows.length === 0
        ? [' no personal data found']
        : fittedTable([['turn', 'personal data', 'begins with', 'is written as'], ...rows], screenWidth(), new Set([0, 1, 2, 3]), [
            { column: 0, least: 8 },
          ])),
      ...labelled('names', about, screenWidth()),
    ],
  }
}

function turnLines({ turns }: ChatTurns, text: (text: string) => string): string[] {
  const rows = turns.map(({ user, assistant }, index) => [
    String(index + 1),
    begun(text(user)),
    assistant === '' ? '(no answer)' : begun(text(assistant)),
  ])
  return columns([['turn', 'user', 'answer'], ...rows], new Set([1, 2]))
}

function chatLines(chats: readonly Chat[]): string[] {
  const rows = chats.map(({ name, messages }, index) => [String(index + 1), begun(name), String(messages.length)])
  return fittedTable([['number', 'conversation', 'messages'], ...rows], screenWidth(), new Set([1]), [{ column: 1, least: 20 }])
}

function leftLines({ leftOut }: ChatTurns): string[] {
  if (leftOut === 0) return []
  const what =
    'for which a dialogue has no place: of tools, which an application calls anew, answers before the first question, system messages after it, and parts of questions in no words, whose kind stands in their place'
  return labelled('left out', `${counted(leftOut, 'piece')} ${what}`, screenWidth())
}

/** The beginning of a text, so that two of them stand side by side on the screen. */
function begun(text: string): string {
  const room = Math.floor((screenWidth() - 10) / 2)
  return truncate(singleLine(text.slice(0, room)) + text.slice(room, room + 1), room)
}

/**
 * A conversation with a wrong answer as a benchmark of one item, which `holdfast shrink` makes smaller: the turns before are given as
 * they were, and the last question is asked anew. Texts are string literals, so that nothing in them is code.
 */
function writeChatTest(
  { system, turns }: ChatTurns,
  turn: number,
  { suite, source, criterion }: Readonly<Record<'suite' | 'source' | 'criterion', string>>,
  text: (text: string) => string,
): string {
  const quoted = (own: string) => literal(text(own))
  const earlier = turns.slice(0, turn - 1)
  const marked = turns[turn - 1] as (typeof turns)[number]
  const given = earlier.flatMap(({ user, assistant }) => [
    '          {',
    `            user: ${quoted(user)},`,
    `            assistant: ${quoted(assistant)},`,
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
    `        id: ${literal(`turn-${turn}`)},`,
    ...(system === '' ? [] : [`        system: ${quoted(system)},`]),
    ...(earlier.length === 0 ? [] : ['        earlier: [', ...given, '        ],']),
    `        user: ${quoted(marked.user)},`,
    `        wrong: ${quoted(marked.assistant)},`,
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
    `        criterion(${quoted(criterion)}, { calibration: { simulated: (text) => text !== item.wrong } }),`,
    '      ]),',
    '    )',
    '  },',
    ')',
    '',
  ].join('\n')
}
