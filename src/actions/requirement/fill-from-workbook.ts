import { CREDIT_TYPE_LABELS, type CreditType } from '#domain/credit-type'
import type { NutrientNeed, Requirement } from '#domain/requirement'
import { showExactUnits } from '#domain/units'
import { differencesFromNeed } from '#domain/workbook/compare'
import { nutrientNeeds } from '#domain/workbook/nutrients'
import { investmentsIn, needsIn, unfitInWords } from '#domain/workbook/proposals'
import { differenceInWords, lastReading } from '../common/workbook.ts'
import { action } from '../kit/action.ts'
import { type Patch, type Read, update } from '../kit/changes.ts'
import { hinted, notStored, oneOfGiven, yesNo, type Choice } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE } from './editable.ts'
import { neededTypes } from './needed-types.ts'

const NO_BOOK =
  'No workbook was read for this credit requirement that describes anything which it may ask for: read one first'

/** What rows of a workbook come to as the credits of a requirement. */
interface Proposed extends Choice {
  creditType: CreditType
  /** Both kinds of units of a nutrient are needed. */
  hasBoth: boolean
  patch: Patch<'requirement'>
}

/** Everything that a buyer's workbook may say, emptied. */
const NOTHING = {
  ...{ nutrientType: null, nutrientOngoingUnits: null, nutrientAdditionalUnits: null },
  ...{ nutrientAcceptOngoingOnly: null, bioBroadHabitat: null, bioHabitatType: null },
  ...{ bioDistinctiveness: null, bioUnits: null, bioIsDivisible: null },
} satisfies Patch<'requirement'>

const needOfBoth = (ongoing: number, additional: number): NutrientNeed =>
  ongoing > 0 && additional > 0 ? 'both' : ongoing > 0 ? 'ongoing' : 'additional'

/** Everything that the workbooks of a requirement say that it needs, of what its round trades. */
const proposedIn = async (read: Read, requirement: Requirement): Promise<Proposed[]> => {
  const owned = { ownerKind: 'requirement', ownerId: requirement.id } as const
  const [metric, nutrients, traded] = await Promise.all([
    lastReading(read, owned, 'metric'),
    lastReading(read, owned, 'nutrients'),
    neededTypes(read, requirement),
  ])
  const isInvestor = requirement.type === 'Investor'
  const habitats = (isInvestor ? investmentsIn : needsIn)(metric?.lines ?? []).map(
    ({ id, name, lines, module, broadHabitat, habitatType, distinctiveness, units, isMade }): Proposed => ({
      id,
      name: `${name}: ${showExactUnits(units)} units ${isMade ? 'made' : 'lost'} (${lines.map(one => one.id).join(', ')})`,
      creditType: 'Biodiversity',
      hasBoth: false,
      patch: isInvestor
        ? { units, module, broadHabitat, distinctiveness }
        : {
            ...NOTHING,
            ...{ creditType: 'Biodiversity', bioUnits: units },
            ...{ bioBroadHabitat: broadHabitat, bioDistinctiveness: distinctiveness },
            bioHabitatType: habitatType,
          },
    }),
  )
  const loads = nutrientNeeds(nutrients?.lines ?? []).map(
    ({ nutrient, ongoing, additional, lasting, passing }): Proposed => ({
      id: nutrient,
      name: `${CREDIT_TYPE_LABELS[nutrient]}: ${showExactUnits(ongoing)} kg a year ongoing, ${showExactUnits(additional)} kg a year additional (${[lasting?.cell, passing?.cell].filter(Boolean).join(', ')})`,
      creditType: nutrient,
      hasBoth: ongoing > 0 && additional > 0,
      patch: {
        ...{ ...NOTHING, creditType: nutrient },
        nutrientType: needOfBoth(ongoing, additional),
        nutrientOngoingUnits: ongoing > 0 ? ongoing : null,
        nutrientAdditionalUnits: additional > 0 ? additional : null,
      },
    }),
  )
  return [...habitats, ...loads].filter(({ creditType }) => traded.includes(creditType))
}

const chosenOf = (
  needs: readonly { id: string; creditType: CreditType; hasBoth: boolean }[],
  id: string | null | undefined,
) => needs.find(need => need.id === id)

/** Takes the credits of a requirement over from what its workbooks say that the development loses. */
export const fillFromWorkbook = action({
  name: 'FillFromWorkbook',
  on: 'requirement',
  title: 'Fill from workbook',
  binds: {
    verb: 'Take it over',
    undone:
      'It takes the place of the credits that were typed. They can be changed until the registration is complete.',
  },
  description:
    'Takes over one of the things that the workbook describes as the credits that you ask for. What would change is shown before.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE,
  given: async (read, requirement) => {
    const [proposed, metric] = await Promise.all([
      proposedIn(read, requirement),
      lastReading(read, { ownerKind: 'requirement', ownerId: requirement.id }, 'metric'),
    ])
    const isInvestor = requirement.type === 'Investor'
    return {
      needs: proposed.map(({ patch: _patch, ...need }) => need),
      unfit: unfitInWords((metric?.lines ?? []).filter(({ part }) => isInvestor || part === 'baseline')),
    }
  },
  fields: {
    need: hinted(
      notStored(oneOfGiven('What to take over', 'needs')),
      'One requirement asks for credits of one kind. For another add another requirement.',
    ),
    bioIsDivisible: hinted(
      yesNo('Is part of the units acceptable?'),
      'If yes, a part of the units may be won, for the same part of the bid.',
    ),
    nutrientAcceptOngoingOnly: yesNo('Would only ongoing units be acceptable?'),
  },
  show: {
    bioIsDivisible: ({ need }, { needs }) => chosenOf(needs, need)?.creditType === 'Biodiversity',
    nutrientAcceptOngoingOnly: ({ need }, { needs }) => chosenOf(needs, need)?.hasBoth === true,
  },
  initial: (requirement, { needs }) => ({
    need: needs.length === 1 ? needs[0]?.id : undefined,
    bioIsDivisible: requirement.type === 'Investor' ? requirement.isDivisible : requirement.bioIsDivisible,
  }),
  warn: (_answers, _requirement, { needs, unfit }) => ({
    need: [...(needs.length === 0 ? [NO_BOOK] : []), ...unfit].join('. ') || undefined,
  }),
  reads: async (read, requirement, { need }) => {
    const chosen = (await proposedIn(read, requirement)).find(({ id }) => id === need)
    const kind = chosen?.creditType === 'Biodiversity' ? 'metric' : 'nutrients'
    const reading = await lastReading(read, { ownerKind: 'requirement', ownerId: requirement.id }, kind)
    return { chosen, differences: reading ? differencesFromNeed(reading, requirement) : [] }
  },
  preview: ({ reads: { chosen, differences } }) => ({
    preview: [
      ...(chosen ? [`Taken over: ${chosen.name}`] : []),
      ...differences.filter(({ what }) => what !== 'Units by our tables').map(differenceInWords),
    ],
  }),
  effect: ({ subject, values: { bioIsDivisible, nutrientAcceptOngoingOnly }, reads: { chosen } }) =>
    chosen
      ? [
          update('requirement', subject, {
            ...chosen.patch,
            ...(subject.type === 'Investor'
              ? { isDivisible: bioIsDivisible }
              : { bioIsDivisible, nutrientAcceptOngoingOnly }),
          }),
        ]
      : [],
  done: 'The credits were taken over from the workbook',
})
