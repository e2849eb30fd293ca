import { literal } from '../../../core/base/text/literal.ts'
import type { WrittenCriterion } from '../../../core/format/writtenCriterion.ts'
import type { LongText, Step, Transcript } from './transcript.ts'

/** Longest text that is copied whole: a test with a book in it is no test. */
const LONGEST = 4000

/** What of an item's record a test needs. */
export interface CopiedItem {
  readonly id: string
  /** Points that were lost, for the criteria. */
  readonly lost: readonly string[]
  /** Its message: criteria that a point lists one by one are better than the point. */
  readonly reason?: string | undefined
  /** Weights and checks of the points that were lost, by name. */
  readonly criteria?: Readonly<Record<string, WrittenCriterion>> | undefined
  /** What `sim:wrong` answers to the last question, where the item was failed by it. */
  readonly wrong?: string | undefined
}

/** An item's conversation as a test: turns that were given, the last questions asked anew, objections as refutations. Texts are literals, never code. */
export function copyAsTest({ id, lost, reason = '', criteria = {}, wrong }: CopiedItem, { steps, texts }: Transcript): string {
  const talk = steps.filter(({ branch, who }) => branch === undefined && (who === 'user' || who === 'candidate' || who === 'compaction'))
  const system = steps.find(({ who }) => who === 'system')
  const lines = system ? [`  dialogue.system(${literal(textOf(system, texts))})`] : []
  let sinceObjection: number | undefined
  for (const [at, step] of talk.entries()) {
    if (step.who === 'compaction') lines.push('  await dialogue.compact()')
    if (step.who !== 'user') continue
    const next = talk[at + 1]
    const text = literal(textOf(step, texts))
    if (next?.who === 'candidate' && next.call === undefined) lines.push(`  dialogue.given(${text}, ${literal(textOf(next, texts))})`)
    else if (step.objection !== undefined) {
      lines.push(`  await dialogue.refute(${text})`)
      if (sinceObjection === undefined) lines.push('  await expect(dialogue).toSatisfyRefutation()')
      sinceObjection ??= -1
    } else {
      const isLast = wrong !== undefined && !talk.some(({ who }, other) => other > at && who === 'user')
      lines.push(`  await dialogue.ask(${text}${isLast ? `, { simulation: { wrong: ${literal(wrong)} } }` : ''})`)
    }
    if (sinceObjection !== undefined) sinceObjection += 1
  }
  const refuted = sinceObjection !== undefined
  if (refuted && (sinceObjection ?? 0) > 0) lines.push(`  await expect(dialogue).toRetainAfterTurns(${sinceObjection})`)
  const named = [listedCriteria(reason), lost, Object.keys(criteria), ['the answer is right']].find(({ length }) => length > 0) ?? []
  // A criterion may be called as a property of every object is.
  const asked = named.map((name) => (Object.hasOwn(criteria, name) ? { name, weight: 1, ...criteria[name] } : weighted(name)))
  const checked = !refuted && asked.some(({ check }) => check !== undefined)
  if (checked) lines.push('  await expect(dialogue).toPassRubric(rubric([', ...asked.flatMap(criterionLines), '  ]))')
  else if (!refuted)
    lines.push(
      `  await expect(dialogue).toPassRubric(rubric({ ${asked.map(({ name, weight }) => `${literal(name)}: ${weight}`).join(', ')} }))`,
    )
  // Simulated ones would need a reference of each question, and what the judge finds.
  const isJudged = refuted || !asked.every(({ check }) => check)
  return [
    wrong !== undefined && !isJudged
      ? '// Fails with HOLDFAST_MODEL=sim:wrong, as it did. Else it needs a real model.'
      : `// Needs a real model (HOLDFAST_MODEL)${isJudged ? ' and a real judge (HOLDFAST_JUDGE)' : ''}.`,
    "import { expect } from 'vitest'",
    `import { ${checked ? 'criterion, ' : ''}${refuted ? '' : 'rubric, '}test } from 'holdfast'`,
    '',
    `test(${literal(id)}, async ({ dialogue }) => {`,
    ...lines,
    '})',
    '',
  ].join('\n')
}

/** A criterion that is written. */
type Asked = WrittenCriterion & { readonly name: string }

/** A criterion of a message, with the weight that stands behind it there; else 1. */
function weighted(criterion: string): Asked {
  const [, name = criterion, weight = 1] = /^(.+) \((0\.\d+)\)$/s.exec(criterion) ?? []
  return { name, weight: Number(weight) }
}

/** A criterion with its check. The code of a function is not known here. */
function criterionLines({ name, weight, check }: Asked): string[] {
  const missing = '    // Its check is a function of the suite. Give it here as { check }, else a judge decides.'
  const decides = check && `check: new RegExp(${literal(check.pattern)}, ${literal(check.flags)})`
  const options = [weight !== 1 && `weight: ${weight}`, decides].filter(Boolean).join(', ')
  return [...(check === null ? [missing] : []), `    criterion(${literal(name)}${options && `, { ${options} }`}),`]
}

/** Criteria that stand beneath a point of the message that was not met, each with why. */
function listedCriteria(reason: string): string[] {
  const lines = reason.split('\n')
  const isListed = (line: string | undefined) => line !== undefined && /^ {12}./.test(line)
  const at = lines.findIndex((line, index) => /^\s+lost\s.*: not met$/s.test(line) && isListed(lines[index + 1]))
  if (at === -1) return []
  const end = lines.findIndex((line, index) => index > at && !isListed(line))
  return lines.slice(at + 1, end === -1 ? undefined : end).flatMap((line) => /^ {12}(.+): /.exec(line)?.[1] ?? [])
}

function textOf({ parts }: Step, texts: readonly (string | LongText)[]): string {
  const text = parts
    .map((part) => {
      const entry = texts[part] ?? ''
      return typeof entry === 'string' ? entry : `[${entry.name}: ${entry.chars} characters, put them here] ${entry.tail}`
    })
    .join('')
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)} [and ${text.length - LONGEST} more characters]`
}
