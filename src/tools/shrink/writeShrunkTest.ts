import { copyAsTest, literal, present, type Step, singleLine } from '../../kit.ts'
import { lostNames, type ShrunkCase } from './shrunkCase.ts'

/** What of a run a test must repeat to find the item. */
export interface ShrunkTestSettings {
  /** Whether the suite is a bundled one, whose items and matchers a test can be given by name. */
  readonly isBundled: boolean
  /** Options of the suite that are not its defaults. */
  readonly options?: Readonly<Record<string, unknown>>
  readonly seed?: number | undefined
  readonly data?: string | undefined
}

/**
 * The smallest case of an item as a test file, which runs as it is where Holdfast is set up. Texts are string literals, so that
 * nothing in them is code.
 *
 * Of a bundled suite the test has the conversation in plain text, and is asked and scored by the suite itself. Of a suite of one's own it has the conversation and what was lost as criteria.
 */
export function writeShrunkTest(shrunk: ShrunkCase, settings: ShrunkTestSettings): string {
  return settings.isBundled ? caseTest(shrunk, settings) : ownTest(shrunk)
}

/** Lines on where the test comes from. */
function heading({ suite, item, model, simulated, after }: ShrunkCase): string[] {
  const written = `Written by holdfast shrink: ${suite} ${item}, which ${model}${simulated ? ' (simulated)' : ''} failed.`
  const reasons = after.reason.split('\n').filter((line) => /^(?:Failed|\s+lost)/.test(line))
  return [written, ...reasons].map((text) => `// ${singleLine(text)}`)
}

function caseTest(shrunk: ShrunkCase, { options = {}, seed, data }: ShrunkTestSettings): string {
  const turns = turnsOf(shrunk).map(({ user, answered }, at, all) => [
    '    {',
    `      user: ${literal(user)},`,
    answered !== undefined && at === all.length - 1 && '      // What the model answered when this was written.',
    answered !== undefined && `      answered: ${literal(answered)},`,
    '    },',
  ])
  const kept = cutSizes(shrunk)
  const title = `${shrunk.suite} ${shrunk.item}${shrunk.outcome === 'shrunk' ? ', as small as it still fails' : ''}`
  const body = present([
    `test(${literal(title)}, benchmarkCase({`,
    `  suite: ${literal(shrunk.suite)},`,
    `  item: ${literal(shrunk.item)},`,
    Object.keys(options).length > 0 && `  options: ${literalOf(options)},`,
    seed !== undefined && `  seed: ${seed},`,
    data !== undefined && `  data: ${literal(data)},`,
    ...(kept.length === 0 ? [] : ['  // How much of each part is left; the others are whole.', '  sizes: {', ...kept, '  },']),
    turns.length > 0 && '  // What is said. The model is asked anew; the suite scores what it answers.',
    ...(turns.length > 0 ? ['  conversation: [', ...turns.flat(), '  ],'] : []),
    '}))',
  ])
  return [...heading(shrunk), "import { benchmarkCase } from 'holdfast/shrink'", "import { test } from 'vitest'", '', ...body, ''].join(
    '\n',
  )
}

function cutSizes({ parts, sizes }: ShrunkCase): string[] {
  return parts
    .filter(({ name, size }) => (sizes[name] ?? size) < size)
    .map(({ name, size, unit, title }) => {
      const left = unit === undefined ? 'left out' : `${sizes[name]} of ${size} ${unit}`
      return `    ${literal(name)}: ${sizes[name]}, // ${left}: ${singleLine(title)}`
    })
}

/** What the user says, each with what was answered. */
function turnsOf({ after: { messages } }: ShrunkCase): { readonly user: string; readonly answered: string | undefined }[] {
  return messages.flatMap(({ role, content }, at) => {
    const next = messages[at + 1]
    return role === 'user' ? [{ user: content, answered: next?.role === 'assistant' ? next.content : undefined }] : []
  })
}

/** Plain data as an expression. */
function literalOf(value: unknown): string {
  if (typeof value === 'string') return literal(value)
  if (Array.isArray(value)) return `[${value.map(literalOf).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined'
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  return `{ ${entries.map(([name, one]) => `${literal(name)}: ${literalOf(one)}`).join(', ')} }`
}

/** The conversation with the last question asked anew, and what was lost as criteria. */
function ownTest(shrunk: ShrunkCase): string {
  const { item, after, model } = shrunk
  const last = after.messages.length - 1
  const steps = after.messages.map(
    ({ role }, at): Step => ({
      who: role === 'assistant' ? 'candidate' : role,
      title: role,
      ...(at === last && { call: 'answer' }),
      parts: [at],
      findings: [],
    }),
  )
  const texts = after.messages.map(({ content }) => content)
  const copied = {
    id: item,
    lost: lostNames(shrunk),
    reason: after.reason,
    criteria: after.criteria,
    ...(model === 'sim:wrong' && { wrong: texts.at(-1) }),
  }
  return [...heading(shrunk), copyAsTest(copied, { texts, steps, calls: [], judgements: [] })].join('\n')
}
