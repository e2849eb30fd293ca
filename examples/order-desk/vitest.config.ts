import { holdfast } from 'holdfast/plugin'
import { defineConfig } from 'vitest/config'

// The desk is the candidate of every dialogue. Every check here is a program, so no judge is named.
export default defineConfig({ plugins: [holdfast({ model: 'module:./desk.ts#session' })] })
