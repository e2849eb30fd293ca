import { dialogueLines } from '../../../src/cli/itemView.ts'
import type { CallRecord, ItemRecord } from '../../../src/core/format/records.ts'
import { combineTrials } from '../../../src/core/stats/summary/combineTrials.ts'
import { markdownBlocks } from '../../../src/reports/blocks/markdownBlocks.ts'
import { terminalBlocks } from '../../../src/reports/blocks/terminalBlocks.ts'
import { failureBlocks } from '../../../src/reports/failureBlocks.ts'
import { columns, displayWidth, labelled, truncate, wrapText, wrapWords } from '../../../src/reports/layout.ts'
import { causesOf, failureGroups, lostPoints } from '../../../src/reports/page/failureGroups.ts'
import { escapeHtml, scriptJson } from '../../../src/reports/page/markup.ts'
import { copyAsTest } from '../../../src/reports/page/shared/copyAsTest.ts'
import { hashOf, readHash } from '../../../src/reports/page/shared/filters.ts'
import { findNeedles, needles } from '../../../src/reports/page/shared/needles.ts'
import { visibleText } from '../../../src/reports/page/shared/visibleText.ts'
import { timeline } from '../../../src/reports/page/timeline.ts'
import type { Reader } from '../reader.ts'

const REASONS = [
  'Failed to pass: total 0.5.\n  asked     the item after "Name three rivers"\n  expected  "List the planets. ### #Topic#"\n  received  "No⏎"\n  lost      right element 2 of 4 points: one too far.\n            and more',
  'Failed.\n  lost      criteria 1 of 1 points: not met\n            says 13: no\n  lost      all points',
]
const HASHES = ['#items?suite=s&text=a%20b&item=s/i%231']
const WIDTH = 80
/** Lines of evidence, of which each was once joined to all before it. */
const LINES = ['Failed.\n  lost a: b', '\n            why.'] as const

const failed = (reason: string): ItemRecord => ({
  suite: 's',
  item: 'i',
  task: 't',
  trial: 0,
  status: 'failed',
  tags: {},
  scores: { total: 0 },
  reason,
})
const call = (content: string, messages: CallRecord['messages']): CallRecord => ({
  suite: 's',
  item: 'i',
  role: 'candidate',
  call: 'answer',
  trial: 0,
  ask: 0,
  vote: 0,
  content,
  messages,
})
const fits = (result: unknown) => (result as string[]).every((line) => displayWidth(line) <= WIDTH + 1)

/** Readers of src/reports, with what they take from src/core/stats and src/cli. */
export const REPORT_READERS: readonly Reader[] = [
  {
    name: 'lostPoints',
    read: (text) => lostPoints(failed(text)),
    samples: REASONS,
    slow: [LINES, ['\n  lost ', ' ', 'x\u2028'], ['', ' 1 of 1 points: ', '\u2028']],
  },
  { name: 'failureGroups', read: (text) => failureGroups([failed(text)]).map(({ name }) => name), samples: REASONS, slow: [LINES] },
  { name: 'causesOf', read: (text) => causesOf([{ ...failed(text), status: 'error', error: text }]).map(({ cause }) => cause) },
  {
    name: 'failureBlocks',
    read: (text) => {
      const blocks = failureBlocks([failed(text)], undefined)
      return [...terminalBlocks(blocks, WIDTH), ...markdownBlocks(blocks)]
    },
    samples: REASONS,
    slow: [LINES],
  },
  {
    name: 'combineTrials',
    read: (text) =>
      combineTrials([
        { ...failed(''), scores: { [text]: 1 } },
        { ...failed(''), trial: 1 },
      ]),
    samples: ['constructor'],
  },
  { name: 'truncate', read: (text) => truncate(text, WIDTH), samples: ['河流'] },
  { name: 'wrapWords', read: (text) => wrapWords(text, WIDTH, 4), samples: ['a\u00a0b c'] },
  { name: 'labelled', read: (text) => labelled('a label', text, WIDTH), samples: ['a\u00a0b c'] },
  {
    name: 'columns',
    read: (text) =>
      columns([
        [text, 'b'],
        ['a', text],
      ]),
    samples: ['河流'],
  },
  { name: 'wrapText', read: (text) => wrapText(text, WIDTH), samples: ['河流。 and words”'], isFine: fits },
  { name: 'escapeHtml', read: escapeHtml, samples: ['<b>&"\''], isFine: (result) => !/[<>"']/.test(result as string) },
  { name: 'scriptJson', read: scriptJson, samples: ['</script>\u2028'], isFine: (result) => !(result as string).includes('<') },
  { name: 'visibleText', read: visibleText, samples: ['\u202ea\ud800'] },
  {
    name: 'copyAsTest',
    read: (text) =>
      copyAsTest(
        { id: text, lost: [text], reason: text },
        { steps: [{ who: 'user', title: 'u', parts: [0], findings: [] }], texts: [text], calls: [], judgements: [] },
      ),
    samples: REASONS,
    slow: [['', '\n', 'lost']],
  },
  { name: 'readHash', read: readHash, samples: HASHES },
  { name: 'hashOf', read: (text) => hashOf({ text }), samples: HASHES },
  {
    name: 'needles',
    read: needles,
    samples: REASONS,
    slow: [
      ['  asked ', '\\"'],
      ['  asked "', ' ', 'x"'],
      ['  asked ', ' ', 'x\u2028'],
    ],
  },
  {
    name: 'findNeedles',
    read: (text) => findNeedles(text, needles(`Failed.\n  asked ${text.replaceAll('\n', ' ')}`)),
    samples: ['"Name three rivers"'],
  },
  {
    name: 'timeline',
    read: (text) => {
      const messages = text.split('\n').map((_, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', parts: [index] }))
      const made = { role: 'candidate', call: text, ask: 0, vote: 0, facts: '', messages: messages.slice(0, 9), content: 0 }
      return timeline([made, { ...made, role: 'refuter' }], text.split('\n'), { findings: { [text]: [text] } })
    },
    samples: ['objection 1 met (5 of 5)\na\nb'],
  },
  {
    name: 'dialogueLines',
    read: (text) => {
      const [first = '', ...more] = text.split('\n').slice(0, 9)
      const messages = [first, ...more].map((content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }))
      return dialogueLines([call(text, messages), call(first, messages.slice(0, 1))], { answer: [text] }, WIDTH)
    },
    samples: ['a\nb\nc'],
  },
]
