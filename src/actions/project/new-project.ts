import { PROJECT_COLUMNS } from '#contract/columns/project'
import { actingAgentId } from '#domain/people/agency'
import type { Actor } from '#domain/people/actor'
import { PROJECT_DURATION_LABELS, FIXED_TERM_DURATIONS, type ProjectDuration } from '#domain/project/project'
import type { RoundToRegisterInChoices } from '../fields/places.ts'
import { create, type Change } from '../kit/changes.ts'
import { manyOf, name, oneOfGiven, yesNo } from '../kit/fields.ts'

/** Questions about every new project, whichever action adds it; `given` must be `RoundToRegisterInChoices` of suppliers. */
export const newProjectFields = {
  marketRoundId: oneOfGiven('Market round', 'rounds'),
  name: { ...name('Name'), note: 'Such as the farm and the field.' },
  isFixedTerm: yesNo('Is this a fixed term project?'),
  mitigationDurations: manyOf(
    PROJECT_COLUMNS.mitigationDurations.label,
    FIXED_TERM_DURATIONS,
    PROJECT_DURATION_LABELS,
  ),
}

/** Only fixed-term projects have durations. */
export const newProjectVisibility = {
  mitigationDurations: ({ isFixedTerm }: { isFixedTerm?: boolean | null }) => isFixedTerm === true,
}

/** Warns that nothing can be added without a round to register in. */
export const warnNoSupplierRound = ({ rounds }: RoundToRegisterInChoices): { marketRoundId?: string } =>
  rounds.length === 0 ? { marketRoundId: 'Not registered as a supplier in any open market rounds' } : {}

/** A supplier's new project, as a draft. */
export const createNewProjectRow = (
  supplierId: string,
  values: {
    marketRoundId: string
    name: string
    isFixedTerm: boolean
    mitigationDurations: ProjectDuration[] | null
  },
  { actor, newId }: { actor: Actor; newId: () => string },
): Change =>
  create('project', {
    id: newId(),
    roundId: values.marketRoundId,
    supplierId,
    agentId: actingAgentId(actor),
    name: values.name,
    status: 'Draft',
    isFixedTerm: values.isFixedTerm,
    mitigationDurations: values.mitigationDurations ?? [],
    creditTypes: [],
  })
