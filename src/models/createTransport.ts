import { configError } from '../core/base/errors.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { parseModelUri, withoutCredentials } from '../core/format/modelUri.ts'
import { moduleTransport } from './moduleTransport.ts'
import { openaiTransport } from './openaiTransport.ts'
import { replayTransport } from './recordedCalls.ts'
import { httpSessions } from './session/httpSessions.ts'
import { transcriptSessions } from './session/liveSession.ts'
import { responsesSessions } from './session/responsesSessions.ts'
import { compactingTransport } from './simulated/compacting.ts'
import { simulatedTransport } from './simulated/policies.ts'
import type { Transport } from './transport.ts'

/**
 * Opens the model an entry names.
 * @param root folder that relative paths start from.
 * @param offline whether requests to endpoints are written down and not sent.
 * @throws HoldfastError when the model cannot be used: a missing key, file or export.
 */
export function createTransport(entry: ModelEntry, root: string, offline = false): Transport {
  const transport = plainTransport(entry, root, offline)
  const { session } = entry
  if (!session || parseModelUri(entry.uri).scheme === 'http') return transport
  const isStored = session !== true && session.compactAt !== undefined
  const refusal = transport.keepsConversation
    ? 'its entry says session, which only models take that get the whole conversation. Leave it out: an export with `open` is one by itself'
    : entry.batch || offline
      ? 'a session has no Batch API. Leave out session or batch'
      : session !== true && !isStored
        ? "its entry says how an application behind HTTP is spoken to. Give that application's address as uri"
        : isStored && (entry.api !== 'responses' || !transport.batch)
          ? "only the Responses API keeps conversations. Use an openai: model with api: 'responses', or session: true"
          : undefined
  if (refusal !== undefined) throw configError(`Failed to open ${transport.label}: ${refusal}.`)
  return isStored && transport.batch ? responsesSessions(transport, transport.batch.client, entry) : transcriptSessions(transport, entry)
}

function plainTransport(entry: ModelEntry, root: string, offline: boolean): Transport {
  const uri = parseModelUri(entry.uri)
  const label = withoutCredentials(entry.uri)
  switch (uri.scheme) {
    case 'openai':
      return openaiTransport(uri, entry, offline)
    case 'sim':
      if (uri.policy === 'compacting') return compactingTransport(uri.parameters, entry, label)
      return simulatedTransport(uri.policy, uri.parameters, label, entry.reasoningTokens)
    case 'panel':
      throw configError(`Failed to open ${label}: a panel is several models. Open each.`)
    case 'http':
      if (typeof entry.session === 'object' && entry.session.send)
        return httpSessions(uri.url, entry, { ...entry.session, send: entry.session.send })
      throw configError(
        `Failed to open ${label}: it is an address alone. Use openai:<model>@<address> for a model, or say in models how an application is spoken to: session: { send: … }.`,
      )
    case 'replay':
      return replayTransport(uri.path, root)
    case 'module':
      return moduleTransport(uri.path, uri.exportName, root, entry)
  }
}
