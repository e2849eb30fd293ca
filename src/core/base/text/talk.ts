/** Whether a line or a paragraph of a reply is about the text that was asked for: surely, or as a right text may begin or end too. */
export type Talk = 'sure' | 'doubtful' | undefined

/** How much of a line or a paragraph is read, in characters: the patterns below take bounded time. */
const MOST = 300

/** How lines begin that lead to a text. */
const LEADS = beginning([
  'sure|certainly|of course|absolutely|definitely|okay|ok|great|excellent|perfect|wonderful|lovely|sounds good|good (?:to know|call|point|catch)',
  "got it|understood|noted|done|no (?:problem|worries)|al(?:l )?right|right|yes|makes sense|thanks|thank you|you're (?:right|welcome)",
  "(?:my )?apologies|sorry|happy to|glad to|here(?:'s| is| are| you go| it is)?|below (?:is|are)|the following|this (?:is|one|version)",
  'with (?:that|this|these|those|all|no|the)|without|based on|given|taking|putting|combining|incorporating|keeping|following|as (?:requested|asked)',
  "i(?:'ve| have|'ll| will)|let me|let's|how about|(?:(?:the|your|my|an?) )?(?:updated?|revised|revision|corrected|adjusted|final|finished|new|latest|complete)",
])
/** How paragraphs begin that talk about the text above. */
const CLOSINGS = beginning([
  '(?:or |also,? |and |but )*(?:please |just |do )*let (?:me|us) know|(?:please |just )?(?:tell me|ask|say the word)|would you (?:like|prefer)|(?:do you )?(?:want|need)',
  "does (?:this|that|it)|how(?:'s| is| does| do) (?:this|that|it)|(?:is|was|are) (?:there|this|that)|anything|any|what do you think|feel free|(?:i )?(?:really )?hope",
  "if (?:you|there|anything|this|that|it)|(?:shall|should|can|could|may) i|i(?:'m| am|'d be| would be)? (?:happy|glad|can|could)|happy to|glad to|you (?:can|could|may|might)",
  '(?:this|that|it) (?:comes|keeps|meets|fits|stays|leaves|avoids|respects|follows)|(?:this|the|your) (?:new |updated |revised |final )?(?:version|text|draft|wording)|as (?:you )?(?:asked|requested)',
  "i(?:'ve| have)?(?: also)? (?:\\p{L}+ed|kept|left|put|made|cut|spelt|written)|i(?:'ve| have)|(?:key |main |other |what )?(?:i )?chang(?:es?|ed)|adjustments?|what(?:'s| is| has| i)|why (?:this|it)",
  'notes?|p\\.?s|requirements|constraints|thanks|thank you|enjoy|good luck|have (?:a|fun)|all set',
])
/** What talk about a text names, and the texts themselves do not where they begin as talk does. */
const ABOUT_TEXT =
  /(?<!\p{L})(?:chang(?:e|es|ed|ing)|adjust\p{L}*|tweak\p{L}*|edit(?:s|ed|ing)?|revis\p{L}*|re-?writ\p{L}*|re-?word\p{L}*|refine\p{L}*|modif\p{L}*|versions?|drafts?|variations?|alternatives?|wording|tone|shorten\p{L}*|shorter|longer|else|(?:as|if) needed|(?:word|sentence|line|character) (?:count|limit)|\d+ (?:words|sentences|lines|characters)|(?:as|you) (?:asked|requested)|requirements?|constraints?|left out|kept|removed|avoided|omitted|replaced|made sure|ensured)(?!\p{L})/iu
/** A count below a text: `42 words`, `Word count: 42`, `That's 3 sentences, 42 words`. */
const COUNT =
  /^(?:(?:that(?:'s| is)|this is|it(?:'s| is)|total|about|around|exactly|approximately)[: ]*)?[~≈]? ?\d{1,4} (?:words|sentences|lines|characters)(?!\p{L})|^(?:total )?(?:word|sentence|line|character)s?(?: count)?:/iu

/** Whether a line at the head of a reply leads to the text: surely where it begins as such lines do and ends in a colon. */
export function leadingTalk(line: string): Talk {
  if (line.length > MOST) return undefined
  const bare = bareLine(line)
  if (!LEADS.test(bare)) return undefined
  if (/[:：]$/.test(bare)) return 'sure'
  return /[.!?,…—–]$/.test(bare) || ABOUT_TEXT.test(bare) ? 'doubtful' : undefined
}

/** Whether a paragraph at the foot of a reply is about the text above it, by how it begins and what it names. */
export function closingTalk(paragraph: string): Talk {
  const bare = bareLine(paragraph.slice(0, MOST))
  const inside = bare.replace(/^[([]\s*/, '')
  if (COUNT.test(inside)) return 'sure'
  if (CLOSINGS.test(inside)) return ABOUT_TEXT.test(inside) ? 'sure' : 'doubtful'
  return /^[([].*[)\]][.!]?$/.test(bare) ? 'doubtful' : undefined
}

function beginning(phrases: readonly string[]): RegExp {
  return new RegExp(`^(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

const FIRST_SIGN = /[\p{L}\p{N}([~≈]/u
const LAST_SIGN = /[\p{L}\p{N})\].!?,:：…—–]/u

/** A line without Markdown's signs and symbols around it, and with plain apostrophes. */
function bareLine(line: string): string {
  let [start, end] = [0, line.length]
  while (start < end && !FIRST_SIGN.test(line[start] as string)) start += 1
  while (end > start && !LAST_SIGN.test(line[end - 1] as string)) end -= 1
  return line
    .slice(start, end)
    .replace(/[’‘]/g, "'")
    .replace(/\*\*|__/g, '')
}
