import { z } from 'zod'
import { parseJsonl, parseLine } from '../../../src/core/base/data/jsonl.ts'
import { parse } from '../../../src/core/base/data/parse.ts'
import { byteLines, decodeUtf8 } from '../../../src/core/base/data/utf8.ts'
import { asStack } from '../../../src/core/base/errors.ts'
import { asciiDigits, pythonFloat } from '../../../src/core/base/python/float.ts'
import { formatTemplate } from '../../../src/core/base/python/formatTemplate.ts'
import { parsePythonJson } from '../../../src/core/base/python/json.ts'
import { codePointLength, strip } from '../../../src/core/base/python/text.ts'
import { pythonRepr } from '../../../src/core/base/python/value.ts'
import { redact, redactedJson } from '../../../src/core/base/secrets.ts'
import { answerReadings } from '../../../src/core/base/text/answerReadings.ts'
import { markdownCell } from '../../../src/core/base/text/markdownCell.ts'
import { nearest } from '../../../src/core/base/text/nearest.ts'
import { nfkc } from '../../../src/core/base/text/nfkc.ts'
import { screenText } from '../../../src/core/base/text/screenText.ts'
import { splitSentences } from '../../../src/core/base/text/sentences.ts'
import { singleLine, withoutCommands } from '../../../src/core/base/text/singleLine.ts'
import { tokenizer } from '../../../src/core/base/text/tokenizer.ts'
import { configSchema } from '../../../src/core/config/schema.ts'
import { gates } from '../../../src/core/format/gates.ts'
import { decoded, modelLabel, parseModelUri, withoutCredentials } from '../../../src/core/format/modelUri.ts'
import { callRecord, itemRecord } from '../../../src/core/format/records.ts'
import { scoresDocument } from '../../../src/core/format/scoresDocument.ts'
import { certificatePath } from '../../../src/judging/certificate/certificate.ts'
import { decodeUnicodeEscape } from '../../../suites/lifbench/scoring/python.ts'
import { parsePythonLiteral } from '../../../suites/lifbench/scoring/pythonLiteral.ts'
import type { Reader } from '../reader.ts'

const LITERALS = ["[['a', 1], [None, -2.5e3]]", '{1: ("a",), True: {1, 2}}', "'a' 'b'", '0x_ff', '[[1, 2], [3, 4],]']
const JSONS = ['{"a": [1, -2.5e3, null, true], "b": {"\\u00e4": "\\n"}}', '[[], {}, "", NaN, -Infinity]', '"text"', '{"a": 1, "a": 2}']
const CALL =
  '{"suite": "s", "item": "i", "role": "candidate", "call": "answer", "content": "Paris", "usage": {"promptTokens": 1, "completionTokens": 2}, "messages": [{"role": "user", "content": "Q"}]}'
const ITEM =
  '{"suite": "s", "item": "i", "task": "t", "trial": 0, "status": "passed", "tags": {"a": "b", "c": ["d"]}, "scores": {"total": 1}, "reason": "so"}'
const SCORES =
  '{"schema": "holdfast.scores/1", "run": {"id": "r", "startedAt": "", "finishedAt": "", "version": "1", "seed": 0, "partial": false, "roles": {"candidate": {"model": "m", "simulated": false}}, "data": {"s": {"source": "bundled", "sha256": "a", "items": 1}}}, "suites": {}, "usage": {}, "gates": [], "exitCode": 0}'
const GATES = [
  '{"baseline": "main", "s": {"m": {"min": 0.5, "maxDrop": 0.1, "decide": "strict"}}, "maxUnscored": 0.1}',
  '{"s": {"m": {"max": 1}}}',
]
const URIS = [
  'openai:gpt-5@https://user:pass@host:8000/v1?a=b',
  'sim:forgetful?after=3',
  'sim:judge?noise=0.1',
  'replay:runs/one',
  'module:./a.ts#ask',
  'panel:sim:judge;sim:oracle',
]
const TOKENS = ['some words', '河流', 'aaaa']
const anything = z.record(z.string(), z.unknown())
const isOneLine = (result: unknown) => typeof result === 'string' && !/[\r\n]/.test(result)

/** Readers of src/core/base, src/core/config and src/core/format. */
export const BASE_READERS: readonly Reader[] = [
  { name: 'parseJsonl', read: (text) => parseJsonl(text, anything, 'a file'), samples: [`${ITEM}\n\n${CALL}\r\n`, '\ufeff{}\n'] },
  { name: 'parseLine', read: (text) => parseLine(text, 'a line'), samples: JSONS },
  { name: 'parse', read: (text) => parse(z.object({ id: z.number() }), { id: text }, 'a line') },
  { name: 'byteLines', read: (text) => [...byteLines(Buffer.from(text))].map((line) => decodeUtf8(line, 'a line')), samples: ['a\r\nb\n'] },
  { name: 'asStack', read: asStack, samples: ['Failed: a@http://b.\n    at c'], slow: [['', '\n', 't\nat ']] },
  { name: 'formatTemplate', read: (text) => formatTemplate(text, { a: 'b', c: ['d', 1] }), samples: ['{a} {c[0]} {{c}} {c}'] },
  { name: 'parsePythonJson', read: parsePythonJson, samples: JSONS },
  { name: 'parsePythonLiteral', read: parsePythonLiteral, samples: LITERALS, slow: [['0_', '11_', 'E']] },
  { name: 'asciiDigits', read: asciiDigits, samples: ['1３٣𝟛'] },
  { name: 'pythonFloat', read: pythonFloat, samples: ['+1_0.5e-3', ' ３.5 ', '-Infinity'], slow: [['0_', '11_', 'E']] },
  { name: 'strip', read: strip, samples: [' \u0085a\u001c\n'] },
  { name: 'codePointLength', read: codePointLength, samples: ['a😀'] },
  { name: 'decodeUnicodeEscape', read: (text) => decodeUnicodeEscape(text, 'literal'), samples: ['\\x41\\u00e4\\N{BULLET}\\777\\q\\'] },
  { name: 'pythonRepr', read: pythonRepr, samples: ['it\'s "so"\u0085'] },
  { name: 'redact', read: redact, samples: ['Bearer abcdefghi https://a:b@c'] },
  { name: 'redactedJson', read: redactedJson },
  { name: 'markdownCell', read: markdownCell, samples: ['@a #1 www.b.c https://d a5c3785 $x$ [ ] :e:'], isFine: isOneLine },
  { name: 'nearest', read: (text) => nearest(text, ['oracle', 'null']), samples: ['orcale'] },
  {
    name: 'answerReadings',
    read: (text) => answerReadings(text),
    samples: ['Sure! Here it is:\n\n```json\n**a**.\n```\n\nLet me know.', '> Answer: “a”'],
    slow: [
      ['', '```\n'],
      ['Answer', ' ', ':'],
      ['', '> ', 'a'],
      ['', '**', 'a'],
    ],
    isFine: (readings) => (readings as unknown[]).length > 0,
  },
  { name: 'nfkc', read: nfkc, samples: ['ﬁ５\u0301'], slow: [['a', '\u0301\u0316']] },
  { name: 'withoutCommands', read: withoutCommands, samples: ['##[error]a\n::error::b'] },
  { name: 'screenText', read: screenText, samples: ['\u001b[31ma\u001b[0m\n\u001b[2Jb'] },
  { name: 'splitSentences', read: splitSentences, samples: ['Mr. A. met Dr. B. They spoke.'], slow: [['', 'Mr. ']] },
  { name: 'singleLine', read: singleLine, samples: ['a\r\nb\u202e'], isFine: isOneLine },
  { name: 'tokenizer.count', read: (text) => tokenizer('o200k_base').count(text), samples: TOKENS, isCostly: true },
  { name: 'tokenizer.truncate', read: (text) => tokenizer('o200k_base').truncate(text, 1e9), samples: TOKENS, isCostly: true },
  { name: 'configSchema', read: (text) => parse(configSchema, parseLine(text, 'it'), 'it'), samples: ['{"limit": 2, "shard": "1/4"}'] },
  { name: 'gates', read: (text) => parse(gates, parseLine(text, 'gates'), 'gates'), samples: GATES },
  { name: 'decoded', read: decoded, samples: ['a%20b%'] },
  { name: 'parseModelUri', read: parseModelUri, samples: URIS },
  {
    name: 'parseModelUri of openai',
    read: (text) => parseModelUri(`openai:${text}`),
    samples: URIS.map((uri) => uri.replace(/^\w+:/, '')),
  },
  { name: 'parseModelUri of sim', read: (text) => parseModelUri(`sim:${text}`), samples: URIS.map((uri) => uri.replace(/^\w+:/, '')) },
  { name: 'modelLabel', read: modelLabel, samples: URIS },
  { name: 'withoutCredentials', read: withoutCredentials, samples: URIS },
  { name: 'certificatePath', read: (text) => certificatePath('/', text), samples: URIS, slow: [['a', '-', 'b']] },
  { name: 'callRecord', read: (text) => parse(callRecord, parseLine(text, 'a line'), 'a line'), samples: [CALL] },
  { name: 'itemRecord', read: (text) => parse(itemRecord, parseLine(text, 'a line'), 'a line'), samples: [ITEM] },
  { name: 'scoresDocument', read: (text) => parse(scoresDocument, parseLine(text, 'a file'), 'a file'), samples: [SCORES] },
]
