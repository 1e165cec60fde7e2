import { AUTHORITY_STATUSES } from './authority.ts'
import type { StatusOf, StoredKind } from './entities.ts'
import { PARTICIPATION_STATUSES } from './participation.ts'
import { PROJECT_STATUSES } from './project.ts'
import { REQUIREMENT_STATUSES } from './requirement.ts'
import { ROUND_STATUSES } from './round.ts'
import { CERTIFICATION_STATUSES } from './service.ts'

/** The statuses of every kind whose life is led by actions, in their order. */
export const STATUSES: { [K in StoredKind]?: readonly StatusOf<K>[] } = {
  round: ROUND_STATUSES,
  participation: PARTICIPATION_STATUSES,
  agentAuthority: AUTHORITY_STATUSES,
  project: PROJECT_STATUSES,
  service: CERTIFICATION_STATUSES,
  requirement: REQUIREMENT_STATUSES,
}
