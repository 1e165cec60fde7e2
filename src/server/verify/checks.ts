import { certificates } from './certificates.ts'
import type { Check } from './check.ts'
import { land } from './land.ts'
import { log } from './log.ts'
import { market } from './market.ts'
import { registry } from './registry.ts'
import { rows } from './rows.ts'
import { trail } from './trail.ts'

/** Everything that tables alone can show, in the order in which it is verified. */
export const CHECKS: readonly Check[] = [log, rows, trail, registry, market, certificates, land]
