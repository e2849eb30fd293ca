import { unwrapped } from './alignment.ts'
import { jsonEntries, jsonValue } from './jsonValue.ts'
import { plainLines } from './labelledLine.ts'
import { TextParts } from './textParts.ts'

/** A reply as the checks read it, each time that they look: but for the JSON, which takes longest. */
export class Reading {
  /** What of the reply is the text that was asked for, without talk about it. */
  readonly text: TextParts
  readonly #reply: string
  #json: { readonly value: unknown } | undefined
  /** Each reading is held against one right answer. */
  #wrapped: { readonly value: unknown } | undefined

  /** @param text one of the texts that `writtenTexts` finds in the reply; the reply where no text was asked for. */
  constructor(reply: string, text = reply) {
    this.#reply = reply
    this.text = new TextParts(text)
  }

  /** The JSON that the reply gives; undefined where it gives none. */
  get json(): unknown {
    this.#json ??= { value: jsonValue(this.#reply) }
    return this.#json.value
  }

  /** The JSON that the reply gives, in the wrapping of a right answer; entries that stand one below another are an array where one was asked for. */
  jsonAs(wanted: unknown): unknown {
    this.#wrapped ??= { value: unwrapped((Array.isArray(wanted) ? jsonEntries(this.#reply) : undefined) ?? this.json, wanted) }
    return this.#wrapped.value
  }

  /** The table that the reply gives; undefined where it gives none. */
  get table(): MarkdownTable | undefined {
    return markdownTable(this.#reply)
  }

  /** The lines of the reply, without signs of Markdown. */
  get lines(): readonly string[] {
    return plainLines(this.#reply)
  }
}

/** A table as an answer writes it. */
export interface MarkdownTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** The last Markdown table of an answer; undefined where there is none. */
function markdownTable(answer: string): MarkdownTable | undefined {
  const lines = answer.split('\n').map((line) => line.trim())
  const rule = lines.findLastIndex((line, index) => index > 0 && isRule(line) && (lines[index - 1] as string).includes('|'))
  if (rule === -1) return undefined
  const rest = lines.slice(rule + 1)
  const end = rest.findIndex((line) => !line.includes('|'))
  return { columns: cells(lines[rule - 1] as string), rows: (end === -1 ? rest : rest.slice(0, end)).map(cells) }
}

/** The line below the head: dashes, colons and bars. */
function isRule(line: string): boolean {
  return line.includes('-') && line.includes('|') && /^[-:| ]+$/.test(line)
}

function cells(line: string): string[] {
  const inside = line.replace(/^\|/, '').replace(/\|$/, '')
  return inside.split('|').map((cell) =>
    cell
      .replace(/[*`]/g, '')
      .replace(/^__(.*)__$/, '$1')
      .trim(),
  )
}
