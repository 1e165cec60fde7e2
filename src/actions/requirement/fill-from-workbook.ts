import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { NutrientNeed, Requirement } from '#domain/project/requirement'
import { showExactUnits } from '@credit-market/values/units'
import { findNeedDifferences } from '#domain/workbook/compare'
import { readNutrientNeeds } from '#domain/workbook/nutrients'
import { proposeInvestmentNeeds, proposeNeeds, unusableRowsText } from '#domain/workbook/proposals'
import { describeDifference, readLatestWorkbook } from '../common/workbook.ts'
import { action } from '../kit/action.ts'
import { type Patch, type Read, update } from '../kit/changes.ts'
import { type Choice, withHint, notStored, oneOfGiven, yesNo } from '../kit/fields.ts'
import { agent, operator, owner } from '../kit/who.ts'
import { EDITABLE_REQUIREMENT_STATUSES } from './editable.ts'
import { readsWorkbook } from '../common/index.ts'
import { suppliableCreditTypes } from '#domain/project/suitability'
import { readRoundOfItem } from '../fields/areas.ts'

const NO_BOOK =
  'No filed workbook contains credits that this credit requirement can ask for. Use “Read workbook” first'

/** Credits of a requirement proposed by rows of a workbook. */
interface Proposed extends Choice {
  creditType: CreditType
  /** True if both kinds of units of a nutrient are needed. */
  hasBoth: boolean
  patch: Patch<'requirement'>
}

/** Empty values of everything that a buyer's workbook may fill. */
const NOTHING = {
  ...{ nutrientType: null, nutrientOngoingUnits: null, nutrientAdditionalUnits: null },
  ...{ nutrientAcceptOngoingOnly: null, bioBroadHabitat: null, bioHabitatType: null },
  ...{ bioDistinctiveness: null, bioUnits: null, bioIsDivisible: null },
} satisfies Patch<'requirement'>

const needOfBoth = (ongoing: number, additional: number): NutrientNeed =>
  ongoing > 0 && additional > 0 ? 'both' : ongoing > 0 ? 'ongoing' : 'additional'

const gainName = (habitat: string, units: string, rows: string): string =>
  `${habitat}: ${units} units gained (${rows})`
const lossName = (habitat: string, units: string, rows: string): string =>
  `${habitat}: ${units} units lost (${rows})`

/** All needs in a requirement's workbooks, limited to the credit types that its round trades. */
const proposedIn = async (read: Read, requirement: Requirement): Promise<Proposed[]> => {
  const owned = { ownerKind: 'requirement', ownerId: requirement.id } as const
  const [metric, nutrients, traded] = await Promise.all([
    readLatestWorkbook(read, owned, 'metric'),
    readLatestWorkbook(read, owned, 'nutrients'),
    readDemandTypes(read, requirement),
  ])
  const isInvestor = requirement.type === 'Investor'
  const habitats = (isInvestor ? proposeInvestmentNeeds : proposeNeeds)(metric?.lines ?? []).map(
    ({ id, name, lines, module, broadHabitat, habitatType, distinctiveness, units, isMade }): Proposed => ({
      id,
      name: (isMade ? gainName : lossName)(name, showExactUnits(units), lines.map(one => one.id).join(', ')),
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
  const loads = readNutrientNeeds(nutrients?.lines ?? []).map(
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

/** Fills the credits of a requirement from the losses in its workbooks. */
export const fillRequirementFromWorkbook = action({
  name: 'FillFromWorkbook',
  on: 'requirement',
  title: 'Fill from workbook',
  binds: {
    verb: 'Copy from workbook',
    undone:
      'The copied values replace the typed credits. You can change them until the registration is complete.',
  },
  description: 'Copies one item of the workbook as the credits that you need. You see the changes first.',
  who: [operator, owner, agent('RegisterForRound')],
  from: EDITABLE_REQUIREMENT_STATUSES,
  given: async (read, requirement) => {
    const [proposed, metric] = await Promise.all([
      proposedIn(read, requirement),
      readLatestWorkbook(read, { ownerKind: 'requirement', ownerId: requirement.id }, 'metric'),
    ])
    const isInvestor = requirement.type === 'Investor'
    return {
      needs: proposed.map(({ patch: _patch, ...need }) => need),
      unfit: unusableRowsText((metric?.lines ?? []).filter(({ part }) => isInvestor || part === 'baseline')),
    }
  },
  fields: {
    need: withHint(
      notStored(oneOfGiven('Item to copy', 'needs')),
      'One requirement is for one type of credit. For another type, add another requirement.',
    ),
    bioIsDivisible: withHint(
      yesNo('Would you accept only some of the units?'),
      'If yes, you may win part of the units and pay the same part of your bid.',
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
    const reading = await readLatestWorkbook(
      read,
      { ownerKind: 'requirement', ownerId: requirement.id },
      kind,
    )
    return { chosen, differences: reading ? findNeedDifferences(reading, requirement) : [] }
  },
  preview: ({ reads: { chosen, differences } }) => ({
    preview: [
      ...(chosen ? [`Copied: ${chosen.name}`] : []),
      ...differences.filter(({ what }) => what !== 'Units by our tables').map(describeDifference),
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
  done: 'The credits have been copied from the workbook',
})

/** Credits that a requirement may ask for: those that its round trades; for an investor only biodiversity units. */
export const readDemandTypes = async (read: Read, requirement: Requirement): Promise<CreditType[]> =>
  suppliableCreditTypes(await readRoundOfItem(read, requirement), undefined).filter(
    type => requirement.type === 'Buyer' || type === 'Biodiversity',
  )

/** Files a workbook for a credit requirement, and compares it with the typed credits. */
export const readWorkbook = readsWorkbook('requirement', {
  from: EDITABLE_REQUIREMENT_STATUSES,
  traded: readDemandTypes,
})
