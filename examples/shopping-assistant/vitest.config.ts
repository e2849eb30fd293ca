import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

// The assistant gives the same answer to the same conversation, which `temperature: 0` says: a failure need not be tried again.
export default defineConfig({
  plugins: [holdfast({ model: 'shop', models: { shop: { uri: 'module:./shop.ts#ask', temperature: 0 } } })],
})
