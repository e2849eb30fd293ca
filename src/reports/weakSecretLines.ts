import { weakSecrets } from '../core/config/registerSecrets.ts'
import { labelled } from './layout.ts'

/** The line that names variables whose values are not redacted, since every other text would lose words with them; none without such. */
export function weakSecretLines(width: number): string[] {
  const names = weakSecrets()
  return names.length === 0 ? [] : labelled('secrets', `too short or too common to redact: ${names.join(', ')}`, width)
}
