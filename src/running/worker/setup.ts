import '../../registered.ts'
import { setUpFile } from './setUpFile.ts'

// Vitest loads this before each test file that works with Holdfast, and before no other.
setUpFile()
