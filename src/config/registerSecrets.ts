import { registerSecret } from '../base/secrets.ts'
import { decoded } from '../format/modelUri.ts'
import { registerExtras } from '../format/requestExtras.ts'
import type { ResolvedConfig } from './resolve.ts'

/** Names of variables that hold what an application under test may be given, and may echo. */
const SECRET_NAME = /(?:API|ACCESS|SECRET|PRIVATE|AUTH)_?(?:KEY|TOKEN)$|(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD)$/i

/**
 * Remembers every key and password the configuration leads to, and those in the environment by their names. To be called in
 * each process that writes or prints.
 */
export function registerSecrets({ roles }: Pick<ResolvedConfig, 'roles'>): void {
  for (const [name, value = ''] of Object.entries(process.env)) if (SECRET_NAME.test(name)) registerSecret(value)
  for (const { uri, baseURL, apiKeyEnv, headers, query } of Object.values(roles).flatMap((entry) => [entry, ...(entry.members ?? [])])) {
    for (const extras of [headers, query]) registerExtras(extras)
    if (apiKeyEnv) registerSecret(process.env[apiKeyEnv] ?? '')
    for (const text of [uri, baseURL ?? '', process.env.OPENAI_BASE_URL ?? '']) {
      for (const [, credentials = ''] of text.matchAll(/https?:\/\/([^/?#\s]*)@/gi)) {
        const password = credentials.slice(credentials.indexOf(':') + 1)
        for (const text of [password, decoded(password)]) registerSecret(text)
        for (const text of [credentials, decoded(credentials)]) registerSecret(Buffer.from(text).toString('base64'))
      }
    }
  }
}
