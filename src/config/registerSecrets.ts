import { registerSecret } from '../secrets.ts'
import type { ResolvedConfig } from './resolve.ts'

/** Remembers every key and password the configuration leads to. To be called in each process that writes or prints. */
export function registerSecrets({ roles }: Pick<ResolvedConfig, 'roles'>): void {
  registerSecret(process.env.OPENAI_API_KEY ?? '')
  for (const { uri, baseURL, apiKeyEnv } of Object.values(roles).flatMap((entry) => [entry, ...(entry.members ?? [])])) {
    if (apiKeyEnv) registerSecret(process.env[apiKeyEnv] ?? '')
    for (const text of [uri, baseURL ?? '', process.env.OPENAI_BASE_URL ?? '']) {
      for (const [, credentials = ''] of text.matchAll(/https?:\/\/([^/?#\s]*)@/gi)) {
        const password = credentials.slice(credentials.indexOf(':') + 1)
        registerSecret(password)
        registerSecret(Buffer.from(credentials).toString('base64'))
      }
    }
  }
}
