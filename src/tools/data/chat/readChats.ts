import { z } from 'zod'
import { dataError, foreignLogs, isObject, parse, readJson, readJsonl } from '../../../kit.ts'
import type { Chat } from './chat.ts'
import { type TracePart, traceChats, traceFile } from './traceChats.ts'

const FORMS = 'a list of messages, { messages }, a trace (resourceSpans, resourceLogs) or a log of Inspect'

/**
 * The conversations of a file: messages of OpenAI, traces of OpenTelemetry, or samples of a log of Inspect. A `.jsonl` has one of them,
 * or a part of a trace, in each line.
 *
 * @throws HoldfastError naming the file and what of it cannot be read, and where it has no conversation.
 */
export async function readChats(path: string): Promise<readonly Chat[]> {
  const logs = await foreignLogs.open()
  const chats = logs?.isLog(path)
    ? (await logs.conversations(path)).map((chat) => ({ ...chat, where: `${path}, sample ${chat.name}` }))
    : await ofDocuments(path)
  if (chats.length > 0) return chats
  throw dataError(`Failed to read ${path}: no call in it has messages. Record the content of messages too, and name that file.`)
}

async function ofDocuments(path: string): Promise<Chat[]> {
  const isLines = path.endsWith('.jsonl')
  const documents: unknown[] = isLines ? [] : [readJson(path, z.unknown())]
  if (isLines) for await (const line of readJsonl(path, z.unknown())) documents.push(line)
  const traces: TracePart[] = []
  const chats: Chat[] = []
  for (const [index, document] of documents.entries()) {
    const where = isLines ? `${path}, entry ${index + 1}` : path
    if (isObject(document) && ('resourceSpans' in document || 'resourceLogs' in document))
      traces.push({ trace: parse(traceFile, document, where), where })
    else chats.push(...chatsIn(document, where, String(index + 1)))
  }
  return [...chats, ...traceChats(traces)]
}

function chatsIn(value: unknown, where: string, name: string): Chat[] {
  if (Array.isArray(value)) {
    const isOne = value.length === 0 || value.some((entry) => typeof entry !== 'object' || entry === null || 'role' in entry)
    return isOne
      ? [{ name, messages: value, where }]
      : value.flatMap((entry, at) => chatsIn(entry, `${where}, entry ${at + 1}`, String(at + 1)))
  }
  const messages = (value as { readonly messages?: unknown } | null)?.messages
  if (Array.isArray(messages)) return [{ name, messages, where: `${where}, messages` }]
  throw dataError(`Failed to read ${where}: it is no conversation. Give ${FORMS}.`)
}
