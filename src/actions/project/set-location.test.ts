import { describe, expect, it } from 'vitest'
import { isFieldVisible, validateAnswers } from '../kit/judge.ts'
import { createFormFacts } from '#test/builders/act'
import { setLocation } from './set-location.ts'

const given = createFormFacts({
  creditTypes: [
    { id: 'Biodiversity', name: 'Biodiversity units' },
    { id: 'NutrientMitigationPhosphorous', name: 'Phosphorous credits' },
  ],
  ncas: [{ id: 'NCA143', name: 'Mid Somerset Hills' }],
  lpas: [{ id: 'Somerset', name: 'Somerset' }],
  subcatchments: [{ id: 'Tone', name: 'Tone' }],
})

describe('the location of a project', () => {
  it('needs the national character area for Biodiversity', () => {
    const answers = { creditTypes: ['Biodiversity'], lpa: 'Somerset' }
    expect(validateAnswers(setLocation, answers, given)).toEqual({ nca: 'Field required' })
    expect(isFieldVisible(setLocation, 'subcatchment', answers, given)).toBe(false)
  })

  it('needs the subcatchment for nitrogen or phosphorous', () => {
    const answers = { creditTypes: ['NutrientMitigationPhosphorous'], lpa: 'Somerset' }
    expect(validateAnswers(setLocation, answers, given)).toEqual({ subcatchment: 'Field required' })
    expect(isFieldVisible(setLocation, 'nca', answers, given)).toBe(false)
  })

  it('offers only the credit types that the round trades', () => {
    const answers = { creditTypes: ['NutrientMitigationNitrogen'], subcatchment: 'Tone', lpa: 'Somerset' }
    expect(validateAnswers(setLocation, answers, given)).toEqual({ creditTypes: 'Choose one from the list' })
  })
})
