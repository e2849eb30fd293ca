/**
 * The plugin for Vitest.
 *
 * @module holdfast/plugin
 */
import './registered.ts'

export { type HoldfastOptions, holdfast } from './running/vitest/plugin.ts'
