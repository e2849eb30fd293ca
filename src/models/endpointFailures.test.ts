import { testColumns } from '../../test/endpoints/check.ts'
import { FAILURES } from '../../test/endpoints/provider.ts'

testColumns(FAILURES)
