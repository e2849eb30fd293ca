// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this replaces
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

/** Text of any origin for a page: control characters, bidirectional overrides and invisible ones become their code, and hide or reorder nothing. */
export function visibleText(text: string): string {
  return text.replace(/\r\n/g, '\n').replace(UNSAFE, codeOf).replace(LONE_SURROGATE, codeOf)
}

function codeOf(character: string): string {
  return `\\u{${character.charCodeAt(0).toString(16)}}`
}
