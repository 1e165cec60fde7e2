import { describe, expect, it } from 'vitest'
import { isShown, judge } from '../kit/judge.ts'
import { facts } from '#test/builders/act'
import { setLocation } from './set-location.ts'

const given = facts({
  creditTypes: [
    { id: 'Biodiversity', name: 'Biodiversity units' },
    { id: 'NutrientMitigationPhosphorous', name: 'Phosphorous credits' },
  ],
  ncas: [{ id: 'NCA143', name: 'Mid Somerset Hills' }],
  lpas: [{ id: 'Somerset', name: 'Somerset' }],
  subcatchments: [{ id: 'Tone', name: 'Tone' }],
})

describe('the location of a project', () => {
  it('requires the national character area when credit types include Biodiversity', () => {
    const answers = { creditTypes: ['Biodiversity'], lpaId: 'Somerset' }
    expect(judge(setLocation, answers, given)).toEqual({ ncaId: 'Field required' })
    expect(isShown(setLocation, 'subcatchmentId', answers, given)).toBe(false)
  })

  it('requires the subcatchment for nitrogen or phosphorous', () => {
    const answers = { creditTypes: ['NutrientMitigationPhosphorous'], lpaId: 'Somerset' }
    expect(judge(setLocation, answers, given)).toEqual({ subcatchmentId: 'Field required' })
    expect(isShown(setLocation, 'ncaId', answers, given)).toBe(false)
  })

  it('knows only the credit types that the round trades', () => {
    const answers = { creditTypes: ['NutrientMitigationNitrogen'], subcatchmentId: 'Tone', lpaId: 'Somerset' }
    expect(judge(setLocation, answers, given)).toEqual({ creditTypes: 'Choose one of the list' })
  })
})
