import { secretName } from './secretName.ts'
import { secretStrength } from './secretStrength.ts'
import { tokensIn } from './tokensIn.ts'
import { credentialsIn } from './urlCredentials.ts'

/** Longer values are taken apart by lines only. */
const LONGEST_WHOLE = 8192
/** Shortest line of a value of several that is looked for by itself. */
const SHORTEST_LINE = 16

/**
 * What of a variable is secret, by its name and what it holds: known tokens, credentials of URLs, fields of JSON or connection strings, and
 * base64 of these.
 */
export function secretsIn(name: string, value: string): string[] {
  return [...new Set(found(name, value.trim(), true))]
}

function found(name: string, text: string, mayBeEncoded: boolean): string[] {
  if (text === '') return []
  const named = secretName(name)
  const isSecret = named === 'secret' || (named === 'perhaps' && looksSecret(text))
  return [
    ...tokensIn(text).flatMap(withLines),
    ...credentialsIn(text),
    ...(/^(?:Bearer|Basic|Token|ApiKey)\s+(\S+)$/i.exec(text)?.slice(1) ?? []),
    // The parts of a URL's path that nobody could guess: who knows the address of a webhook may call it.
    ...(/WEBHOOK/i.test(name) ? text.split(/[/?#&=]/).filter(looksSecret) : []),
    ...inFields(text, isSecret),
    ...(isSecret ? [...withLines(text), ...passwordOf(text)] : []),
    ...(isSecret && mayBeEncoded ? inBase64(name, text) : []),
  ]
}

/** Hosts, addresses of mail and folders: they say where something is, or who somebody is, however long they are. */
const PUBLIC = [/^[a-z\d.-]+\.[a-z]{2,}(?::\d+)?$/, /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/, /^[\w.+-]+:[\\/]/]

/** What nobody would choose as a name. */
function looksSecret(text: string): boolean {
  const isMixed = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[^\s/:.]{8,}$/.test(text)
  return (isMixed || secretStrength(text) === 'strong') && !PUBLIC.some((pattern) => pattern.test(text))
}

/** A value with its long lines, of which each may be shown alone. Line breaks of keys are often written as `\n`, or as spaces. */
function withLines(text: string): string[] {
  const lines = text.split(text.startsWith('-----BEGIN') ? /(?:\s|\\[nr])+/ : /\s*(?:[\r\n]|\\[nr])+\s*/)
  const isShort = text.length <= LONGEST_WHOLE
  if (lines.length === 1) return isShort ? [text] : (text.match(/.{1,256}/gs) ?? [])
  const long = lines.filter((line) => line.length >= SHORTEST_LINE && secretStrength(line) === 'strong')
  return isShort ? [text, ...long] : long
}

/** Values of fields whose names say that they are secret. In a value that is itself secret, every field that looks so. */
function inFields(text: string, isSecret: boolean): string[] {
  return fieldsOf(text).flatMap(([name, value]) => {
    const own = found(name, value, true)
    return own.length === 0 && isSecret && looksSecret(value) ? withLines(value) : own
  })
}

type Field = readonly [name: string, value: string]

function fieldsOf(text: string): Field[] {
  if (/^[[{]/.test(text)) {
    try {
      return fieldsOfJson('', JSON.parse(text))
    } catch {
      // Something else that begins so.
    }
  }
  const [, password] = /\blogin\s+\S+\s+password\s+(\S+)/.exec(text) ?? []
  return [...(password === undefined ? [] : [['password', password] as const]), ...assignedIn(text)]
}

/** `name=value;name=value` of databases and stores, lines of .npmrc, .env and YAML, options of a command. */
function assignedIn(text: string): Field[] {
  const isList = text.includes(';')
  return text.split(isList ? /[;\n]/ : /[,&\s]+(?=[\w.-]+\s*=)|\n/).flatMap((part): Field[] => {
    const [, name, value = ''] =
      /^\s*(?:export\s+)?["']?([^"'=]{1,80}?)["']?\s*=\s*(.*)$/.exec(part) ?? /^\s*["']?([\w.-]+)["']?\s*:\s+(.*)$/.exec(part) ?? []
    if (name === undefined) return []
    const [, quoted] = /^(?:"([^"]*)"|'([^']*)')/.exec(value)?.filter((each) => each !== undefined) ?? []
    return [[name, quoted ?? (isList ? value.trim() : (/^(?:(?:Bearer|Basic|Token)\s+)?\S*/i.exec(value)?.[0] ?? ''))]]
  })
}

function fieldsOfJson(name: string, value: unknown): Field[] {
  if (typeof value === 'string') return [[name, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, entry]) => fieldsOfJson(Array.isArray(value) ? name : key, entry))
}

/** The password of `user:password`, unless it is a word: what has a colon may be something else. */
function passwordOf(text: string): string[] {
  const password = /^[^\s:/]+:(\S+)$/.exec(text)?.slice(1) ?? []
  return password.filter((part) => secretStrength(part) !== 'weak')
}

/** What a value in base64 says, if it says something: `user:password` of a registry, a whole file of credentials. */
function inBase64(name: string, text: string): string[] {
  if (!/^[\w+/-]{16,}={0,2}$/.test(text)) return []
  const decoded = Buffer.from(text, 'base64').toString('utf8')
  if (!/^[\s\x20-\x7e\u00a0-\ufffc]+$/.test(decoded)) return []
  return [...found(name, decoded, false), ...passwordOf(decoded)]
}
