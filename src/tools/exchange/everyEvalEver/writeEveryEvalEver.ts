import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { finished } from 'node:stream/promises'
import {
  CallIndex,
  type ItemRecord,
  makeFolder,
  type RunFolder,
  redacted,
  type ScoresDocument,
  withMessages,
  writeWhole,
} from '../../../kit.ts'
import {
  aggregate,
  evaluationId,
  evaluationName,
  mainMetric,
  measuredModel,
  measuredRoleOf,
  type Publisher,
  type SamplesFile,
} from './aggregate.ts'
import { sample } from './sample.ts'

/** A run to be written. */
export interface ExportedRun {
  readonly folder: RunFolder
  readonly document: ScoresDocument
  readonly records: readonly ItemRecord[]
}

/**
 * Writes the suites of a run into the folders that Every Eval Ever has: `data/<benchmark>/<developer>/<model>/<uuid>.json` and, beside
 * it, `<uuid>_samples.jsonl`.
 *
 * @param texts whether the samples hold the texts of the conversations.
 * @returns the paths of the aggregates, from the folder.
 * @throws HoldfastError for a run without a model.
 */
export async function writeEveryEvalEver(run: ExportedRun, out: string, publisher: Publisher, texts: boolean): Promise<string[]> {
  const { document } = run
  const paths: string[] = []
  const calls = new CallIndex(run.folder.calls)
  calls.update()
  try {
    for (const suite of Object.keys(document.suites)) {
      const model = measuredModel(document, suite, publisher.modelId)
      const [developer = '', ...name] = model.id.split('/').map(fileName)
      const base = join(
        'data',
        fileName(evaluationName(suite)),
        developer,
        name.join('_') || developer,
        uuidOf(`${document.run.id} ${suite}`),
      )
      const samples = await writeSamples(run, suite, calls, out, `${base}_samples.jsonl`, publisher, texts)
      writeWhole(join(out, `${base}.json`), `${JSON.stringify(redacted(aggregate(document, suite, publisher, samples)), null, 2)}\n`)
      paths.push(`${base}.json`)
    }
  } finally {
    calls.close()
  }
  return paths
}

async function writeSamples(
  { folder, document, records }: ExportedRun,
  suite: string,
  calls: CallIndex,
  out: string,
  path: string,
  { modelId }: Publisher,
  texts: boolean,
): Promise<SamplesFile> {
  const model = measuredModel(document, suite, modelId)
  const of = {
    evaluationId: evaluationId(document, suite, model),
    evaluationName: evaluationName(suite),
    resultId: `${suite}.${mainMetric(document, suite)}`,
    modelId: model.id,
    role: measuredRoleOf(document, suite),
    texts,
  }
  const target = join(out, path)
  makeFolder(dirname(target))
  const stream = createWriteStream(target)
  const hash = createHash('sha256')
  const leftOut: Record<string, number> = {}
  let rows = 0
  // Item by item: a run's transcripts may be larger than memory.
  for (const record of records) {
    if (record.suite !== suite) continue
    const own = calls.callsOf(suite, record.item, record.trial).map((call) => withMessages(call, folder.blobs))
    const row = sample(record, own, of)
    if (!row) {
      leftOut[record.status] = (leftOut[record.status] ?? 0) + 1
      continue
    }
    const line = `${JSON.stringify(redacted(row))}\n`
    hash.update(line)
    rows += 1
    if (!stream.write(line)) await once(stream, 'drain')
  }
  stream.end()
  await finished(stream)
  return { path: path.replaceAll('\\', '/'), sha256: hash.digest('hex'), rows, leftOut }
}

/** A UUID of version 4 by its form, the same for the same text: exporting a run twice writes the same files. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** A name as that of a folder, which leads nowhere else. */
function fileName(name: string): string {
  return name.replaceAll(/[^\w.@+-]/g, '_').replace(/^\.+/, '_') || '_'
}
