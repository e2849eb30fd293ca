import { testColumns } from '../../test/endpoints/check.ts'
import { ANSWERS } from '../../test/endpoints/provider.ts'

testColumns(ANSWERS)
