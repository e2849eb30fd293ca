import { HoldfastError } from '../core/base/errors.ts'
import type { ModelEntry } from '../core/format/modelEntry.ts'
import { parseModelUri, withoutCredentials } from '../core/format/modelUri.ts'
import { moduleTransport } from './moduleTransport.ts'
import { openaiTransport } from './openaiTransport.ts'
import { replayTransport } from './recordedCalls.ts'
import { transcriptSessions } from './session/sessionTransport.ts'
import { compactingTransport } from './simulated/compacting.ts'
import { simulatedFetch } from './simulated/policies.ts'
import type { Transport } from './transport.ts'

/**
 * Opens the model an entry names.
 * @param root folder that relative paths start from.
 * @param offline whether requests to endpoints are written down and not sent.
 * @throws HoldfastError when the model cannot be used: a missing key, file or export.
 */
export function createTransport(entry: ModelEntry, root: string, offline = false): Transport {
  const transport = plainTransport(entry, root, offline)
  if (!entry.session) return transport
  const refusal = transport.keepsConversation
    ? 'its entry says session, which only models take that get the whole conversation. Leave it out: an export with `open` is one by itself'
    : entry.batch || offline
      ? 'a session has no Batch API. Leave out session or batch'
      : undefined
  if (refusal !== undefined) throw new HoldfastError('CONFIG', `Failed to open ${transport.label}: ${refusal}.`)
  return transcriptSessions(transport, entry)
}

function plainTransport(entry: ModelEntry, root: string, offline: boolean): Transport {
  const uri = parseModelUri(entry.uri)
  const label = withoutCredentials(entry.uri)
  switch (uri.scheme) {
    case 'openai':
      return openaiTransport({ model: uri.model, baseURL: uri.baseURL, entry, label, offline })
    case 'sim':
      if (uri.policy === 'compacting') return compactingTransport(uri.parameters, entry, label)
      return openaiTransport({ model: uri.policy, entry, inProcess: simulatedFetch(uri.policy, uri.parameters), label })
    case 'panel':
      throw new HoldfastError('CONFIG', `Failed to open ${label}: a panel is several models. Open each.`)
    case 'replay':
      return replayTransport(uri.path, root)
    case 'module':
      return moduleTransport(uri.path, uri.exportName, root, entry)
  }
}
