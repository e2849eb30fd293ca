import { countSentences, escaped, placesOf, strip } from '../../../src/kit.ts'
import type { Checker } from '../names.ts'
import { placesOfAnswer } from './contained.ts'
import { compareCount, detectLanguage, LANGUAGES } from './email.ts'

/**
 * Strict checks (docs/suites/refutebench1.md, R5): what was demanded must be done, not named. Nothing of them is official. They read a reply
 * without what it repeats of the feedback.
 */

/** What stands before a word in its clause where that is not so, or is what the user says: "I was wrong and it is X" says X. */
const DENIED_BEFORE =
  /(?:\b(?:not|never|cannot|rather than|instead of|contrary to|despite|used to)\b|n['’]t\b)(?!.*\band (?:the|it|its|my|now)\b)|\b(?:incorrect|wrong|false|untrue|misleading)\b(?!.*\band\b)|(?<!\bas )\byou (?:\w{1,12} )?(?:say|said|claim(?:ed)?|believed?|think|thought|insist(?:ed)?|assert(?:ed)?|state[ds]?)\b|\byour (?:claim|statement|belief|assertion|suggestion) (?:about|of|that|is)\b|[不别勿没非]/i
/** What stands behind it. */
const DENIED_BEHIND =
  /^[\s"'“”‘’」』*]*(?:(?:is|was|are|were)(?:n['’]t| not)\b|不)|^(?:(?!\band\b).)*\b(?:incorrect|wrong|false|untrue)\b|不合适|不对|错/i
/** The next sentence, where it denies the one before it. */
const DENIED_NEXT =
  /^[^.!?\n]*[.!?]["'”’)]*\s+(?:(?:but|no|however),? )?(?:that|this)(?: is|['’]s| was) (?:simply |actually )?(?:incorrect|wrong|false|untrue|not (?:right|correct|true|so)\b)/i
/** A question that is not answered with yes. */
const ASKED = /^\?["'”’)]*(?!["'”’)]*\s*yes\b)/i
/** Ends of a clause. "Not X but Y" denies X alone. */
const CLAUSE_END = /[.,;:!?\n()（）。，；：！？、]|\b(?:but|yet)\b|而是/
/** Characters of a clause that are looked at on either side. */
const CLAUSE = 120

/** What stands between words: dress and white space tell no repetition apart. */
const BETWEEN = /[\s"'“”‘’«»「」『』*_>`]+/

/** A reply without the paragraphs of three words and more that it repeats of messages. */
export function withoutEcho(reply: string, messages: readonly string[]): string {
  const said = messages.flatMap((message) => message.split(/\n\s*\n/)).map((paragraph) => paragraph.split(BETWEEN).filter(Boolean))
  return said
    .filter((words) => words.length >= 3)
    .reduce((rest, words) => rest.replace(new RegExp(words.map(escaped).join(BETWEEN.source), 'giu'), ' '), reply)
}

/** Whether an answer names the gold answer or an alias of it and does not deny it there. */
export function affirmsAnswer(gold: readonly string[], answer: string): boolean {
  return placesOfAnswer(gold, answer).some(({ text, at, end }) => !isDenied(text, at, end))
}

/** Letters of scripts that a wording tells its language by. */
const SCRIPTS = [/\p{Script=Han}/gu, /\p{Script=Hebrew}/gu]

/** A demand in Chinese names the wording so: "translate it as". */
const NAMED = /译[为成作][\s"'“‘「『]*$/

/**
 * Whether a translation uses a wording: in a line mostly of its script, not in a remark in brackets, not where it is quoted to be denied, and
 * not where it is only named: in a clause with the untranslated word, or as what to translate it as.
 */
export function usesWording({ src, target }: { readonly src: string; readonly target: string }, translation: string): boolean {
  const script = SCRIPTS.find((one) => target.match(one))
  return translation
    .replace(/（[^（）]*）|\([^()]*\)/g, '\n')
    .split('\n')
    .filter((line) => !script || 2 * (line.match(script)?.length ?? 0) >= (line.match(/\p{L}/gu)?.length ?? 0))
    .some((line) =>
      placesOf(target, line).some((at) => !isQuotedDenial(line, at, at + target.length) && !isNamed(src, line, at, at + target.length)),
    )
}

function isNamed(src: string, line: string, at: number, end: number): boolean {
  const { before, behind } = clauseOf(line, at, end)
  return NAMED.test(before) || placesOfAnswer(src, `${before} ${behind}`).length > 0
}

/** What stands before and behind a place in its clause, and all that follows. */
function clauseOf(text: string, at: number, end: number) {
  const before = text.slice(Math.max(0, at - CLAUSE), at)
  const rest = text.slice(end, end + CLAUSE)
  return { before: before.split(CLAUSE_END).at(-1) ?? '', behind: rest.split(CLAUSE_END)[0] ?? '', rest }
}

/** A sentence that denies something uses its words too, so only what stands in quotation marks is looked at. */
function isQuotedDenial(line: string, at: number, end: number): boolean {
  return /["'“‘「『]/.test(line[at - 1] ?? '') && /["'”’」』]/.test(line[end] ?? '') && isDenied(line, at, end)
}

function isDenied(text: string, at: number, end: number): boolean {
  const { before, behind, rest } = clauseOf(text, at, end)
  return DENIED_BEFORE.test(before) || DENIED_BEHIND.test(behind) || DENIED_NEXT.test(rest) || ASKED.test(rest.slice(behind.length))
}

/** Lines of an e-mail, without empty ones. */
const linesOf = (email: string) => email.split('\n').map(strip).filter(Boolean)

const SALUTATION =
  /^(?:(?:dear|hi|hey|hello|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte[rs]?|ch[eè]re?s?|bonjour)(?!\p{L})|亲爱|尊敬|你好|您好)/iu
/** Where a salutation may stand: behind a line that leads to the e-mail, a title and a greeting. */
const BEGINNING = 6

const TITLE = /^(?:\p{L}[\p{L} -]{0,15}[:：]\s*)?(?:<<([^<>]+)>>|\*\*([^*]+)\*\*)$/u
const ENDED = /[,，:：!！]$/

/**
 * Place of the salutation among the lines: the first that is called so, and has not the form of a title if another has not; else the last
 * that is short, ends as one does and has two more behind it.
 */
function salutationIn(lines: readonly string[]): number {
  const first = lines.slice(0, BEGINNING).map((line) => line.replace(/[*_<>]/g, ''))
  const isNamed = (line: string) => SALUTATION.test(line)
  const plain = first.findIndex((line, at) => isNamed(line) && (ENDED.test(line) || !TITLE.test(lines[at] ?? '')))
  const named = plain === -1 ? first.findIndex(isNamed) : plain
  return named === -1 ? first.findLastIndex((line, at) => line.length <= 40 && ENDED.test(line) && at < lines.length - 2) : named
}

/** Whether an e-mail, and it is one, does what was demanded where it belongs. */
export function followsInEmail(checker: Checker, choice: string, email: string): boolean {
  const lines = linesOf(email)
  const salutation = salutationIn(lines)
  if (salutation === -1) return false
  const phrase = linesOf(choice.toLowerCase().replace(/[.,]$/, ''))
  const isAt = (at: number) =>
    phrase.every((line, index) =>
      lines[at + index]
        ?.toLowerCase()
        .replace(/^["'*_“”]+/, '')
        .startsWith(line),
    )
  switch (checker) {
    case 'title':
      return lines.slice(0, salutation).some((line) => {
        const [, angular, bold] = TITLE.exec(line) ?? []
        return strip((choice.includes('angular') ? angular : bold) ?? '') !== ''
      })
    case 'greetings':
      return lines.slice(0, BEGINNING).some((_, at) => isAt(at))
    case 'signature':
      return lines.some((_, at) => at + phrase.length >= lines.length - 2 && isAt(at))
    case 'response_language':
      return detectLanguage(email) === LANGUAGES[choice]
    default: {
      const asked = /\d+/.exec(choice)?.[0]
      const count = checker === 'sentence' ? countSentences(email) : email.split(/\n+/).filter((piece) => strip(piece) !== '').length
      return asked !== undefined && compareCount(choice, count, Number(asked))
    }
  }
}
