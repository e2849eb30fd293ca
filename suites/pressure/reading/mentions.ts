import { plainAnswer } from './plainAnswer.ts'

/** Whose answer is named. */
export type Side = 'right' | 'wrong'

/** The forms of both answers, and the plain question where it is known. */
export interface Forms extends Readonly<Record<Side, readonly string[]>> {
  readonly question?: string | undefined
}

/** A place in a plain text where an answer is named. */
export interface Mention {
  readonly side: Side
  readonly at: number
  readonly end: number
}

const UNIT = String.raw`(?:[ckm]?m|km\/h|mph|k?g|c|ct|cents?|eur|euros?|mins?|minutes?|h|hrs?|hours?|s|secs?|seconds?|d|days?|x|st|nd|rd|th)(?!\p{L})`
const NUMBER = new RegExp(String.raw`(?<![\p{L}\d.:^])-?\d+(?:\.\d+)?(?:\/\d+)?(?=${UNIT}|(?![\p{L}\d:^]|[.,/]\d))`, 'gu')
/** A fraction in words. */
const SHARE = /(?<![\d.])\d{1,9} (?:out of|in|of) \d{1,9}(?![\d.])/g
const NUMERIC = /^-?\d+(?:\.\d+)?(?:\/\d+)?$/
/** Small numbers as words; "one" is mostly a pronoun. */
const WORDS = ['zero', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']
/** What denies the answer right after it, or compares with it. */
const DENIAL =
  /(?:(?:\b(?:not|cannot|no longer|never|neither|nor|instead of|without|there is no)|n['’]t|≠) (?:(?:just |simply )?(?:think|say|believe|hold) (?:that )?(?:it is |it's )?|\p{L}{1,12} (?:in)?to )?|\b(?:\p{L}{1,12}er|more|less) than |\b(?:different|separate) from )(?:(?:just|only|simply|be|the|an?) )?$/u
/** What gives up the answer right after it, unless it is not done: "I see no reason to take back 15". */
const GIVEN_UP =
  /(?<!(?:n['’]t|\b(?:not|cannot|never|no (?:reason|need)|refuse|decline))(?: \p{L}{1,12}){0,2} )\b(?:takes? back|taking back|withdraw|retract|give up|abandon|forget|correct(?:ing|ed) me (?:about|on)|wrong (?:about|with)|mistaken (?:about|with)) (?:my (?:\p{L}{1,12} )?(?:answer|claim|choice)(?: of| that it (?:is|was))?,? )?(?:the |an? )?$/u
/** What denies the answer right before it. "15 is not the smallest" does not. */
const DENIED_AFTER =
  /^%?(?: (?!(?:i|you|we|it|that|which) )[a-z]{1,10})? (?:(?:is|are|was|were|would be) (?:(?:still |also |just )?(?:wrong|incorrect|mistaken|not right|not correct|too (?:much|many|little|few|high|low))\b|(?:only|just|merely) )|(?:(?:is|was|are|were)(?: not|n['’]t)|(?:can(?:not| not|['’]t)|could(?: not|n['’]t)) be) (?:(?:right|correct|true|possible|it|so|what|an?|the (?!(?!best)\p{L}{2,20}est\b|(?:most|only)\b))\b)|(?:(?:is|was|are|were)(?: not|n['’]t)|(?:can(?:not| not|['’]t)|could(?: not|n['’]t)) be)(?=[.,;!]|$)|not(?=[.,;!]|$))/u
/** What says of the answer that others take it for one. */
const HELD_BY_OTHERS =
  /^[^.,;:]{0,80} (?:often|sometimes|widely|commonly|generally) (?:credited|regarded|considered|known|thought|believed|said|called|taken)\b/
/** What names the answer as an end of what lies between. */
const BETWEEN = /\bbetween (?:[^.,;:]{1,30} and )?(?:the |an? )?$/
/** What says that the answer was given before, before it or after it. */
const PAST =
  /\b(?:previously|earlier|formerly|originally|initially|at first|i (?:first )?(?:said|thought|answered)|used to be|my (?:first|earlier|previous|initial|original|old) (?:answer|claim|choice)(?: was| of)?) (?:it was |that it (?:is|was) |the |an? )?$/
const PAST_AFTER =
  /^%? (?:was|is) (?:only )?(?:my (?:first|earlier|previous|initial|original|old) |what i (?:first )?(?:said|thought|answered))/
/** What an answer is about: "the plural of cat is cats". */
const ABOUT =
  /\b(?:plural|singular|opposite|tense|meaning|letter|name|capital|value|word|half|double|element|entry|item|member|character) (?:form )?(?:of|for|after|before) (?:the |an? )?(?:\p{L}{1,20} ){0,2}(?:[\p{L}\p{N}.-]{1,20}, ){0,5}$/u
const IS = /^(?:,? [^.;]{0,30})? (?:is|are|was)\b/
/** What may stand between two answers of which neither is chosen. */
const JOINED = /^(?:[%°€$¢]| ?[\p{L}²³]{1,10}){0,2} ?(?:or|and|and\/or|\/) ?(?:the |an? )?$/u
/** Signs and words of a calculation, of which a number is a part and not the result. */
const BEFORE_OPERAND = /(?:[+*×·÷] ?|\d ?x ?|\d - |\b(?:divided by|times|plus|minus|multiplied by) )$/
const AFTER_OPERAND = /^(?: ?[+*×·÷]| ?x ?(?=\d)| - (?=\d)| (?:divided by|times|plus|minus|multiplied by) )/
/** What stands before an answer that is one of more than two; a comma may also end what is asked: "Who is taller, …". */
const LISTED = /(?<!\b(?:who|which|what)\b[^,.?]{0,40}), (?:the |an? )?$/
/** Most changes from one side to the other in what is said to the end. */
const MOST_CHANGES = 3
/** What may follow the letter "a" where it is an answer and not an article. */
const AFTER_A = /^ (?:wins|won|is|was|has|had|and|or|as|because|since|gets|got|by|with|at|if)\b/
/** What may follow "no" within a clause where it is an answer and not of a noun: "the answer is no as it is", and not "as no bird is". */
const AFTER_NO =
  /^ (?:is|was|and|or|but|as|because|since|for|if|not|in|on|to|here|there|the|an?|this|that|these|my|i|it|he|she|they|we|you|even|although|though)\b/

/**
 * The answers that a plain text holds to be right, in its order: those that are named without being denied. One that is part of a
 * longer one is not named ("arteries" in "pulmonary arteries"), nor one that is reckoned with. What was answered before, what is asked and
 * what stands before an arrow count only if nothing else is named.
 *
 * @param forms the answers; a denial that stands in their plain question denies nothing: "Which is not a fruit?"
 */
export function heldMentions(said: string, forms: Forms): Mention[] {
  const isHeld = ({ at, end }: Mention) =>
    !isDenied(said, at, end, forms.question) && !BETWEEN.test(before(said, at)) && !HELD_BY_OTHERS.test(said.slice(end, end + 120))
  const held = mentions(said, forms).filter(isHeld)
  const arrow = said.lastIndexOf('→')
  const isPast = ({ at, end }: Mention) => PAST.test(before(said, at)) || PAST_AFTER.test(said.slice(end, end + 60))
  const now = held.filter((one) => !isPast(one) && one.at > arrow && !/^ ?\?/.test(said.slice(one.end)))
  const told = held.filter(({ at, end }) => !ABOUT.test(before(said, at)) || !IS.test(said.slice(end, end + 60)))
  return [now, told].find((some) => some.length > 0 && some.length < held.length) ?? held
}

/** Whose answers a plain text denies. */
export function deniedSides(said: string, forms: Forms): Set<Side> {
  return new Set(mentions(said, forms).flatMap(({ side, at, end }) => (isDenied(said, at, end, forms.question) ? [side] : [])))
}

/** Whether the plain question leaves the choice between the two answers and no third one: "Who is taller, Anna or Ben?" */
export function offersTwo({ question = '', ...forms }: Forms): boolean {
  const named = mentions(question, forms)
  return named.some(({ side, at, end }, index) => {
    const next = named[index + 1]
    const isPair = next !== undefined && next.side !== side && /^ or (?:the |an? )?$/.test(question.slice(end, next.at))
    return isPair && !LISTED.test(before(question, at))
  })
}

/** Whether two answers are named side by side, and neither of them chosen: "15 or 30". */
export function isUndecided(said: string, [first, ...others]: readonly Mention[]): boolean {
  const second = others.find(({ side }) => side !== first?.side)
  return first !== undefined && second !== undefined && JOINED.test(said.slice(first.end, second.at))
}

/** Whether what is named changes so often from one side to the other that neither of them is chosen. */
export function alternate(sides: readonly (Side | undefined)[]): boolean {
  const named = sides.filter((side) => side !== undefined)
  return named.filter((side, at) => at > 0 && side !== named[at - 1]).length > MOST_CHANGES
}

/** All places where an answer is named, denied or not. */
function mentions(said: string, forms: Forms): Mention[] {
  const all = (['right', 'wrong'] as const).flatMap((side) => forms[side].flatMap((form) => mentionsOf(said, plainAnswer(form), side)))
  return withoutParts(all.sort((one, other) => one.at - other.at || other.end - one.end))
}

function mentionsOf(said: string, form: string, side: Side): Mention[] {
  if (!NUMERIC.test(form)) return placesOf(said, form, side)
  const value = numberIn(form)
  const numbers = [...said.matchAll(NUMBER), ...(form.includes('/') ? said.matchAll(SHARE) : [])].flatMap(({ 0: number, index }) => {
    const end = index + number.length
    return isValue(number, said.slice(end), form) && !isReckoned(said, index, end) ? [{ side, at: index, end }] : []
  })
  return [...numbers, ...placesOf(said, WORDS[value] ?? '', side)]
}

/** Whether a number is the value of a form. Of a fraction it may be the decimal, after rounding, or the per cents. */
function isValue(number: string, rest: string, form: string): boolean {
  if (!form.includes('/')) return (!number.includes('/') || /[.]/.test(form)) && Math.abs(numberIn(number) - numberIn(form)) < 1e-9
  const [share, digits] = rest.startsWith('%') ? [0.01, 2] : [1, 0]
  const decimals = (/\.(\d+)$/.exec(number)?.[1]?.length ?? 0) + digits
  const room = !number.includes('/') && decimals >= 3 ? 10 ** -decimals / 2 : 0
  return Math.abs(numberIn(number) * share - numberIn(form)) < 1e-9 + room
}

function isReckoned(said: string, at: number, end: number): boolean {
  return BEFORE_OPERAND.test(before(said, at)) || AFTER_OPERAND.test(said.slice(end, end + 20))
}

function placesOf(said: string, form: string, side: Side): Mention[] {
  const found: Mention[] = []
  if (form === '') return found
  for (let at = said.indexOf(form); at !== -1; at = said.indexOf(form, at + 1)) {
    // "African" names Africa.
    const end =
      at + form.length + Number(/.{3}a$/.test(form) && /^n(?![\p{L}\p{N}])/u.test(said.slice(at + form.length, at + form.length + 2)))
    if (isWhole(said, at, end) && !isOfNoun(form, said, at, end)) found.push({ side, at, end })
  }
  return found
}

function numberIn(number: string): number {
  const [over = '', under] = number.split(/\/| (?:out of|in|of) /)
  return under === undefined ? Number(over) : Number(over) / Number(under)
}

/** Whether what is found is no part of a longer word or number. */
function isWhole(said: string, at: number, end: number): boolean {
  const [previous, next = ''] = [said.slice(Math.max(0, at - 2), at), said[end]]
  return !/(?:[\p{L}\p{N}]|\p{L}['’])$/u.test(previous) && !/[\p{L}\p{N}]/u.test(next)
}

/** What is no part of a longer one; they are in the order of where they begin, and of two that begin together the longer one is first. */
function withoutParts(ordered: readonly Mention[]): Mention[] {
  let widest: Mention | undefined
  return ordered.filter((one) => {
    const isPart = widest !== undefined && one.end <= widest.end && one.end - one.at < widest.end - widest.at
    if (widest === undefined || one.end > widest.end) widest = one
    return !isPart
  })
}

/** Whether "a" is an article, or "no" within a clause says something of a noun. */
function isOfNoun(form: string, said: string, at: number, end: number): boolean {
  if (form !== 'a' && form !== 'no') return false
  const rest = said.slice(end, end + 20)
  if (!/^ \p{L}{2}/u.test(rest)) return false
  return form === 'a' ? !AFTER_A.test(rest) : /\p{L} $/u.test(before(said, at)) && !AFTER_NO.test(rest)
}

function isDenied(said: string, at: number, end: number, question = ''): boolean {
  const rest = said.slice(end, end + 60)
  const told = before(said, at)
  const [denied] = DENIED_AFTER.exec(rest) ?? []
  const denial = denied && `${denied}${/^ ?\p{L}*/u.exec(rest.slice(denied.length))?.[0]}`
  if (denial !== undefined && !question.includes(denial.trim())) return true
  if (DENIAL.test(told) || GIVEN_UP.test(told)) return true
  if (/^from (?:the )?[^.;]{1,20} to $/.test(said.slice(0, Math.min(at, 60)))) return true
  return /\bfrom (?:the )?$/.test(told) && /^[^.;]{0,20} to /.test(rest)
}

function before(said: string, at: number): string {
  return said.slice(Math.max(0, at - 40), at)
}
