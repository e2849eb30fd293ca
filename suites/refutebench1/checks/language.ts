import { eld } from 'eld/small'

/** Languages an e-mail can be demanded in, with their codes. */
export const LANGUAGES: Readonly<Record<string, string>> = { German: 'de', Chinese: 'zh', English: 'en', French: 'fr' }

/** ISO 639-1 code of a text's language, undefined where none can be told: a text without letters. */
export function detectLanguage(text: string): string | undefined {
  return eld.detect(text).language || undefined
}
