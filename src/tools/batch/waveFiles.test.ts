import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/temporaryFolder.ts'
import { registerSecret } from '../../core/base/secrets.ts'
import { BATCH_DEFAULTS } from '../../core/format/modelEntry.ts'
import { WaveFiles } from './waveFiles.ts'

const request = (id: number, text = '') => ({ custom_id: `hf-${id}`, url: '/v1/chat/completions', body: { model: 'm', messages: [text] } })

async function filesOf(
  requests: readonly ReturnType<typeof request>[],
  limits: Partial<typeof BATCH_DEFAULTS>,
  model = (_index: number) => 'm',
) {
  const folder = temporaryFolder()
  const files = new WaveFiles(folder, 3)
  for (const [index, { custom_id, url, body }] of requests.entries())
    files.add(custom_id, url, body, model(index), { ...BATCH_DEFAULTS, ...limits })
  await files.close()
  return files.names.map((name) => {
    const content = readFileSync(`${folder}/${name}`)
    return [name, content.toString().trim().split('\n').length, content.length] as const
  })
}

test('no file has more requests or bytes than the limits say', async () => {
  const seven = Array.from({ length: 7 }, (_, index) => request(index, 'x'.repeat(100_000)))
  expect((await filesOf(seven, { maxRequests: 3 })).map(([name, count]) => [name, count])).toEqual([
    ['wave-3-m-1.jsonl', 3],
    ['wave-3-m-2.jsonl', 3],
    ['wave-3-m-3.jsonl', 1],
  ])
  const bySize = await filesOf(seven, { maxMegabytes: 0.25 })
  expect(bySize.map(([, count]) => count)).toEqual([2, 2, 2, 1])
  expect(Math.max(...bySize.map(([, , bytes]) => bytes))).toBeLessThanOrEqual(250_000)
})

test('each model has files of its own, also those whose names differ in signs alone', async () => {
  const files = await filesOf([request(1), request(2), request(3)], {}, (index) => ['a/b', 'a:b', 'a/b'][index] ?? '')
  expect(files.map(([name, count]) => [name, count])).toEqual([
    ['wave-3-a-b-1.jsonl', 2],
    ['wave-3-a-b-2-1.jsonl', 1],
  ])
})

test('what no file may hold is refused: a request larger than a file, and the value of a secret', async () => {
  await expect(filesOf([request(1, 'x'.repeat(20_000))], { maxMegabytes: 0.01 })).rejects.toThrow('Leave the item out.')
  registerSecret('sk-batch-7c1f0a9be3d24f55')
  await expect(filesOf([request(1, 'My key is sk-batch-7c1f0a9be3d24f55.')], {})).rejects.toThrow('it holds the value of a secret variable')
})
