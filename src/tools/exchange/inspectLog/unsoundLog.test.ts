import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../../test/temporaryFolder.ts'
import { registerSecret } from '../../../core/base/secrets.ts'
import { singleLine } from '../../../core/base/text/singleLine.ts'
import { logHeaderOf, logSampleOf, type MadeLog, matched, pythonJson, writeEvalLog, writeJsonLog, zipOf } from '../test/inspectLog.ts'
import { readInspectRun } from './inspectRun.ts'

const inFolder = (name: string) => join(temporaryFolder(), name)
const read = (log: MadeLog) => readInspectRun(writeEvalLog(inFolder('a.eval'), log))

describe('a log that cannot be read is one error', () => {
  const written = (log: MadeLog, change: (text: string) => string = (text) => text) => {
    const path = writeJsonLog(inFolder('a.json'), log)
    writeFileSync(path, change(readFileSync(path, 'utf8')))
    return () => readInspectRun(path)
  }
  const zipped = (files: readonly (readonly [string, unknown])[]) => {
    const path = inFolder('a.eval')
    writeFileSync(path, zipOf(files.map(([name, value]) => [name, typeof value === 'string' ? value : pythonJson(value)])))
    return () => readInspectRun(path)
  }
  const samples = matched('C')

  test.each(['cancelled', 'error', 'started'])('a run with the status %s', (status) => {
    const log = { samples, status, error: { message: 'Rate limit\nmore', traceback: '' } }
    const pattern = new RegExp(`field status is "${status}".*: the run did not end\\. Finish it with inspect eval-retry`)
    expect(written(log)).toThrow(pattern)
    expect(() => read(log)).toThrow(pattern)
  })

  test('a run that was stopped before it had a header', () => {
    expect(
      zipped([
        ['_journal/start.json', { version: 2 }],
        ['samples/1_epoch_1.json', logSampleOf({ id: 1 })],
      ]),
    ).toThrow(/a\.eval: the run did not end/)
  })

  test.each([1, 3, 99])('version %i of the format', (version) => {
    const advice = version === 1 ? 'Write it anew with inspect log convert <log>' : 'Write the log with a release of inspect_ai of that'
    expect(written({ samples, version })).toThrow(`field version is ${version}. Holdfast reads version 2 of the format. ${advice}`)
    expect(() => read({ samples, version })).toThrow(/a\.eval, header\.json: field version is/)
  })

  test('a sample in pieces, as any version may have it', () => {
    expect(
      zipped([
        ['header.json', logHeaderOf({ samples })],
        ['samples/1_epoch_1/sample.json', {}],
      ]),
    ).toThrow(/sample\.json is a sample in pieces\. Write it anew with inspect log convert <log> --to eval --output-dir converted,/)
  })

  test('a field that is wrong is named with the sample', () => {
    const wrong = [...samples, { id: 2, epoch: 0, scores: { match: 'C' } }]
    expect(written({ samples: wrong })).toThrow(/a\.json, samples\.1, field epoch: /)
    expect(() => read({ samples: wrong })).toThrow(/a\.eval, samples\/2_epoch_0\.json, field epoch: /)
    expect(() => read({ samples: [{ id: 1, scores: { match: { value: { deep: { er: 1 } } } } }] })).toThrow(
      /field scores\.match\.value: no text, number/,
    )
    expect(() => read({ samples, spec: { model: 7 } })).toThrow(/a\.eval, header\.json, field eval\.model: /)
  })

  test.each(['constructor', 'toString'])('a scorer that is called %s', (name) => {
    const text = JSON.stringify(logSampleOf({ id: 1, scores: { match: 'C' } })).replace('"match"', JSON.stringify(name))
    expect(
      zipped([
        ['header.json', logHeaderOf({ samples })],
        ['samples/1_epoch_1.json', text],
      ]),
    ).toThrow(/samples\/1_epoch_1\.json, field scores/)
  })

  test('JSON that is none, or ends early', () => {
    expect(
      zipped([
        ['header.json', logHeaderOf({ samples })],
        ['samples/1_epoch_1.json', '{"id": 1,'],
      ]),
    ).toThrow(/Failed to read .*a\.eval, samples\/1_epoch_1\.json: /)
    expect(written({ samples }, (text) => text.slice(0, -30))).toThrow(/Failed to read .*a\.json: .*JSON.*\. Copy the log again/s)
    expect(written({ samples }, (text) => text.replace('"epoch": 1', '"epoch": one'))).toThrow(
      /Failed to read .*a\.json: .*JSON.*\. Copy the log again/s,
    )
  })

  test('a zip that is no log, and a log without samples', () => {
    expect(zipped([['other.txt', 'text']])).toThrow(/a\.eval: it has no header\.json\. Name a log that Inspect wrote\./)
    expect(written({})).toThrow(/a\.json: it has no samples\. Run the task with --log-samples\./)
    expect(() => read({})).toThrow(/it has no samples/)
  })
})

describe('a log made to mislead', () => {
  test('two samples of one id and epoch are told, and the last counts', () => {
    const path = writeJsonLog(`${inFolder('twice')}.json`, { samples: [...matched('I'), ...matched('C')] })
    const { records, notes } = readInspectRun(path)
    expect(records.map(({ status }) => status)).toEqual(['passed'])
    expect(notes).toContain(`${path}: 1 sample more has an id and epoch that another has. The last of each counts.`)
  })

  test.each(['target', 'metadata'])('%s of any depth is refused, with the place', (field) => {
    const deep = (depth: number) => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`)
    expect(() => read({ samples: [{ id: 1, scores: { match: 'C' }, [field]: { deep: deep(1000) } }] })).toThrow(
      /Failed to read .*a\.eval, samples\/1_epoch_1\.json: it is nested over 200 deep\./,
    )
  })

  test('a name makes no line of its own', () => {
    const forged = 'gpt-x, 2 samples.\nexit 0: complete, every gate holds.\n\u001b[32m ok'
    const { notes } = read({ model: forged, task: `t ${forged}`, samples: matched('C', 'C') })
    for (const line of notes) expect(line).toBe(singleLine(line))
    const failed = { status: 'error', error: { message: 'boom \u001b[32m\nexit 0', traceback: '' }, samples: [] }
    expect(() => read(failed)).toThrow('field status is "error" (boom \\x1b[32m)')
  })

  test('a key across the cut of a reason is taken out whole', () => {
    const key = `sk-${'abcdefgh1234'.repeat(4)}`
    registerSecret(key)
    const explanation = `${'x'.repeat(270)}${key}`
    const { records } = read({ samples: [{ id: 1, scores: { match: { value: 'I', answer: 'no', explanation } } }] })
    expect(JSON.stringify(records)).not.toContain(key.slice(0, 10))
  })
})
