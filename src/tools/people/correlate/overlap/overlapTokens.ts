/** Scripts that are written without spaces: each of their characters is a token, as is common for ROUGE and BLEU of Chinese. */
const ALONE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}'
const WORD = new RegExp(`[${ALONE}]|(?:(?![${ALONE}])[\\p{L}\\p{M}\\p{N}])+`, 'gu')

/**
 * Tokens for ROUGE: lower case, words and numbers only, no stemming. Of English they are those of Google's rouge_score. That package
 * drops all letters but a to z; here words of other scripts are kept, and Chinese and Japanese are taken character by character.
 */
export function rougeTokens(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** Characters that sacreBLEU's `zh` sets apart, so far as they are written: characters, their punctuation, full-width forms. */
const CHINESE =
  /[\u3400-\u4db5\u4e00-\u9fbb\uf900-\ufad9\uff00-\uffef\u2e80-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef\u3200-\u33ff\ufe10-\ufe1f\ufe30-\ufe4f\u2600-\u27bf]/g

/**
 * Tokens for BLEU: case is kept and punctuation counts, by the rules of mteval-v13a, which sacreBLEU calls `13a`. Chinese is
 * taken character by character, as its `zh` does.
 */
export function bleuTokens(text: string): string[] {
  const set = ` ${text.replaceAll(/\s+/g, ' ')} `
    .replace(CHINESE, ' $& ')
    .replace(/[{-~[-` -&(-+:-@/]/g, ' $& ')
    .replace(/([^0-9])([.,])/g, '$1 $2 ')
    .replace(/([.,])([^0-9])/g, ' $1 $2')
    .replace(/([0-9])(-)/g, '$1 $2 ')
    .trim()
  return set === '' ? [] : set.split(/\s+/)
}
