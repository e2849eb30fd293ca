import { existsSync } from 'node:fs'
import { z } from 'zod'
import {
  counted,
  dataError,
  decodeUtf8,
  excerpt,
  isDoubtful,
  parse,
  parseLine,
  readBytes,
  redacted,
  redactSecrets,
  screenJson,
  usageError,
  writeWhole,
} from '../../../kit.ts'
import type { Draft } from './draftItems.ts'

/** The form of a review file. Another one gets another number. */
const FORM = 'holdfast.drafts/1'

/** Characters of a topic, an instruction or a document that a draft shows: enough to know it by. */
const SHOWN_SOURCE = 300

/** Who made the drafts of a file. */
export type DraftOrigin = Readonly<Record<'author' | 'solver' | 'judge' | 'date', string>> & { readonly simulated: boolean }

/** What a review file is of. */
export type ReviewedKind = Readonly<Record<'suite' | 'kind', string>>

/** A draft as a person left it. */
export type ReviewedDraft = ReturnType<typeof readBlock>

/**
 * Writes drafts to a review file. Drafts that it already holds are left as they are, with what a person wrote on them.
 *
 * @returns how many were added.
 * @throws HoldfastError where the file is of other drafts, or cannot be written.
 */
export function writeReview(path: string, of: ReviewedKind, drafts: readonly Draft[], origin: DraftOrigin): number {
  const before = existsSync(path) ? textOf(path) : undefined
  const found = before === undefined ? of : headOf(before)
  if (found?.suite !== of.suite || found.kind !== of.kind) {
    const is = found ? `a review file of ${found.suite}, ${found.kind}` : 'no review file'
    throw usageError(`Failed to write ${path}: it is ${is}. Name another one with --out.`)
  }
  const known = new Set(headings(before ?? '').map(({ id }) => id))
  const added = drafts.filter(({ id }) => !known.has(id))
  if (before !== undefined && added.length === 0) return 0
  const begun = before === undefined ? head(of) : before.trimEnd()
  writeWhole(path, `${[begun, ...added.map((draft) => block(draft, origin))].join('\n\n')}\n`)
  return added.length
}

/**
 * Reads what a person decided.
 *
 * @throws HoldfastError naming the line of what does not fit.
 */
export function readReview(path: string): ReviewedKind & { readonly drafts: readonly ReviewedDraft[] } {
  const text = textOf(path)
  const of = headOf(text)
  if (!of || !text.includes(FORM))
    throw dataError(`Failed to read ${path}: it is no review file. Name one that holdfast data draft has written.`)
  const lines = text.split(/\r?\n/)
  const starts = headings(text)
  return {
    ...of,
    drafts: starts.map(({ id, line }, index) =>
      readBlock(id, line, lines.slice(line, (starts[index + 1]?.line ?? lines.length + 1) - 1), path),
    ),
  }
}

function head({ suite, kind }: ReviewedKind): string {
  return [
    `# Drafts for ${suite}: ${kind}`,
    '',
    `form: ${FORM}`,
    `suite: ${suite}`,
    `kind: ${kind}`,
    '',
    'Models wrote these items. Nobody has checked them yet. Read each one, and write `yes` or `no` behind its `accept:`.',
    'You may mend an item where it stands, as long as it stays JSON, indented by four spaces.',
    'Then run `holdfast data accept` on this file.',
  ].join('\n')
}

const block = (draft: Draft, origin: DraftOrigin): string => {
  const { id, item, solved, doubts, source } = draft
  const json = screenJson(redacted({ item, solved, doubts, source: excerpt(redactSecrets(source.text), 0, SHOWN_SOURCE), origin }), 2)
  return [
    `## ${id}`,
    '',
    ...(origin.simulated ? ['SIMULATED: a simulated model had a part in it. It shows the way only, and measures nothing.', ''] : []),
    `- ${solutionLine(solved)}`,
    `- ${doubtLine(doubts)}`,
    '',
    'accept:',
    '',
    // Models' texts stand in JSON, where they are escaped, and indented: none can begin a line of its own.
    ...json.split('\n').map((line) => `    ${line}`),
  ].join('\n')
}

/** The solver's part of a draft in words. */
function solutionLine(solved: Draft['solved']): string {
  if ('failed' in solved) return 'The solver gave no usable reply.'
  return solved.right ? 'The solver, who did not see the key, came to the key.' : 'The solver, who did not see the key, did NOT come to it.'
}

function doubtLine(doubts: Draft['doubts']): string {
  if ('failed' in doubts) return 'The judge gave no usable reply.'
  if (!isDoubtful(doubts)) return 'The judge has no doubt.'
  const found = [
    ...(doubts.keyRight ? [] : ['holds the key to be WRONG']),
    ...(doubts.unambiguous ? [] : ['finds it AMBIGUOUS']),
    ...(doubts.doubts.length > 0 ? [`names ${counted(doubts.doubts.length, 'doubt')}`] : []),
  ]
  return `The judge ${found.join(' and ')}.`
}

const entry = z.object({ item: z.unknown(), origin: z.object({ simulated: z.boolean() }) })

function readBlock(id: string, line: number, lines: readonly string[], path: string) {
  const where = `${path}, line ${line}, draft ${id}`
  const marks = lines.flatMap((text, index) => (/^accept:/i.test(text) ? [{ word: text.slice(7).trim(), at: line + index + 1 }] : []))
  const [mark] = marks
  if (mark === undefined || marks.length > 1) {
    throw dataError(`Failed to read ${where}: it has ${counted(marks.length, 'line')} \`accept:\`. Give it one.`)
  }
  const decision = DECISIONS.get(mark.word.toLowerCase())
  if (decision === undefined)
    throw dataError(
      `Failed to read ${path}, line ${mark.at}: ${JSON.stringify(excerpt(mark.word, 0, 40))} is no decision. Write yes or no behind \`accept:\`, or nothing.`,
    )
  const json = lines.filter((text) => text.startsWith('    ')).join('\n')
  const { item, origin } = parse(entry, parseLine(json, where, 'Mend its indented lines.'), where)
  // The line is that of its heading, from 1.
  return { id, line, decision, item, simulated: origin.simulated }
}

const DECISIONS = new Map<string, 'accepted' | 'refused' | 'open'>(
  Object.entries({ yes: 'accepted', y: 'accepted', no: 'refused', n: 'refused', '': 'open' }),
)

function headings(text: string): { readonly id: string; readonly line: number }[] {
  return text.split('\n').flatMap((line, index) => {
    const [, id] = /^## ([\w.-]+)\s*$/.exec(line) ?? []
    return id === undefined ? [] : [{ id, line: index + 1 }]
  })
}

/** What a file says it is of; undefined where it does not. */
function headOf(text: string): ReviewedKind | undefined {
  const [first = ''] = text.split('\n## ', 1)
  const [suite, kind] = ['suite', 'kind'].map((name) => new RegExp(`^${name}: ([\\w.-]+)\\s*$`, 'm').exec(first)?.[1])
  return suite === undefined || kind === undefined ? undefined : { suite, kind }
}

function textOf(path: string): string {
  return decodeUtf8(readBytes(path, 'Name a file that holdfast data draft has written.'), path)
}
