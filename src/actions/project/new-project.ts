import { PROJECT_COLUMNS } from '#contract/columns/project'
import { agentIdOf } from '#domain/agency'
import type { Actor } from '#domain/actor'
import { DURATION_LABELS, FIXED_DURATIONS, type Duration } from '#domain/project'
import type { Places } from '../common/places.ts'
import { create, type Change } from '../kit/changes.ts'
import { manyOf, name, oneOfGiven, yesNo } from '../kit/fields.ts'

/** What is asked of every new project, whichever door it comes in by; `given` must be `Places` of suppliers. */
export const newProjectFields = {
  marketRoundId: oneOfGiven('Market round', 'rounds'),
  name: name('Name'),
  isFixedTerm: yesNo('Is this a fixed term project?'),
  mitigationDurations: manyOf(PROJECT_COLUMNS.mitigationDurations.label, FIXED_DURATIONS, DURATION_LABELS),
}

/** Durations are asked of fixed-term projects only. */
export const newProjectShow = {
  mitigationDurations: ({ isFixedTerm }: { isFixedTerm?: boolean | null }) => isFixedTerm === true,
}

/** Without a round to register in, nothing can be added. */
export const warnNoSupplierRound = ({ rounds }: Places): { marketRoundId?: string } =>
  rounds.length === 0 ? { marketRoundId: 'Not registered as a supplier in any open market rounds' } : {}

/** The new project of a supplier, as a draft. */
export const newProject = (
  supplierId: string,
  values: {
    marketRoundId: string
    name: string
    isFixedTerm: boolean
    mitigationDurations: Duration[] | null
  },
  { actor, newId }: { actor: Actor; newId: () => string },
): Change =>
  create('project', {
    id: newId(),
    roundId: values.marketRoundId,
    supplierId,
    agentId: agentIdOf(actor),
    name: values.name,
    status: 'Draft',
    isFixedTerm: values.isFixedTerm,
    mitigationDurations: values.mitigationDurations ?? [],
    creditTypes: [],
  })
