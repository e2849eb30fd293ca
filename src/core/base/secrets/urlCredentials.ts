import { orUndefined } from '../errors.ts'
import { secretName } from './secretName.ts'
import { secretStrength } from './secretStrength.ts'

/** Parameters of a URL that carry a credential under a short name: signatures of stores, keys of functions. */
const SHORT_NAMES = /^(?:code|sig|signature|x-amz-signature|x-amz-credential|x-goog-signature|x-goog-credential|sas|jwt|session)$/i

/** The text with user and password of any URL in it removed, and what its parameters hold that are credentials by their names: fit for logs and reports. */
export function withoutCredentials(text: string): string {
  return text
    .replace(/(https?:\/\/)[^/?#\s]*@/gi, '$1')
    .replace(/https?:\/\/[^\s"'<>]+/gi, (url) =>
      url.replace(/([?&])([^=&#?;]+)=([^&#;]+)/g, (parameter, mark: string, name: string, value: string) =>
        isCredential(name) && secretStrength(value) !== 'none' ? `${mark}${name}=[redacted]` : parameter,
      ),
    )
}

/** Whether a parameter of a URL is a credential by its name. */
function isCredential(name: string): boolean {
  return SHORT_NAMES.test(name) || secretName(decoded(name)) === 'secret'
}

/** Passwords, tokens and signatures of the URLs in a text, as they stand there, decoded, and as a header has them. */
export function credentialsIn(text: string): string[] {
  const found: string[] = []
  for (const pattern of USER_INFO) {
    for (const [, user = '', password] of text.matchAll(pattern)) {
      // A token may stand in the place of the user.
      const given = password ?? (secretStrength(user) === 'strong' ? user : '')
      const pair = password === undefined ? user : `${user}:${password}`
      if (given !== '') found.push(given, decoded(given), ...[pair, decoded(pair)].map((each) => Buffer.from(each).toString('base64')))
    }
  }
  for (const [, name = '', value = ''] of text.matchAll(/[?&]([^=&#?\s]+)=([^&#;\s"'<>]+)/g)) {
    if (isCredential(name)) found.push(value, decoded(value))
  }
  return found
}

/** User and password of a URL. */
const USER_INFO: readonly RegExp[] = [
  // Up to the last `@` of its authority.
  /\b[a-z][a-z\d+.-]*:\/\/([^\s:/?#@]*)(?::([^\s/?#]*))?@(?=[\w[])/gi,
  // With a slash that should have been encoded.
  /\b[a-z][a-z\d+.-]*:\/\/([^\s:/?#@]*):(?!\d+\/)([^\s@]*\/[^\s@]*)@(?=[\w[])/gi,
  // As Go's drivers of databases take them: `app:password@tcp(host:3306)/db`.
  /^([^\s:/?#@]*):(\S+)@(?:tcp|udp|unix)\(/g,
]

/** A part of a URL without its escapes; as it is where a percent sign encodes nothing. */
export function decoded(text: string): string {
  return orUndefined(() => decodeURIComponent(text)) ?? text
}
