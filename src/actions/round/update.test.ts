import { expect, it } from 'vitest'
import { runActionForChanges } from '#test/builders/act'
import { aProject, aRequirement, aRound, aService } from '#test/builders/market'
import { findRoundSettingsInUse } from '#domain/project/references'
import { initialAnswers, validateAnswers } from '../kit/judge.ts'
import { updateRound } from './update.ts'

const nothing = { services: [], standardIds: [], ncaIds: [], subcatchmentIds: [] }
const given = { today: '2025-06-01', actorIsOperator: true, used: nothing, certifiedAs: null }
const answers = initialAnswers(updateRound, aRound(), given)

it('a market round needs a bidder type and at least one service, standard and project type', () => {
  const none = { bidderType: null, services: [], standardIds: [], projectTypeIds: [] }
  expect(validateAnswers(updateRound, { ...answers, ...none }, given)).toEqual({
    bidderType: 'Field required',
    services: 'Empty array',
    standardIds: 'Empty array',
    projectTypeIds: 'Empty array',
  })
})

it('a round in nitrogen or phosphorous needs the AMP end and subcatchments, biodiversity does not', () => {
  const without = { ...answers, ampEnd: null, subcatchmentIds: null }
  expect(validateAnswers(updateRound, without, given)).toEqual({
    ampEnd: 'Field required',
    subcatchmentIds: 'Field required',
  })
  expect(validateAnswers(updateRound, { ...without, services: ['Biodiversity'] }, given)).toEqual({})
})

it('a choice that a registered project or requirement uses cannot be removed from its round', () => {
  const used = {
    services: [{ id: 'NutrientMitigationPhosphorous', name: 'Phosphorous credits' }],
    standardIds: [{ id: 'BS8683', name: 'BS 8683' }],
    ncaIds: [],
    subcatchmentIds: [{ id: 'Tone', name: 'Tone' }],
  }
  const removing = { ...answers, standardIds: ['Other'], subcatchmentIds: ['Brue'] }
  expect(validateAnswers(updateRound, removing, { ...given, used })).toEqual({
    standardIds: 'Already used by a registered project or requirement: BS 8683',
    subcatchmentIds: 'Already used by a registered project or requirement: Tone',
  })
})

it('drafts of projects and requirements do not lock the choices of their round', () => {
  expect(
    findRoundSettingsInUse(
      [aProject({ status: 'Draft' })],
      [aService()],
      [aRequirement({ status: 'Draft' })],
    ),
  ).toEqual(nothing)
  expect(findRoundSettingsInUse([aProject()], [aService()], [aRequirement({ ncaId: 'NCA140' })])).toEqual({
    services: ['NutrientMitigationPhosphorous'],
    standardIds: ['BS8683'],
    ncaIds: ['NCA140', 'NCA143'],
    subcatchmentIds: ['Tone'],
  })
})

it('how biodiversity supply counts cannot change once services are certified by it', () => {
  const gained = { ...answers, biodiversitySupply: 'asGained' }
  expect(validateAnswers(updateRound, gained, given)).toEqual({})
  expect(validateAnswers(updateRound, gained, { ...given, certifiedAs: 'fromDelivery' })).toEqual({
    biodiversitySupply:
      'You cannot change this, because biodiversity services have already been certified under “In full from delivery”',
  })
})

it('how biodiversity supply counts stays unchanged when a program omits it', () => {
  const { biodiversitySupply: _, ...before } = answers
  const changes = runActionForChanges(updateRound, aRound({ biodiversitySupply: 'asGained' }), before, {
    given,
  })
  expect(changes).toMatchObject([{ patch: { biodiversitySupply: 'asGained' } }])
})

it('the choice of what losers see stays unchanged when a program omits it', () => {
  const silent = aRound({ tellsCriticalAmounts: false })
  const changed = (values: object) =>
    runActionForChanges(updateRound, silent, { ...answers, ...values }, { given })
  expect(changed({ tellsCriticalAmounts: null })).toMatchObject([{ patch: { tellsCriticalAmounts: false } }])
  expect(changed({ tellsCriticalAmounts: true })).toMatchObject([{ patch: { tellsCriticalAmounts: true } }])
})
