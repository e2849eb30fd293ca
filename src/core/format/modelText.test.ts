import { expect, test } from 'vitest'
import { readableUri } from './modelText.ts'

test.each([
  ['openai:acme-2@http://gpu7:8000/v1', 'openai:acme-2 at gpu7:8000'],
  ['openai:acme-2@https://llm.acme.example/', 'openai:acme-2 at llm.acme.example'],
  ['openai:acme-2@https://llm.acme.example/deployments/a', 'openai:acme-2 at llm.acme.example/deployments/a'],
  ['openai:@cf/a/b@https://llm.acme.example/v1', 'openai:@cf/a/b at llm.acme.example'],
  ['openai:gpt-5', 'openai:gpt-5'],
  ['openai:a@http://', 'openai:a@http://'],
  ['panel:openai:a@http://gpu7:8000/v1;sim:judge', 'panel:openai:a at gpu7:8000;sim:judge'],
  ['module:./bot.ts#ask', 'module:./bot.ts#ask'],
])('%s is read as %s', (uri, text) => expect(readableUri(uri)).toBe(text))
