import { jsonValue } from './jsonValue.ts'
import { plainLines } from './labelledLine.ts'
import { type MarkdownTable, markdownTable } from './markdownTable.ts'
import { TextParts } from './textParts.ts'

/** A reply as the checks read it. Each way of reading it is taken when it is first asked for, and once. */
export class Reading {
  /** What of the reply is the text that was asked for, without talk about it. */
  readonly text: TextParts
  readonly #reply: string
  #json: { readonly value: unknown } | undefined
  #table: { readonly value: MarkdownTable | undefined } | undefined
  #lines: readonly string[] | undefined

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

  /** The table that the reply gives; undefined where it gives none. */
  get table(): MarkdownTable | undefined {
    this.#table ??= { value: markdownTable(this.#reply) }
    return this.#table.value
  }

  /** The lines of the reply, without signs of Markdown. */
  get lines(): readonly string[] {
    this.#lines ??= plainLines(this.#reply)
    return this.#lines
  }
}
