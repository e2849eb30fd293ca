// Planning a whole run and building each of its prompts, in a process of its own so that its memory is its own.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Table lines. */
export async function measurePrompts() {
  const output = execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { encoding: 'utf8' })
  return output.trimEnd().split('\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { Tiktoken } = await import('tiktoken')
  let characters = 0
  const encode = Tiktoken.prototype.encode_ordinary
  Tiktoken.prototype.encode_ordinary = function counted(text) {
    characters += text.length
    return encode.call(this, text)
  }
  const { tokenizer } = await import('./build/src/core/base/text/tokenizer.js')
  const { wholeRun } = await import('./items.mjs')
  const began = performance.now()
  const items = wholeRun()
  const planned = performance.now()
  const contexts = new Set(items.map((item) => item.context.context.text))
  const tails = items.reduce((sum, { promptTail }) => sum + promptTail.length, 0)
  const distinct = [...contexts].reduce((sum, text) => sum + text.length, 0) + tails
  let built = 0
  // Flattened to bytes: joined strings alone cost V8 nothing.
  for (const item of items) built += Buffer.from(item.context.promptHead + item.promptTail).length
  const o200k = tokenizer('o200k_base')
  let tokens = 0
  const heads = new Map()
  for (const { context, promptTail } of items) {
    if (!heads.has(context)) heads.set(context, context.promptHeadTokens(o200k))
    tokens += heads.get(context) + o200k.count(promptTail)
  }
  const done = performance.now()
  const rss = process.resourceUsage().maxRSS / 1024
  process.stdout.write(
    [
      `  ${items.length} items from ${contexts.size} contexts planned in ${((planned - began) / 1000).toFixed(2)} s`,
      `  ${(characters / 1e6).toFixed(1)} M characters tokenized for ${(distinct / 1e6).toFixed(1)} M characters of contexts and instructions, ${(tokens / 1e6).toFixed(1)} M tokens in all prompts`,
      `  ${(built / 1e6).toFixed(0)} M characters of prompts built in ${((done - planned) / 1000).toFixed(2)} s; peak memory ${rss.toFixed(0)} MiB`,
      '',
    ].join('\n'),
  )
}
