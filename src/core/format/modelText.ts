import type { ScoresDocument } from './scoresDocument.ts'

/** Who gave the answers that a role took from the calls of a run; undefined where it is not known, and of a recording that ships, whose name says it. */
export function savedModel({ model, served = [] }: ScoresDocument['run']['roles'][string]): string | undefined {
  const isSaved = model.startsWith('replay:') && !model.startsWith('replay:recorded/')
  return isSaved && served.length > 0 ? served.join(', ') : undefined
}

/** The model of a role as people read it. */
export function modelText(role: ScoresDocument['run']['roles'][string]): string {
  const saved = savedModel(role)
  return saved === undefined ? readableUri(role.model) : `${saved}, saved answers`
}

/** A model URI as people read it: `openai:acme-2 at gpu7:8000`. A path of its own stays, since a deployment may stand in it. */
export function readableUri(uri: string): string {
  if (uri.startsWith(PANEL)) return PANEL + uri.slice(PANEL.length).split(';').map(readableUri).join(';')
  const [, model = '', url = ''] = /^(openai:.+)@(https?:\/\/.+)$/.exec(uri) ?? []
  if (!URL.canParse(url)) return uri
  const { host, pathname } = new URL(url)
  return `${model} at ${host}${/^\/(?:v1\/?)?$/.test(pathname) ? '' : pathname}`
}

const PANEL = 'panel:'
