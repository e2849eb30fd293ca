import type { Place } from './phrases.ts'

/** How a text speaks of something at one place. */
export type Mention = ReturnType<typeof mentionAt>

const SENTENCE_END = /[.](?=["')\]]*(?:\s|$))|!(?=["')\]]*(?:\s|$|\p{Script=Han}))|[。?]|\n+|;/gu
const CLAUSE_END =
  /,(?!\d)|:(?!\d)|[()]|\s-\s(?=[a-z]{2})|\b(?:but|however|whereas|while|although|though|yet|so(?! far| many| much)|therefore|thus|hence|(?<!not )because|since|which|whereas)\b|\band (?=(?:it|that|this|there|the|we|i|you|not|instead|so|they|he|she|then)\b)|但是?|然而|可是|而(?!且|不是|非|不应|不能)|因为|所以|因此|却|不过(?!\d)/gu

/** What looks like a negation and leaves standing what follows. */
const NO_NEGATION = new RegExp(
  [
    '\\bnot (?:only|just|merely|simply|chang\\w*|replac\\w*|alter\\w*|drop|give up|abandon|doubt|forget|wrong|incorrect|mistaken|matter|until|disagree|deny|hesitate|notic\\w*|consider\\w*|account(?:ed)? for|realis\\w*|realiz\\w*|see that|mention\\w*|take into account|think of|include\\w*|add|list)\\b',
    '\\bnot need to (?:change|alter|replace|drop|worry|doubt)|\\bno(?:t)? (?:doubt|matter|wonder|(?:more|less|fewer|later|earlier|sooner|greater|longer) than|exception)\\b',
    '\\bnothing (?:wrong|to change|changes)\\b|\\bwithout (?:a |any )?(?:doubt|question|exception)\\b|\\bwhy not\\b|\\bwhether or not\\b|\\bif not\\b',
    '不(?:仅|但|只|单|光|算标点|计标点|含标点|过|到|超过|变|少|错|同|必|需要|用(?!于)|管|论|得不|妨|难|得超过|应忽|能忽|可忽)|没(?:错|问题|有问题|有错|有变|考虑|注意|意识)|无(?:论|疑|误)|别(?:的|人)|忽略|漏',
  ].join('|'),
  'giu',
)
/** Negations that reach to the end of their clause. */
const NEGATION = new RegExp(
  [
    '\\b(?:not|never|neither|nor|no|none|nothing|nobody|without|hardly|scarcely|far from|wrong(?:ly)?|incorrect(?:ly)?|mistaken(?:ly)?|false that|untrue that|myth|rul(?:e|es|ed) out|exclud(?:e|es|ed|ing)|avoid(?:s|ed|ing)?|refus(?:e|es|ed) to|den(?:y|ies|ied)|reject(?:s|ed)?|doubt(?:s|ed|ing)?|instead of|rather than|as opposed to|unlike|in place of|erroneous(?:ly)?)\\b',
    '≠|不|没|无(?!限|理|穷|线|机)|(?<!除)非(?!常|洲|负)|勿|未(?!来|知|必不)|别(?!墅)|错误地?|误(?:以|把|认|将)|避免|防止|拒绝|排除|禁止',
  ].join('|'),
  'giu',
)
/** Of these, those that reach only over what they stand before. */
const SHORT_NEGATION = /^(?:instead of|rather than|as opposed to|unlike|in place of|without|except)$/
/** What begins a statement of its own after a short negation. */
const STATEMENT =
  /\b(?:is|are|was|it|we|you|i|the answer|gives?|makes?|should|must|use|take|ends?|starts?|falls?|comes?|costs?|takes?|leaves?|has|have|will|would|can)\b|=/

const WRONG_AFTER =
  /^[^,;:()]{0,30}?\b(?:is|are|was|were|would be|as|being|seems?|looks?)\s+(?:\w+ly |also |just |quite |still |already )*(?:wrong|incorrect|mistaken|false|untrue|an? (?:error|mistake|slip|myth|misprint|mix-up)|too (?:large|small|high|low|big|long|short|many|few|much)|impossible|out ?dated|invalid|excluded|rejected|ruled out|discarded|off|not (?!only|wrong|just|in doubt|affected|changed|a problem)|no longer|nonsense|contradict)|^\s*(?:has|have|had|needs?|ought) to go\b|^\s*(?:must|should) go\b/
const FAILS_AFTER =
  /^[^,;:()]{0,24}?\b(?:does|do|did|can|could|will|would) not (?:work|hold|count|apply|fit|satisfy|belong|follow|stand|qualify|match|make sense|come|appear|exist)\b|^[\s"']{0,3}(?:(?:did|does|do|could|can|would|will|should|may) not|(?:had|has|have|played|plays|took|takes) no)\b|^[^,;:()]{0,16}?\b(?:fails?|contradicts?|violates?)\b/
const WRONG_AFTER_HAN =
  /^[^,。;?]{0,10}?(?:是|为|属于|就|也|都|并|应|要|被)*(?:错|不对|不正确|不准确|有误|不成立|误(?!差)|不是|并非|不行|不可|排除|舍去|舍弃|不能|不符合|不满足|站不住|不会|没有依据)/
const WRONG_NEXT =
  /^[\s,;:()"]*(?:but |and )?(?:that|this|it|which|both|these|those)(?: \w+)? (?:is|was|are|were) (?:\w+ly |also )*(?:wrong|incorrect|mistaken|false|untrue|not (?:right|correct|true|so|the case))|^[\s,;:()"]*(?:这|那|这个|这些)?(?:是|都是|就)?(?:错误?的|不对|不正确)/

const BUT_WRONG =
  /^[\s,;:]*(?:but |yet |and )(?:that|this|it) (?:is|was) (?:\w+ly )?(?:wrong|incorrect|mistaken|false|untrue|not (?:right|correct|true|so))/

const TOLD =
  /\b(?:i (?:said|wrote|gave|claimed|stated|used|computed|assumed|called|told|put|took|treated|counted|got|had)|my (?:\w+ )?(?:earlier|previous|first|original|old|initial|former|last|answer)|(?:earlier|previous|first|original|old|initial) (?:answer|version|response|result|value|figure|reply|solution|attempt)|originally|previously|you (?:say|said|claim|suggest|propose|mention|wrote|ask|asked|think|believe|quote|got|want)|your (?:\w+ )?(?:claim|suggestion|proposal|figure|value|version|formula|argument|teacher|professor|lecturer|colleague|uncle|cousin|aunt|friend|boss|dba|source|objection)\b(?:'s)?|(?:she|he|they|teacher|professor|lecturer|colleague|uncle|aunt|cousin|ranger|people|some|many) (?:says?|said|claims?|told|thinks?|believes?|calls?|suggests?)|according to (?:you|your|him|her|them|some|my)\b|supposed(?:ly)?|alleged(?:ly)?|so-called|the claim|the idea that|(?:arguing|claiming|saying) that|is what i (?:did|said|used|had|wrote)|the belief|believing|popular|old code)\b|之前(?=的|我|说|给|那|回答|答|算|写)|先前|原来|刚才|上一轮|前面说|我说|我把|您说|你说|您提|你提|您认为|你认为|(?:老师|同事|教授|朋友|专家|叔叔|医生)(?:说|认为|讲)|有人|以为|误以|所谓|传说|据说|说法|原答案|原文/iu
const REAFFIRMED =
  /\b(?:still|remains?|stays?|stay(?:ing)?|stand by|stands|stick(?:ing)? (?:to|with)|keep(?:s|ing)?|maintain|as (?:i|we) (?:said|stated|wrote)|is correct|is right|was right|was correct|indeed|confirm\w*|holds)\b|仍|依然|还是|坚持|维持|没错|正确/iu
const SUPPOSED =
  /\b(?:if|unless|would|were|suppose|imagine|assuming|had (?:i|you|we|it|they)|as though|as if|in case)\b|如果|假如|假设|若|要是|倘若|就会|才会|除非/iu
const REAL_WOULD =
  /\b(?:i|we) would(?: (?:\w+ly|still|rather|just))* (?:stay|keep|stick|say|answer|hold|maintain|remain|advise|suggest|recommend|use|go|call|put|write|give|translate|render|leave|choose)\b/g
const UNSURE =
  /\b(?:maybe|perhaps|possibly|might|could be|may be|either|not sure|not certain|i guess|unless|or is it|one of)\b|也许|可能|或许|大概是|要么|不确定|不好说/iu

/** How far around a place is read, in characters, so that the time grows with the length of the text alone. */
const REACH = 400

/** Reads how a normalised text speaks of what stands at a place. */
export function mentionAt(whole: string, found: Place) {
  const shift = Math.max(0, found.start - REACH)
  const text = whole.slice(shift, found.end + REACH)
  const place = { start: found.start - shift, end: found.end - shift }
  const [from, to] = around(text, place, SENTENCE_END)
  const sentence = text.slice(from, to)
  const [left, right] = around(sentence, { start: place.start - from, end: place.end - from }, CLAUSE_END)
  const before = sentence.slice(left, place.start - from)
  const after = sentence.slice(place.end - from, right)
  const clause = `${before} … ${after}`
  const rest = text.slice(from + right)
  const reaffirmed = REAFFIRMED.test(clause)
  return {
    ...found,
    /** Negated, or called wrong. */
    denied: isNegated(before, sentence.slice(0, left), text.slice(place.start, place.end)) || isCalledWrong(after, rest),
    /** Told of somebody: the user, a teacher, the earlier answer. */
    told: TOLD.test(clause) && !reaffirmed,
    /** Under a condition that need not hold. */
    supposed: SUPPOSED.test(clause.replace(REAL_WOULD, '')) && !reaffirmed,
    /** With doubt, or as one of two possibilities. */
    unsure: UNSURE.test(clause),
    asked: text[to] === '?',
  }
}

/** The part of a text around a place up to the nearest matches of a boundary, which are outside of it. */
export function around(text: string, { start, end }: Place, boundary: RegExp): [number, number] {
  let from = 0
  for (const match of text.matchAll(boundary)) {
    const last = match.index + match[0].length
    if (last <= start) from = last
    else if (match.index >= end) return [from, match.index]
  }
  return [from, text.length]
}

/** Tells the reader to leave something. */
const IMPERATIVE =
  /^\s*(?:please |so )?(?:drop|discard|forget(?: about)?|scrap|ditch|abandon|do away with)\b|\b(?:you can|please) (?:drop|discard|forget(?: about)?)\b/
/** Denies also what is a negation itself. */
const UNTRUE =
  /\b(?:not (?:true|correct|right|the case|believe|think|say|agree|accept|claim)|false|untrue|wrong to|mistake to|no longer)\b|并不是说|不是说|并非/

function isNegated(before: string, earlier: string, own: string): boolean {
  // "It does not follow": what stands before it is no second negation, as a rule.
  if (negations(own).length > 0) return UNTRUE.test(before)
  // "No, it is 54" and "No it is 54": an answer to the user.
  if (IMPERATIVE.test(before)) return true
  const clause = before.replace(/^\s*(?:no|not at all)(?=\s+(?:it|the|i|we|you|they|this|that|there|he|she)\b)/, '')
  if (negations(clause).some(({ word, rest }) => reaches(word, rest))) return true
  // A list goes on: "not red, blue or green".
  if (!/^\s*(?:\w+ ){0,2}(?:or|nor)\s/.test(before)) return false
  const last = negations(earlier).at(-1)
  return last !== undefined && last.rest.split(/\s+/).length <= 12 && !STATEMENT.test(last.rest)
}

/** Whether the text negates something by itself. */
export function hasNegation(text: string): boolean {
  return negations(text).length > 0
}

/** The negations in a text, each with what follows it. */
function negations(text: string): { readonly word: string; readonly rest: string }[] {
  const plain = text.replace(NO_NEGATION, ' ')
  return [...plain.matchAll(NEGATION)].map((match) => ({ word: match[0], rest: plain.slice(match.index + match[0].length) }))
}

/** A verb of saying: "I do not think it is 30" denies the 30. */
const OPINION = /^\s*(?:\w+ )?(?:think|believe|say|agree|mean|claim|suggest|accept|true|correct|right|see|know|find|because)\b|\bthat\b/

function reaches(negation: string, between: string): boolean {
  if (SHORT_NEGATION.test(negation)) return !STATEMENT.test(between)
  // "The largest number that can not be paid is 50": the negation belongs to the number, the value to the verb after it.
  if (/^(?:not|never)$/.test(negation) && /\w.*\b(?:is|are|was|were)\b|\w.*=/.test(between) && !OPINION.test(between)) return false
  if (/^[不没无未]$/.test(negation) && /的[^,。]{0,12}(?:是|为|=)/.test(between)) return false
  return !/\bbut\b/.test(between)
}

function isCalledWrong(after: string, rest: string): boolean {
  if (WRONG_AFTER.test(after) || FAILS_AFTER.test(after) || WRONG_AFTER_HAN.test(after.replace(NO_NEGATION, '〇'))) return true
  if (BUT_WRONG.test(rest)) return true
  // "(12, 10) is not right": the bracket belongs to the value.
  if (/^\s*$/.test(after) && rest.startsWith(')') && (WRONG_AFTER.test(rest.slice(1)) || FAILS_AFTER.test(rest.slice(1)))) return true
  if (!/^[\s"')]*$/.test(after)) return false
  return WRONG_NEXT.test(rest.replace(/^[.。;,:]\s*/, ''))
}
