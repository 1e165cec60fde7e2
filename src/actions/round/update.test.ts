import { expect, it } from 'vitest'
import { act } from '#test/builders/act'
import { aProject, aRequirement, aRound, aService } from '#test/builders/market'
import { usedInRound } from '#domain/references'
import { firstAnswers, judge } from '../kit/judge.ts'
import { update } from './update.ts'

const nothing = { services: [], standardIds: [], ncaIds: [], subcatchmentIds: [] }
const given = { today: '2025-06-01', actorIsOperator: true, used: nothing, certifiedAs: null }
const answers = firstAnswers(update, aRound(), given)

it('a market round requires bidder type and at least one service, standard and project type', () => {
  const none = { bidderType: null, services: [], standardIds: [], projectTypeIds: [] }
  expect(judge(update, { ...answers, ...none }, given)).toEqual({
    bidderType: 'Field required',
    services: 'Empty array',
    standardIds: 'Empty array',
    projectTypeIds: 'Empty array',
  })
})

it('a round in nitrogen or phosphorous requires the AMP end and subcatchments, biodiversity does not', () => {
  const without = { ...answers, ampEnd: null, subcatchmentIds: null }
  expect(judge(update, without, given)).toEqual({
    ampEnd: 'Field required',
    subcatchmentIds: 'Field required',
  })
  expect(judge(update, { ...without, services: ['Biodiversity'] }, given)).toEqual({})
})

it('what a registered project or requirement uses may not be removed from its round', () => {
  const used = {
    services: [{ id: 'NutrientMitigationPhosphorous', name: 'Phosphorous credits' }],
    standardIds: [{ id: 'BS8683', name: 'BS 8683' }],
    ncaIds: [],
    subcatchmentIds: [{ id: 'Tone', name: 'Tone' }],
  }
  const removing = { ...answers, standardIds: ['Other'], subcatchmentIds: ['Brue'] }
  expect(judge(update, removing, { ...given, used })).toEqual({
    standardIds: 'Already used by a registered project or requirement: BS 8683',
    subcatchmentIds: 'Already used by a registered project or requirement: Tone',
  })
})

it('drafts of projects and requirements use nothing of their round', () => {
  expect(
    usedInRound([aProject({ status: 'Draft' })], [aService()], [aRequirement({ status: 'Draft' })]),
  ).toEqual(nothing)
  expect(usedInRound([aProject()], [aService()], [aRequirement({ ncaId: 'NCA140' })])).toEqual({
    services: ['NutrientMitigationPhosphorous'],
    standardIds: ['BS8683'],
    ncaIds: ['NCA140', 'NCA143'],
    subcatchmentIds: ['Tone'],
  })
})

it('how biodiversity supply counts is not changed once services are certified by it', () => {
  const gained = { ...answers, biodiversitySupply: 'asGained' }
  expect(judge(update, gained, given)).toEqual({})
  expect(judge(update, gained, { ...given, certifiedAs: 'fromDelivery' })).toEqual({
    biodiversitySupply: 'Biodiversity services are certified already: In full from delivery',
  })
})

it('a program that does not say how biodiversity supply counts leaves it as it is', () => {
  const { biodiversitySupply: _, ...before } = answers
  const changes = act(update, aRound({ biodiversitySupply: 'asGained' }), before, { given })
  expect(changes).toMatchObject([{ patch: { biodiversitySupply: 'asGained' } }])
})

it('a round goes on telling losers what it told them where a program does not say', () => {
  const silent = aRound({ tellsCriticalAmounts: false })
  const changed = (values: object) => act(update, silent, { ...answers, ...values }, { given })
  expect(changed({ tellsCriticalAmounts: null })).toMatchObject([{ patch: { tellsCriticalAmounts: false } }])
  expect(changed({ tellsCriticalAmounts: true })).toMatchObject([{ patch: { tellsCriticalAmounts: true } }])
})
