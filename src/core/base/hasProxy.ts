import { configError } from './errors.ts'

/** Variables by which platforms name their proxy; of two for one kind of address the first counts. */
const PROXY_VARIABLES = [
  ['http_proxy', 'HTTP_PROXY'],
  ['https_proxy', 'HTTPS_PROXY'],
] as const

/** Whether the environment names a proxy. Throws HoldfastError for one that is no web address, which its reader would not name. */
export function hasProxy(): boolean {
  if ((process.env.no_proxy ?? process.env.NO_PROXY)?.trim() === '*') return false
  const named = PROXY_VARIABLES.flatMap((names) => names.find((name) => process.env[name]) ?? [])
  const wrong = named.find((name) => !/^https?:\/\/./i.test(process.env[name] ?? ''))
  if (wrong === undefined) return named.length > 0
  throw configError(
    `Failed to set up the proxy: ${wrong} holds no address that begins with http:// or https://. Write it as http://host:port.`,
  )
}
