import { jsonValue } from './jsonValue.ts'
import { type MarkdownTable, markdownTable } from './markdownTable.ts'

/** A reply as the checks read it. Its JSON and its table are read when they are first asked for, and once. */
export class Reading {
  /** All that the model said. */
  readonly reply: string
  /** What of it is the text that was asked for, without talk about it. */
  readonly text: string
  #json: { readonly value: unknown } | undefined
  #table: { readonly value: MarkdownTable | undefined } | undefined

  /** @param text one of the texts that `writtenTexts` finds in the reply; the reply where no text was asked for. */
  constructor(reply: string, text = reply) {
    this.reply = reply
    this.text = text
  }

  /** The JSON that the reply gives; undefined where it gives none. */
  get json(): unknown {
    this.#json ??= { value: jsonValue(this.reply) }
    return this.#json.value
  }

  /** The table that the reply gives; undefined where it gives none. */
  get table(): MarkdownTable | undefined {
    this.#table ??= { value: markdownTable(this.reply) }
    return this.#table.value
  }
}
