import type { Answer } from './transport.ts'

/** An answer's text with the thoughts taken out, and these without their markers. */
type Separated = Pick<Answer, 'content' | 'reasoning'>

/** How thoughts are marked in a text. */
interface Marker {
  readonly open: string
  /** What ends them: a text, which does so alone too, as chat templates put openings into the prompt; or any that matches. */
  readonly close: string | RegExp
  /** Whether it is plain words: without the closing ones they are no marker. */
  readonly words?: true
  /** The models that write it, and the servers whose sources name it. */
  readonly by: string
}

/** Where the thoughts of gpt-oss end: it may leave the end out before it speaks. */
const HARMONY_END = /<\|end\|>|(?=(?:<\|start\|>assistant)?<\|channel\|>final)/g

/** All markers of thoughts, one a line, with who sends each (docs/models.md, "Models that think"). */
export const MARKERS: readonly Marker[] = [
  { open: '<think>', close: '</think>', by: 'most models; vLLM, SGLang, TensorRT-LLM, llama.cpp, Ollama, mlx-lm' },
  { open: '<thinking>', close: '</thinking>', by: 'gateways before Claude; Open WebUI' },
  { open: '<thought>', close: '</thought>', by: 'EXAONE Deep, whose template opens it; gateways before Gemini; Open WebUI' },
  { open: '<Thought>', close: '</Thought>', by: 'Open WebUI' },
  { open: '<reasoning>', close: '</reasoning>', by: 'Open WebUI' },
  { open: '<seed:think>', close: '</seed:think>', by: 'Seed-OSS; vLLM, Aphrodite' },
  { open: '<mm:think>', close: '</mm:think>', by: 'MiniMax M3; vLLM, SGLang, TensorRT-LLM, llama.cpp' },
  { open: '<longcat_think>', close: '</longcat_think>', by: 'LongCat; vLLM' },
  { open: '<ifm|think>', close: '</ifm|think>', by: 'K2 Horizon; llama.cpp' },
  { open: '<ifm|think_fast>', close: '</ifm|think_fast>', by: 'K2 Horizon; llama.cpp' },
  { open: '<ifm|think_faster>', close: '</ifm|think_faster>', by: 'K2 Horizon; llama.cpp' },
  { open: '[THINK]', close: '[/THINK]', by: 'Mistral; vLLM, SGLang, llama.cpp' },
  { open: '◁think▷', close: '◁/think▷', by: 'Kimi; SGLang, Open WebUI' },
  { open: '<|inner_prefix|>', close: '<|inner_suffix|>', by: 'Apertus; vLLM, SGLang' },
  { open: '<|channel>thought', close: '<channel|>', by: 'Gemma 4; vLLM, SGLang, TensorRT-LLM, llama.cpp' },
  { open: '<|think:start|>', close: '<|think:end|>', by: 'Solar Open 2; vLLM' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>', by: 'Command; vLLM, SGLang, llama.cpp, Ollama' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>', by: 'Sky-T1, OpenThinker; Open WebUI' },
  { open: '<|open|>think<|sep|>', close: '<|close|>think<|sep|>', by: 'Kimi K3; vLLM, SGLang, TensorRT-LLM' },
  // A pattern, as it alone ends no thoughts: answers end with it too.
  { open: '<|content_thinking|>', close: /<\|end_message\|>/g, by: 'Inkling; vLLM, SGLang' },
  { open: '[unused16]', close: '[unused17]', by: 'Pangu; vLLM' },
  { open: 'to=self<|message|>', close: /<\|eom\|>|<\|eot\|>|(?=<\|start\|>)/g, by: 'Muse Glimmer; vLLM, Ollama' },
  { open: '<|channel|>analysis<|message|>', close: HARMONY_END, by: 'gpt-oss; vLLM, SGLang, llama.cpp, TensorRT-LLM, mlx-lm' },
  { open: '<|channel|>commentary<|message|>', close: HARMONY_END, by: 'gpt-oss; as above' },
  { open: 'analysis', close: /assistantfinal/g, words: true, by: 'gpt-oss where a server strips its tokens; mlx-lm, vLLM' },
  { open: 'Here are my reasoning steps:', close: '[BEGIN FINAL RESPONSE]', words: true, by: 'Apriel, whose template opens it; llama.cpp' },
  { open: 'Here is my thought process:', close: /Here(?: is|'s) my response:/g, words: true, by: 'Granite 3.2; vLLM' },
  { open: "Here's my thought process:", close: /Here(?: is|'s) my response:/g, words: true, by: 'Granite 3.2; vLLM' },
]

/** What a turn or a message of it begins with, before its marker. */
const FRAME = /^(?:<\|start\|>assistant\s*|<\|message_model\|>)(?=<\||to=)/

/** What the answer stands in after thoughts in such markers, and its end; the last one after thoughts only, as plain XML may be asked for. */
const WRAPPERS = [
  ['<|channel|>final<|message|>', /<\|(?:return|end)\|>\s*$/],
  ['<|START_RESPONSE|>', /<\|END_RESPONSE\|>\s*$/],
  ['<|START_TEXT|>', /<\|END_TEXT\|>\s*$/],
  ['<|begin_of_solution|>', /<\|end_of_solution\|>\s*$/],
  ['<|open|>response<|sep|>', /<\|close\|>response<\|sep\|>(?:<\|close\|>message<\|sep\|>)?\s*$/],
  ['<|content_text|>', /<\|end_message\|>(?:<\|content_model_end_sampling\|>)?\s*$/],
  ['to=user<|message|>', /<\|eo[mt]\|>\s*$/],
  ['<response>', /<\/response>\s*$/],
] as const

/** What an answer of Apriel ends with. */
const FINAL_END = /\n?\[END FINAL RESPONSE\](?:\s?<\|end\|>)?\s*$/

/** What a call of a tool begins with where the server left it in the text. */
const TOOL_CALL = /^(?:<\|START_ACTION\|>|<\|tool_calls_section_begin\|>|\[TOOL_CALLS\]|<\|tool_call>|<\|channel\|>commentary to=)/

/**
 * Sets the thoughts at the beginning of a text apart: between any of the markers, closed or not, and nested. A closing marker alone
 * ends thoughts whose opening stood in the prompt (`mayBePrompted`), unless the text only mentions it. Markers further on belong to
 * the answer.
 */
export function separateReasoning(text: string, mayBePrompted = true): Separated {
  const thoughts: string[] = []
  let rest = withoutFrame(text.trimStart())
  // Some models think again before they answer.
  for (let marker = leading(rest); marker; marker = leading(rest)) {
    const [end, after] = endOf(rest, marker)
    if (end === -1) return separated('', [...thoughts, rest.slice(marker.open.length)])
    thoughts.push(rest.slice(marker.open.length, end))
    rest = withoutFrame(rest.slice(after).trimStart())
  }
  const prompted = mayBePrompted && thoughts.length === 0 ? promptedEnd(text) : undefined
  if (prompted) {
    thoughts.push(text.slice(0, prompted.index))
    rest = withoutFrame(text.slice(prompted.index + prompted[0].length).trimStart())
  }
  const isApart = thoughts.length > 0 || prompted !== undefined
  const wrapper = WRAPPERS.find(([open]) => rest.startsWith(open) && (isApart || open !== '<response>'))
  if (wrapper) return separated(rest.slice(wrapper[0].length).replace(wrapper[1], '').trim(), thoughts)
  return isApart ? separated(rest.replace(FINAL_END, ''), thoughts) : { content: text }
}

function withoutFrame(text: string): string {
  return text.replace(FRAME, '')
}

/** The marker that a text begins with. Plain words count where what ends them follows. */
function leading(text: string): Marker | undefined {
  return MARKERS.find((marker) => {
    if (!text.startsWith(marker.open)) return false
    if (!marker.words) return true
    // A sentence that begins with the word goes on after a space.
    return !/^analysis[\s:,.-]/.test(text) && endOf(text, marker)[0] !== -1
  })
}

/** Where the thoughts of the first marker end, and where what follows them begins; -1 where they do not end. */
function endOf(text: string, { open, close }: Marker): readonly [end: number, after: number] {
  if (typeof close !== 'string') {
    const found = text.slice(open.length).matchAll(close).next().value
    return found ? [found.index + open.length, found.index + open.length + found[0].length] : [-1, -1]
  }
  let depth = 0
  for (const { 0: tag, index } of text.matchAll(anyOf([open, close]))) {
    depth += tag === open ? 1 : -1
    if (depth === 0) return [index, index + close.length]
  }
  // Thoughts that quote an opening marker are closed once, by the last one.
  const last = text.lastIndexOf(close)
  return [last, last + close.length]
}

function anyOf(texts: readonly unknown[]): RegExp {
  return new RegExp(texts.map((text) => String(text).replace(/[[\]|/]/g, '\\$&')).join('|'), 'g')
}

const PROMPTED = new Map(MARKERS.flatMap(({ open, close }) => (typeof close === 'string' ? [[close, open]] : [])))
const CLOSING = anyOf([...PROMPTED.keys()])
/** Closing markers that are looked at: a text may speak of them without end. */
const MOST_CLOSING = 20
/** A sentence that speaks of a marker has it behind a word and a space, or in quotation marks. */
const MENTION = /(?:[`'"“”‘’«„(（「『]|[^\s.!?。！？…][ \t])$/

/** The closing marker of thoughts that were opened in the prompt: the first that is not mentioned only, with no opening before it. */
function promptedEnd(text: string): RegExpExecArray | undefined {
  let looked = 0
  for (const found of text.matchAll(CLOSING)) {
    const before = text.slice(0, found.index)
    looked += 1
    const opening = PROMPTED.get(found[0]) ?? ''
    // A tag may have attributes.
    if (looked > MOST_CLOSING || before.includes(opening) || before.includes(opening.replace(/>$/, ' '))) return undefined
    const isInCode = before.split('```').length % 2 === 0
    if (!isInCode && !MENTION.test(before.slice(-2))) return found
  }
  return undefined
}

function separated(content: string, thoughts: readonly string[]): Separated {
  const parts = thoughts.map((part) => part.trim()).filter((part) => part !== '')
  return { content, ...(parts.length > 0 && { reasoning: parts.join('\n\n') }) }
}

/** An answer whose thoughts are no part of its text, whichever way the endpoint sent them; a call of a tool left in the text is its end. */
export function withReasoningApart(answer: Answer): Answer {
  // Where the thoughts are known, those of a recording too, a closing marker in the text is the answer's own.
  const { content, reasoning } = separateReasoning(answer.content, !answer.reasoning)
  const finish = TOOL_CALL.test(content) ? 'tool_calls' : answer.finish
  if (content === answer.content && finish === answer.finish) return answer
  const thoughts = [...new Set([answer.reasoning, reasoning])].filter((part) => part !== undefined && part !== '')
  return { ...answer, content, ...(finish !== undefined && { finish }), ...(thoughts.length > 0 && { reasoning: thoughts.join('\n\n') }) }
}
