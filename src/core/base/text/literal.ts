/** A text as a string literal of TypeScript, with what editors and terminals would act on as escapes: nothing in it is code. */
export function literal(text: string): string {
  return JSON.stringify(text).replace(
    /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
