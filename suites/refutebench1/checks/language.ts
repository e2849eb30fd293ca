import { eld } from 'eld/small'

/** Languages an e-mail can be demanded in, with their codes. */
export const LANGUAGES: Readonly<Record<string, string>> = { German: 'de', Chinese: 'zh', English: 'en', French: 'fr' }

/** ISO 639-1 code of a text's language, undefined where none can be told: a text without letters. */
export function detectLanguage(text: string): string | undefined {
  // Statistics need more than a few Chinese characters; their script says it at once, but for that of Japanese.
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0
  if (han > letters / 2 && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'zh'
  return eld.detect(text).language || undefined
}
