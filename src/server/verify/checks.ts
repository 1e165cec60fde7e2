import { certificates } from './certificates.ts'
import type { Check } from './check.ts'
import { land } from './land.ts'
import type { ChainPoint } from '../store/log-check.ts'
import { logAgainst } from './log.ts'
import { market } from './market.ts'
import { registry } from './registry.ts'
import { rows } from './rows.ts'
import { trail } from './trail.ts'

/** Everything that tables alone can show, in the order in which it is verified; the log is held against points `noted` elsewhere too. */
export const checksAgainst = (noted: readonly ChainPoint[]): readonly Check[] => [
  logAgainst(noted),
  ...[rows, trail, registry, market, certificates, land],
]

/** The same where nobody has noted a point. */
export const CHECKS = checksAgainst([])
